// Declarations that the guides use and Linux does not have, so that the code of the guides compiles, here and in
// `SnippetTests`.
import CallOrderRecorder
import UIKitStandIn

// SwiftUI

@MainActor protocol App {
  associatedtype Body: Scene
  init()
  var body: Body { get }
}

@MainActor protocol Scene {}

struct WindowGroup<Content>: Scene {
  init(_ content: () -> Content) {}
}

struct ContentView {}

@propertyWrapper struct UIApplicationDelegateAdaptor<Delegate> {
  var wrappedValue: Delegate { preconditionFailure("nobody reads it") }
  init(_ type: Delegate.Type) {}
}

// Flutter

protocol FlutterPluginRegistrar {}

protocol FlutterPlugin {
  static func register(with registrar: any FlutterPluginRegistrar)
}

// UIKit, for the views of an app

@MainActor class UIView: UIResponder {
  var frame = CGRect.zero
  func addSubview(_ view: UIView) {}
}

@MainActor class UIViewController: UIResponder {
  let view = UIView()
  init(nibName: String?, bundle: Bundle?) {}
  required init?(coder: NSCoder) { nil }
  func viewDidLoad() {}
}

@MainActor class UIAction {
  init(title: String, handler: @escaping (UIAction) -> Void) {}
}

@MainActor class UIButton: UIView {
  enum ButtonType { case system }
  init(type: ButtonType, primaryAction: UIAction?) {}
}

extension UIWindow {
  var rootViewController: UIViewController? {
    get { nil }
    set {}
  }
}

// The unified log

struct OSLogMessage: ExpressibleByStringInterpolation {
  enum Privacy { case `public` }
  struct StringInterpolation: StringInterpolationProtocol {
    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) {}
    mutating func appendInterpolation(_ text: String, privacy: Privacy) {}
  }
  init(stringInterpolation: StringInterpolation) {}
  init(stringLiteral value: String) {}
}

struct Logger {
  init(subsystem: String, category: String) {}
  func debug(_ message: OSLogMessage) {}
}
