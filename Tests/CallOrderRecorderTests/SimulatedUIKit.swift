import CallOrderRecorder
import TestSupport
import UIKit

/// Calls and posts what UIKit would, and keeps a list of it.
///
/// It plays any order, legal or not. That UIKit calls in the same way is an assumption.
@MainActor final class SimulatedUIKit {
  /// What was called or posted.
  struct Played: Equatable, CustomStringConvertible {
    var callback: String
    var kind = "delegate"
    var sessions: [String] = []
    var description: String { "\(kind) \(callback) \(sessions)" }
  }

  private(set) var played: [Played] = []
  /// Whether the app has delegates, and whether UIKit posts before it calls.
  private let hasDelegates: Bool
  private let postsFirst: Bool
  private var application = UIApplication.launch()
  private var delegate: SampleAppDelegate?
  private var sessions: [String: UISceneSession] = [:]
  private var scenes: [String: UIWindowScene] = [:]

  init(hasDelegates: Bool = true, postsFirst: Bool = false) {
    self.hasDelegates = hasDelegates
    self.postsFirst = postsFirst
  }

  /// Starts the next process.
  func launch() {
    application = .launch()
    application.openSessions = Set(sessions.values)
    delegate = hasDelegates ? SampleAppDelegate() : nil
    application.delegate = delegate
    scenes = [:]
  }

  func play(_ event: LifeEvent) {
    guard let step = Self.steps[event.callback] else { return }
    let names = event.session.map { [$0] } ?? event.sessions
    let call = {
      if !self.hasDelegates { return }
      self.played.append(Played(callback: step.call, sessions: names.sorted()))
      self.call(event.callback, names)
    }
    if event.callback == "willConnect" {
      let session = session(names[0])
      let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
      scene.delegate = hasDelegates ? SampleSceneDelegate() : nil
      scenes[names[0]] = scene
    }
    if let state = step.state, let scene = names.first.flatMap({ scenes[$0] }) {
      scene.activationState = state
    }
    if !postsFirst { call() }
    if let post = step.post {
      let scene = names.first.map { self.scene($0) }
      self.post(post, scene ?? application, names)
    }
    if postsFirst { call() }
    if let aggregate = step.aggregate { self.post(aggregate, application, []) }
    if event.callback == "didDisconnect" { scenes[names[0]] = nil }
    if event.callback == "didDiscard" { for name in names { sessions[name] = nil } }
  }

  private func post(_ name: Notification.Name, _ object: NSObject, _ sessions: [String]) {
    played.append(Played(callback: name.rawValue, kind: "notification", sessions: sessions))
    UIKit.Thread.$isSimulated.withValue(true) {
      NotificationCenter.default.post(name: name, object: object)
    }
  }

  private func session(_ name: String) -> UISceneSession {
    if let known = sessions[name] { return known }
    let new = UISceneSession(name)
    sessions[name] = new
    return new
  }

  private func scene(_ name: String) -> UIWindowScene {
    if let known = scenes[name] { return known }
    // A call without a connection concerns a scene object that was kept.
    let stray = UIWindowScene(
      session: session(name), connectionOptions: UIScene.ConnectionOptions())
    stray.delegate = SampleSceneDelegate()
    return stray
  }

  private func call(_ callback: String, _ names: [String]) {
    if callAboutApplication(callback, names) { return }
    let scene = scene(names[0])
    guard let delegate = scene.delegate as? SampleSceneDelegate else { return }
    let activity = NSUserActivity(activityType: "com.example.edit")
    switch callback {
    case "willConnect":
      delegate.scene(scene, willConnectTo: scene.session, options: UIScene.ConnectionOptions())
    case "didDisconnect": delegate.sceneDidDisconnect(scene)
    case "didBecomeActive": delegate.sceneDidBecomeActive(scene)
    case "willResignActive": delegate.sceneWillResignActive(scene)
    case "willEnterForeground": delegate.sceneWillEnterForeground(scene)
    case "didEnterBackground": delegate.sceneDidEnterBackground(scene)
    case "openURLContexts": delegate.scene(scene, openURLContexts: [])
    case "stateRestorationActivity": _ = delegate.stateRestorationActivity(for: scene)
    case "restoreInteractionState": delegate.scene(scene, restoreInteractionStateWith: activity)
    case "willContinue": delegate.scene(scene, willContinueUserActivityWithType: "com.example.edit")
    case "continue": delegate.scene(scene, continue: activity)
    case "didFailToContinue":
      delegate.scene(
        scene, didFailToContinueUserActivityWithType: "com.example.edit", error: CancellationError()
      )
    case "didUpdate": delegate.scene(scene, didUpdate: activity)
    case "performAction":
      delegate.windowScene(scene, performActionFor: UIApplicationShortcutItem(type: "new")) { _ in }
    case "didUpdateEffectiveGeometry":
      delegate.windowScene(scene, didUpdateEffectiveGeometry: UIWindowScene.Geometry())
    default: break
    }
  }

  private func callAboutApplication(_ callback: String, _ names: [String]) -> Bool {
    guard let delegate else { return true }
    switch callback {
    case "willFinishLaunching":
      _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    case "didFinishLaunching":
      _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    case "willTerminate": delegate.applicationWillTerminate(application)
    case "memoryWarning": delegate.applicationDidReceiveMemoryWarning(application)
    case "significantTimeChange": delegate.applicationSignificantTimeChange(application)
    case "performFetch":
      delegate.application(application, performFetchWithCompletionHandler: { _ in })
    case "configurationForConnecting":
      _ = delegate.application(
        application, configurationForConnecting: session(names[0]),
        options: UIScene.ConnectionOptions())
    case "didDiscard":
      delegate.application(
        application, didDiscardSceneSessions: Set(names.map { session($0) }))
    default: return false
    }
    return true
  }
}

extension SimulatedUIKit {
  /// The methods that contain a line with `record`.
  nonisolated static func methods(_ hasDelegates: Bool) -> [String] {
    hasDelegates ? steps.values.map(\.call).sorted() : []
  }

  /// A callback: the method, the notifications, and the state of the scene during it.
  struct Step {
    var call: String
    var post: Notification.Name?
    var aggregate: Notification.Name?
    var state: UIScene.ActivationState?
  }

  nonisolated static let steps: [String: Step] = [
    "willFinishLaunching": Step(call: "application(_:willFinishLaunchingWithOptions:)"),
    "didFinishLaunching": Step(
      call: "application(_:didFinishLaunchingWithOptions:)",
      post: UIApplication.didFinishLaunchingNotification),
    "willTerminate": Step(
      call: "applicationWillTerminate(_:)", post: UIApplication.willTerminateNotification),
    "memoryWarning": Step(
      call: "applicationDidReceiveMemoryWarning(_:)",
      post: UIApplication.didReceiveMemoryWarningNotification),
    "significantTimeChange": Step(
      call: "applicationSignificantTimeChange(_:)",
      post: UIApplication.significantTimeChangeNotification),
    "performFetch": Step(call: "application(_:performFetchWithCompletionHandler:)"),
    "configurationForConnecting": Step(call: "application(_:configurationForConnecting:options:)"),
    "willConnect": Step(
      call: "scene(_:willConnectTo:options:)", post: UIScene.willConnectNotification,
      state: .foregroundInactive),
    "didDisconnect": Step(
      call: "sceneDidDisconnect(_:)", post: UIScene.didDisconnectNotification, state: .unattached),
    "willEnterForeground": Step(
      call: "sceneWillEnterForeground(_:)", post: UIScene.willEnterForegroundNotification,
      aggregate: UIApplication.willEnterForegroundNotification, state: .background),
    "didBecomeActive": Step(
      call: "sceneDidBecomeActive(_:)", post: UIScene.didActivateNotification,
      aggregate: UIApplication.didBecomeActiveNotification, state: .foregroundActive),
    "willResignActive": Step(
      call: "sceneWillResignActive(_:)", post: UIScene.willDeactivateNotification,
      aggregate: UIApplication.willResignActiveNotification, state: .foregroundActive),
    "didEnterBackground": Step(
      call: "sceneDidEnterBackground(_:)", post: UIScene.didEnterBackgroundNotification,
      aggregate: UIApplication.didEnterBackgroundNotification, state: .background),
    "openURLContexts": Step(call: "scene(_:openURLContexts:)"),
    "stateRestorationActivity": Step(call: "stateRestorationActivity(for:)"),
    "restoreInteractionState": Step(call: "scene(_:restoreInteractionStateWith:)"),
    "willContinue": Step(call: "scene(_:willContinueUserActivityWithType:)"),
    "continue": Step(call: "scene(_:continue:)"),
    "didFailToContinue": Step(call: "scene(_:didFailToContinueUserActivityWithType:error:)"),
    "didUpdate": Step(call: "scene(_:didUpdate:)"),
    "performAction": Step(call: "windowScene(_:performActionFor:completionHandler:)"),
    "didUpdateEffectiveGeometry": Step(call: "windowScene(_:didUpdateEffectiveGeometry:)"),
    "didDiscard": Step(call: "application(_:didDiscardSceneSessions:)"),
  ]
}
