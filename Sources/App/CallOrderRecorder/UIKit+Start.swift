#if canImport(UIKit) && !os(watchOS)
  public import CallOrderRecorderCore
  public import UIKit
#elseif canImport(UIKitStandIn)
  public import CallOrderRecorderCore
  public import UIKitStandIn
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(UIKitStandIn)
  extension CallOrder {
    @MainActor private static var observer: NotificationObserver?
    /// How many recordings need the observer: the app's and those of tests.
    @MainActor private static var observerUses = 0

    /// Starts recording this run of the app, and observes the notifications of scenes and of the application.
    ///
    /// Call it in `application(_:didFinishLaunchingWithOptions:)` or in the initializer of the `App`. If a recording is
    /// already running, nothing happens.
    /// - Parameters:
    ///   - actions: the actions that the app always records with `did` when it does them.
    ///   - methods: the methods that contain a line with `record`. Methods that have a notification can be omitted. If a method listed here does not occur in the recording, it was not called; for
    ///     other methods, that is unknown.
    ///   - destinations: where the recording goes; by default into files in the app's caches folder.
    ///   - checking: how events are checked as they are recorded; nil to check nothing. Builds without `DEBUG` check nothing
    ///     unless it is `LiveChecking.inReleaseBuilds`.
    ///   - callers: whether the events of methods say who called the method: UIKit, a library, or the app itself.
    @MainActor
    public static func start(
      recording actions: [Action] = [], methods: [Method] = [],
      to destinations: [Destination] = [.caches], checking: LiveChecking? = nil,
      callers: Bool = true
    ) {
      let records = observedNotifications + methods.map(\.name) + actions.map(\.name)
      let device = UIDevice.current
      // Grammars name versions of iOS; those of iPadOS are treated alike.
      let system = device.systemName == "iPadOS" ? "iOS" : device.systemName
      let info = Bundle.main.infoDictionary
      let header = RecordingHeader(
        app: Bundle.main.bundleIdentifier,
        version: info?["CFBundleShortVersionString"] as? String,
        os: "\(system) \(device.systemVersion)",
        sdk: (info?["DTSDKName"] as? String).flatMap(RecordingHeader.sdk(named:)),
        device: device.model, records: records)
      if start(
        header, to: destinations, checking: checking, isOnMainThread: true, callers: callers)
      {
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

    /// The files that `.caches` has written, the oldest first: for a button that shares them, in a build for testers.
    /// - Complexity: O(files in the folder).
    public static var recordedFiles: [URL] {
      let folder = Destination.cachesFolder
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".jsonl") }.sorted().map {
        URL(fileURLWithPath: folder + "/" + $0)
      }
    }

    /// Observes the notifications until `endObserving` has been called equally often.
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
    public static var caches: Destination { .files(in: cachesFolder) }

    fileprivate static var cachesFolder: String {
      let folders = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
      return (folders.first?.path ?? NSTemporaryDirectory()) + "/CallOrder"
    }
  }

  /// Records notifications for as long as it exists.
  @MainActor
  final class NotificationObserver {
    /// The observed notifications. Those that some systems lack are given by their names: there, they are just never posted.
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

    // Nonisolated, because the observer may be released on any thread.
    private nonisolated let tokens: [Token]

    init() {
      tokens = Self.names.map { name in
        // Without a queue the block runs during the post, so the order is that of the posts.
        Token(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { post in
            let name = post.name.rawValue
            // A post from another thread must not trap; its object is then ignored.
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
        // Before any scene connects, these are the sessions of earlier runs.
        let sessions = application.openSessions.map(\.persistentIdentifier).sorted()
        event.members = [.init("openSessions", .list(sessions))]
      }
      CallOrder.logged(CallOrder.note(event, nil))
    }

    /// An observation that ends when this is released.
    private final class Token: @unchecked Sendable {
      // SAFETY: nothing uses the token until it is removed, which any thread may do.
      private let token: any NSObjectProtocol

      init(_ token: any NSObjectProtocol) { self.token = token }

      deinit { NotificationCenter.default.removeObserver(token) }
    }
  }
#else
  extension CallOrder {
    /// The names of the notifications that are recorded: none without UIKit.
    package static var observedNotifications: [String] { [] }

    /// Ends the recording.
    public static func stop() { _ = endRecording() }
  }
#endif
