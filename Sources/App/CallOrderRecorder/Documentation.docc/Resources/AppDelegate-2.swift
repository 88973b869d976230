import CallOrderRecorder
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    #if DEBUG
      let folder = ProcessInfo.processInfo.environment["CALLORDER_FOLDER"]
      CallOrder.start(to: [folder.map { .files(in: $0) } ?? .caches])
    #endif
    return true
  }
}
