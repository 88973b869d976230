// Records which callbacks UIKit sends, for 'callorder check', in Library/Caches/CallOrder/calls-*.jsonl: the last twenty
// recordings are kept, and nothing leaves the device. Written by 'callorder init recorder', and yours to change. Call
// CallOrder.start() in didFinishLaunching or App.init, and CallOrder.record in each method that has no notification. The
// package CallOrderRecorder also records who called each method.
// swift-format-ignore-file
import UIKit

nonisolated enum CallOrder {
  fileprivate typealias Members = [(name: String, json: String)]
  private static let file = RecordingFile()
  @MainActor private static var tokens: [any NSObjectProtocol] = []
  private static let names: [String] =
    [
      "WillConnect", "DidDisconnect", "DidActivate", "WillDeactivate", "WillEnterForeground", "DidEnterBackground",
      "SystemProtectionDidChange",
    ].map { "UIScene\($0)Notification" }
    + [
      "DidFinishLaunching", "DidBecomeActive", "WillResignActive", "WillEnterForeground", "DidEnterBackground",
      "WillTerminate", "DidReceiveMemoryWarning", "SignificantTimeChange", "BackgroundRefreshStatusDidChange",
      "UserDidTakeScreenshot",
    ].map { "UIApplication\($0)Notification" }
    + ["WillBecomeUnavailable", "DidBecomeAvailable"].map { "UIApplicationProtectedData\($0)" }

  /// Begins a recording; only in debug builds, unless release builds are asked for. Name the actions that the app always
  /// records, and the methods that call record.
  @MainActor static func start(recording actions: [String] = [], methods: [String] = [], inReleaseBuilds: Bool = false) {
    #if DEBUG
      let isOn = true
    #else
      let isOn = inReleaseBuilds
    #endif
    if !isOn || !tokens.isEmpty { return }
    let os = UIDevice.current.systemName.replacingOccurrences(of: "iPadOS", with: "iOS")
    file.begin("\(os) \(UIDevice.current.systemVersion)", UIDevice.current.model, names + methods + actions)
    tokens = names.map { name in
      let post = Notification.Name(name)
      return NotificationCenter.default.addObserver(forName: post, object: nil, queue: nil) {
        let kind: Members = [("kind", quoted("notification"))]
        guard Thread.isMainThread else { return file.write(name, kind) }
        let (scene, application) = ($0.object as? UIScene, $0.object as? UIApplication)
        MainActor.assumeIsolated {
          let open = post == UIApplication.didFinishLaunchingNotification ? application?.openSessions : nil
          let sessions = open.map { [("openSessions", list($0.map(\.persistentIdentifier)))] } ?? []
          file.write(name, kind + about(scene) + sessions)
        }
      }
    }
  }

  /// Ends the recording, and returns its file; nil if there is none. Later calls are not recorded.
  @MainActor @discardableResult static func stop() -> URL? {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    tokens = []
    return file.end()
  }

  /// Records a method that concerns the app as a whole.
  static func record(callback: String = #function, file source: String = #fileID, line: Int = #line) {
    write(callback, [], source, line)
  }

  /// Records a method that concerns a scene. Of connection options, only kinds, numbers and hashes are recorded.
  @MainActor static func record(
    _ scene: UIScene, _ options: UIScene.ConnectionOptions? = nil,
    callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    write(callback, about(scene) + (options.map { about($0, of: scene.session) } ?? []), source, line)
  }

  /// Records a method that concerns a session.
  @MainActor static func record(
    _ session: UISceneSession, _ options: UIScene.ConnectionOptions? = nil,
    callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    write(callback, about(session) + (options.map { about($0, of: session) } ?? []), source, line)
  }

  /// Records application(_:didDiscardSceneSessions:).
  @MainActor static func record(
    _ sessions: Set<UISceneSession>, callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    write(callback, [("sessions", list(sessions.map(\.persistentIdentifier)))], source, line)
  }

  /// Records scene(_:openURLContexts:).
  @MainActor static func record(
    _ scene: UIScene, _ contexts: Set<UIOpenURLContext>,
    callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    write(callback, about(scene) + [("payloads", list(contexts.map { id($0.url) }))], source, line)
  }

  /// Records a method that delivers a user activity to a scene.
  @MainActor static func record(
    _ scene: UIScene, _ activity: NSUserActivity,
    callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    let delivered = [("payloads", list([id(activity)])), ("type", quoted(activity.activityType))]
    write(callback, about(scene) + delivered, source, line)
  }

  /// Records that a user activity of this type was announced, or failed to arrive.
  @MainActor static func record(
    _ scene: UIScene, type: String, callback: String = #function, file source: String = #fileID, line: Int = #line
  ) {
    write(callback, about(scene) + [("type", quoted(type))], source, line)
  }

  #if !os(tvOS)
    /// Records windowScene(_:performActionFor:completionHandler:).
    @MainActor static func record(
      _ scene: UIScene, _ item: UIApplicationShortcutItem,
      callback: String = #function, file source: String = #fileID, line: Int = #line
    ) {
      let delivered = [("payloads", list([id(item)])), ("type", quoted(item.type))]
      write(callback, about(scene) + delivered, source, line)
    }
  #endif

  /// Records an action of the app; a number stands for the payload, whose content is not recorded.
  static func did(
    _ action: String, payload: AnyHashable? = nil, session: String? = nil,
    file source: String = #fileID, line: Int = #line
  ) {
    var members: Members = [("kind", quoted("action"))]
    if let payload { members.append(("payload", quoted(id(payload)))) }
    if let session { members.append(("session", quoted(session))) }
    write(action, members, source, line)
  }

  private static func write(_ callback: String, _ members: Members, _ source: String, _ line: Int) {
    file.write(callback, members + [("file", quoted(source)), ("sourceLine", "\(line)")])
  }

  @MainActor private static func about(_ session: UISceneSession) -> Members {
    [("session", quoted(session.persistentIdentifier)), ("role", quoted(session.role.rawValue))]
  }

  @MainActor private static func about(_ scene: UIScene?) -> Members {
    guard let scene else { return [] }
    let states = [-1: "unattached", 0: "foregroundActive", 1: "foregroundInactive", 2: "background"]
    let address = "0x" + String(UInt(bitPattern: ObjectIdentifier(scene)), radix: 16)
    let state = states[scene.activationState.rawValue] ?? "other"
    return about(scene.session) + [("scene", quoted(address)), ("state", quoted(state))]
  }

  @MainActor private static func about(_ options: UIScene.ConnectionOptions, of session: UISceneSession) -> Members {
    // By their names, because importing CloudKit and UserNotifications would link both for the sake of these.
    let share = options.value(forKey: "cloudKitShareMetadata") as? NSObject
    var counts: Members = [
      ("urls", "\(options.urlContexts.count)"), ("userActivities", "\(options.userActivities.count)"),
      ("cloudKitShare", "\(share != nil)"), ("handoff", "\(options.handoffUserActivityType != nil)"),
      ("stateRestoration", "\(session.stateRestorationActivity != nil)"),
    ]
    var payloads: [AnyHashable] = options.urlContexts.map { $0.url } + Array(options.userActivities)
    payloads += [share].compactMap { $0 }
    #if !os(tvOS)
      let response = options.value(forKey: "notificationResponse") as? NSObject
      counts.append(("notificationResponse", "\(response != nil)"))
      counts.append(("shortcutItem", "\(options.shortcutItem != nil)"))
      payloads += [options.shortcutItem, response].compactMap { $0 }
    #endif
    return [("options", object(counts))] + (payloads.isEmpty ? [] : [("payloads", list(payloads.map(id)))])
  }

  private static func id(_ payload: AnyHashable) -> String { String(UInt(bitPattern: payload.hashValue), radix: 36) }
}

nonisolated private func list(_ texts: [String]) -> String { "[\(texts.sorted().map(quoted).joined(separator: ","))]" }
nonisolated private func object(_ members: [(String, String)]) -> String {
  "{\(members.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
}
nonisolated private func quoted(_ text: String) -> String {
  "\"" + text.unicodeScalars.map { scalar in
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    return scalar.value >= 0x20 ? "\(scalar)" : String(format: "\\u%04x", scalar.value == 0 ? 0xfffd : scalar.value)
  }.joined() + "\""
}

/// Writes one recording at a time, from any thread. What cannot be written is counted, and tried again with the next event.
nonisolated private final class RecordingFile: @unchecked Sendable {  // SAFETY: everything is used with the lock held.
  private let lock = NSLock()
  private var launch = "", header = Data(), url: URL?, handle: FileHandle?
  private var began: UInt64 = 0, size: UInt64 = 0, lost = 0

  func begin(_ os: String, _ device: String, _ records: [String]) {
    lock.withLock {
      launch = String(UInt32.random(in: .min ... .max), radix: 16)
      (began, lost, handle) = (DispatchTime.now().uptimeNanoseconds, 0, nil)
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
      let folder = (caches.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("CallOrder")
      let now = Int(Date().timeIntervalSince1970)
      url = folder.appendingPathComponent("calls-\(now)-\(launch)-001.jsonl")
      let info = ["CFBundleIdentifier", "CFBundleShortVersionString"].map { Bundle.main.infoDictionary?[$0] as? String }
      let texts = [("app", info[0] ?? ""), ("version", info[1] ?? ""), ("os", os), ("device", device), ("launch", launch)]
      let metadata = object(texts.map { ($0, quoted($1)) } + [("startedAt", "\(now)")])
      let members = [("format", quoted("callorder.trace/1")), ("metadata", metadata), ("records", list(records))]
      header = Data((object(members) + "\n").utf8)
      open()
    }
  }

  func end() -> URL? {
    lock.withLock {
      defer { (url, handle) = (nil, nil) }
      try? handle?.close()
      return handle == nil ? nil : url
    }
  }

  func write(_ callback: String, _ members: [(String, String)]) {
    lock.withLock {
      if url == nil { return }
      if handle == nil { open() }
      let time = String(format: "%.6f", Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9)
      let names = [("callback", quoted(callback)), ("process", quoted(launch)), ("time", time)]
      let thread = ("thread", quoted(Thread.isMainThread ? "main" : "background"))
      let line = Data(((lost > 0 ? "{\"lost\":\(lost)}\n" : "") + object(names + [thread] + members) + "\n").utf8)
      if (try? handle?.write(contentsOf: line)) == nil {
        // Nothing is left of a line that was written in part.
        try? handle?.truncate(atOffset: size)
        lost += 1
      } else {
        (size, lost) = (size + UInt64(line.count), 0)
      }
    }
  }

  private func open() {
    guard let url else { return }
    let (manager, folder) = (FileManager.default, url.deletingLastPathComponent())
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let names = ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix("calls-") }
    for old in names.sorted().dropLast(19) { try? manager.removeItem(at: folder.appendingPathComponent(old)) }
    if (try? header.write(to: url)) == nil { return }
    handle = try? FileHandle(forWritingTo: url)
    size = (try? handle?.seekToEnd()) ?? 0
  }
}
