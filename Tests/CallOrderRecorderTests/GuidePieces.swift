// swift-format-ignore-file
// The pieces of the recorder's guide, so that they are compiled: each as it is written there, without its imports, which are
// those of this system, and without what makes it a program or asks for Objective-C.
import CallOrderRecorder
import UIKitStandIn

// What SwiftUI and Flutter declare, as far as the pieces use it.

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

protocol FlutterPluginRegistrar {}

protocol FlutterPlugin {
  static func register(with registrar: any FlutterPluginRegistrar)
}

// 1
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.start(methods: ["application(_:didDiscardSceneSessions:)"])
    return true
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    CallOrder.record(sceneSessions)
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    CallOrder.record(scene, connectionOptions)
    guard let windowScene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: windowScene)
    window?.makeKeyAndVisible()
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    CallOrder.record(scene, URLContexts)
  }
}

// 2
@MainActor func startElsewhere(folder: String) {
  CallOrder.start(to: [.files(in: folder, sizeLimit: 1 << 20, fileLimit: 5), .standardOutput])
}

@MainActor func startInMemory() -> MemoryRecording {
  let recording = MemoryRecording()
  CallOrder.start(to: [.memory(recording), .closure { line in print(line) }])
  return recording
}

// 3
final class DraftSceneDelegate: UIResponder, UIWindowSceneDelegate {
  func sceneDidDisconnect(_ scene: UIScene) {
    CallOrder.did(.deleteSessionData, in: scene)
  }
}

final class DraftAppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.start(recording: [.deleteSessionData, .handle], checking: .uiScene)
    return true
  }
}

// 4
@MainActor func open(_ context: UIOpenURLContext, in scene: UIScene) {
  CallOrder.did(.handle, in: scene, payload: context.url)
  CallOrder.checkpoint()
}

// 5
@MainActor func startChecking(_ tell: @escaping @Sendable (String) -> Void) {
  CallOrder.start(checking: .uiScene.reporting { tell($0.text) }.inReleaseBuilds)
}

// 6
final class SlowSceneDelegate: UIResponder, UIWindowSceneDelegate {
  func sceneDidEnterBackground(_ scene: UIScene) {
    CallOrder.withRecording(scene) {
      save()
    }
  }

  private func save() {}
}

// 7
struct NotesApp: App {
  init() { CallOrder.start() }

  var body: some Scene {
    WindowGroup { ContentView() }
  }
}

// 8
struct MailApp: App {
  @UIApplicationDelegateAdaptor(MailAppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup { ContentView() }
  }
}

final class MailAppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.start()
    return true
  }
}

// 9
@MainActor final class CallOrderRecording: NSObject {
  static func start() { CallOrder.start() }

  static func record(_ selector: String, scene: UIScene?) {
    if let scene { CallOrder.record(scene, callback: selector) } else { CallOrder.record(callback: selector) }
  }
}

// 10
final class LifecyclePlugin: NSObject, FlutterPlugin {
  static func register(with registrar: any FlutterPluginRegistrar) {
    MainActor.assumeIsolated { CallOrder.start() }
  }
}

// 11
final class ReactAppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.start()
    return true
  }
}

// README
final class NotesAppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.start()  // notifications are recorded from here on; .uiScene as `checking:` checks them in Xcode
    return true
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    CallOrder.record(sceneSessions)
  }
}
