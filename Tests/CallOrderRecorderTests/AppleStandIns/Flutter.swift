// The declarations of Flutter that a guide uses.
@_exported public import UIKit

public protocol FlutterPluginRegistrar: NSObjectProtocol {}

public protocol FlutterPlugin: NSObjectProtocol {
  static func register(with registrar: any FlutterPluginRegistrar)
}

@MainActor open class FlutterAppDelegate: UIResponder, UIApplicationDelegate {
  open func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
}
