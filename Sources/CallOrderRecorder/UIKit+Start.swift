#if canImport(UIKit) && !os(watchOS)
  internal import UIKit
#elseif os(Linux)
  internal import UIKitStandIn
#endif
public import CallOrderRecorderCore

#if canImport(UIKit) && !os(watchOS) || os(Linux)
  extension CallOrder {
    @MainActor private static var observer: NotificationObserver?
    /// How many recordings need it: the app's and those of tests.
    @MainActor private static var observerUses = 0

    /// Begins to record this run of the app: from here on every notification of scenes and of the application.
    ///
    /// Call it in `application(_:didFinishLaunchingWithOptions:)` or in the initializer of the `App`. Where a recording is
    /// under way already, nothing happens.
    /// - Parameters:
    ///   - actions: the actions that the app records wherever it does them, with `did`.
    ///   - methods: the methods that have a line with `record`, as `#function` names them. Those that have a notification
    ///     need not be named. What is named here and not in the recording was not called; of other methods nobody knows.
    ///   - destinations: where the recording goes; by default into files in the app's folder of caches.
    ///   - checking: what the events are checked by while they come; nil for nothing. Builds without `DEBUG` check nothing
    ///     unless asked with `LiveChecking.inReleaseBuilds`.
    @MainActor
    public static func start(
      recording actions: [Action] = [], methods: [String] = [],
      to destinations: [Destination] = [.caches], checking: LiveChecking? = nil
    ) {
      let records = observedNotifications + methods + actions.map(\.name)
      let device = UIDevice.current
      // What holds for a version of iOS holds for that of iPadOS.
      let system = device.systemName == "iPadOS" ? "iOS" : device.systemName
      let header = RecordingHeader(
        app: Bundle.main.bundleIdentifier,
        version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
        os: "\(system) \(device.systemVersion)", device: device.model, records: records)
      if start(header, to: destinations, checking: checking, isOnMainThread: true) {
        beginObserving()
      }
    }

    /// The names of the notifications that are recorded.
    package static var observedNotifications: [String] {
      NotificationObserver.names.map(\.rawValue)
    }

    /// Ends the recording.
    @MainActor
    public static func stop() {
      if endRecording() { endObserving() }
    }

    /// Observes the notifications until `endObserving` is called as often as this.
    @MainActor
    static func beginObserving() {
      observerUses += 1
      if observer == nil { observer = NotificationObserver() }
    }

    @MainActor
    static func endObserving() {
      observerUses -= 1
      if observerUses == 0 { observer = nil }
    }
  }

  extension Destination {
    /// Files in `Library/Caches/CallOrder` of the app's container; see `files(in:sizeLimit:fileLimit:)`.
    public static var caches: Destination {
      let folders = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
      return .files(in: (folders.first?.path ?? NSTemporaryDirectory()) + "/CallOrder")
    }
  }

  /// Records notifications for as long as it exists.
  @MainActor
  final class NotificationObserver {
    /// What is observed. Those that not every system has are given by their names: where nobody posts them, none come.
    nonisolated static let names: [Notification.Name] = [
      UIScene.willConnectNotification, UIScene.didDisconnectNotification,
      UIScene.didActivateNotification, UIScene.willDeactivateNotification,
      UIScene.willEnterForegroundNotification, UIScene.didEnterBackgroundNotification,
      UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willResignActiveNotification, UIApplication.willEnterForegroundNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willTerminateNotification,
      UIApplication.didReceiveMemoryWarningNotification,
      UIApplication.significantTimeChangeNotification,
      Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable"),
      Notification.Name("UIApplicationProtectedDataDidBecomeAvailable"),
      Notification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification"),
      Notification.Name("UIApplicationUserDidTakeScreenshotNotification"),
      Notification.Name("UISceneSystemProtectionDidChangeNotification"),
    ]

    // What is released may be released by any thread.
    private nonisolated let tokens: [Token]

    init() {
      tokens = Self.names.map { name in
        // Without a queue the block runs inside of the post, so that the order is that of the posts.
        Token(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { post in
            let name = post.name.rawValue
            // Whoever posts from another thread gets no trap; what the post is about is then not looked at.
            guard Thread.isMainThread else {
              CallOrder.logged(CallOrder.note(RecordedEvent(name, kind: .notification), nil))
              return
            }
            let scene = post.object as? UIScene
            let application = post.object as? UIApplication
            MainActor.assumeIsolated { Self.record(name, scene, application) }
          })
      }
    }

    private static func record(_ name: String, _ scene: UIScene?, _ application: UIApplication?) {
      var event = RecordedEvent(name, kind: .notification)
      if let scene { event.tell(scene) }
      if let application, name == UIApplication.didFinishLaunchingNotification.rawValue {
        // The sessions that are left from earlier runs, before any scene connects.
        let sessions = application.openSessions.map(\.persistentIdentifier).sorted()
        event.members = [.init("openSessions", .list(sessions))]
      }
      CallOrder.logged(CallOrder.note(event, nil))
    }

    /// An observation, which ends with it.
    private final class Token: @unchecked Sendable {
      private let token: any NSObjectProtocol

      init(_ token: any NSObjectProtocol) { self.token = token }

      deinit { NotificationCenter.default.removeObserver(token) }
    }
  }
#else
  extension CallOrder {
    /// The names of the notifications that are recorded: none, where there is no UIKit.
    package static var observedNotifications: [String] { [] }

    /// Ends the recording.
    public static func stop() { _ = endRecording() }
  }
#endif
