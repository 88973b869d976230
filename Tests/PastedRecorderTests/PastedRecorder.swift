// Records which callbacks UIKit sends, for 'callorder check', in Library/Caches/CallOrder/calls-*.jsonl. Written by
// 'callorder init recorder', and yours to change. Call CallOrder.start() in didFinishLaunching or App.init, and
// CallOrder.record in each method that has no notification.
// swift-format-ignore-file
import UIKitStandIn

enum CallOrder {
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

  /// Begins a recording. Name the actions that the app always records, and the methods that call record.
  @MainActor static func start(recording actions: [String] = [], methods: [String] = []) {
    if !tokens.isEmpty { return }
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

  /// Ends the recording, and returns its file.
  @MainActor @discardableResult static func stop() -> URL? {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    tokens = []
    return file.url
  }

  /// Records a method with its subject (a scene, a session or several), the payload it brings, and an activity's type.
  @MainActor static func record(
    _ subject: Any? = nil, _ cargo: Any? = nil, type: String? = nil, callback: String = #function,
    file source: String = #fileID, line: Int = #line
  ) {
    var (members, payloads, type) = (about(subject), [AnyHashable](), type)
    var counts: Members = []
    if let options = cargo as? UIScene.ConnectionOptions {
      let session = (subject as? UIScene)?.session ?? subject as? UISceneSession
      counts = [
        ("urls", "\(options.urlContexts.count)"), ("userActivities", "\(options.userActivities.count)"),
        ("cloudKitShare", "\(options.cloudKitShareMetadata != nil)"),
        ("handoff", "\(options.handoffUserActivityType != nil)"),
        ("stateRestoration", "\(session?.stateRestorationActivity != nil)"),
      ]
      payloads = options.urlContexts.map { $0.url } + Array(options.userActivities)
      payloads += [options.cloudKitShareMetadata].compactMap { $0 }
    }
    if let contexts = cargo as? Set<UIOpenURLContext> { payloads = contexts.map { $0.url } }
    if let activity = cargo as? NSUserActivity { (payloads, type) = ([activity], activity.activityType) }
    #if !os(tvOS)
      if let item = cargo as? UIApplicationShortcutItem { (payloads, type) = ([item], item.type) }
      if let options = cargo as? UIScene.ConnectionOptions {
        counts.append(("notificationResponse", "\(options.notificationResponse != nil)"))
        counts.append(("shortcutItem", "\(options.shortcutItem != nil)"))
        payloads += [options.shortcutItem, options.notificationResponse as NSObject?].compactMap { $0 }
      }
    #endif
    if !counts.isEmpty { members.append(("options", object(counts))) }
    if !payloads.isEmpty { members.append(("payloads", list(payloads.map(id)))) }
    if let type { members.append(("type", quoted(type))) }
    file.write(callback, members + [("file", quoted(source)), ("sourceLine", "\(line)")])
  }

  /// Records an action of the app; a number stands for the payload, whose content is not recorded.
  static func did(
    _ action: String, payload: AnyHashable? = nil, session: String? = nil,
    file source: String = #fileID, line: Int = #line
  ) {
    var members: Members = [("kind", quoted("action")), ("file", quoted(source)), ("sourceLine", "\(line)")]
    if let payload { members.append(("payload", quoted(id(payload)))) }
    if let session { members.append(("session", quoted(session))) }
    file.write(action, members)
  }

  @MainActor private static func about(_ subject: Any?) -> Members {
    if let sessions = subject as? Set<UISceneSession> {
      return [("sessions", list(sessions.map(\.persistentIdentifier)))]
    }
    guard let session = (subject as? UIScene)?.session ?? subject as? UISceneSession else { return [] }
    let members = [("session", quoted(session.persistentIdentifier)), ("role", quoted(session.role.rawValue))]
    guard let scene = subject as? UIScene else { return members }
    let states = [-1: "unattached", 0: "foregroundActive", 1: "foregroundInactive", 2: "background"]
    let address = "0x" + String(UInt(bitPattern: ObjectIdentifier(scene)), radix: 16)
    return members + [("scene", quoted(address)), ("state", quoted(states[scene.activationState.rawValue] ?? "other"))]
  }
  private static func id(_ payload: AnyHashable) -> String { String(UInt(bitPattern: payload.hashValue), radix: 36) }
}

private func list(_ texts: [String]) -> String { "[\(texts.sorted().map(quoted).joined(separator: ","))]" }
private func object(_ members: [(String, String)]) -> String {
  "{\(members.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
}
private func quoted(_ text: String) -> String {
  "\"" + text.unicodeScalars.map { scalar in
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    return scalar.value >= 0x20 ? "\(scalar)" : String(format: "\\u%04x", scalar.value == 0 ? 0xfffd : scalar.value)
  }.joined() + "\""
}
private final class RecordingFile: @unchecked Sendable {  // SAFETY: begin and url are for the main thread.
  private let lock = NSLock(), launch = String(UInt32.random(in: .min ... .max), radix: 16)
  private let began = ProcessInfo.processInfo.systemUptime
  private(set) var url: URL?
  private var handle: FileHandle?, lost = 0
  func begin(_ os: String, _ device: String, _ records: [String]) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let (folder, now) = (caches.appendingPathComponent("CallOrder"), Int(Date().timeIntervalSince1970))
    let file = folder.appendingPathComponent("calls-\(now)-\(launch)-001.jsonl")
    let info = ["CFBundleIdentifier", "CFBundleShortVersionString"].map { Bundle.main.infoDictionary?[$0] as? String }
    let texts = [("app", info[0] ?? ""), ("version", info[1] ?? ""), ("os", os), ("device", device), ("launch", launch)]
    let metadata = object(texts.map { ($0, quoted($1)) } + [("startedAt", "\(now)")])
    let members = [("format", quoted("callorder.trace/1")), ("metadata", metadata), ("records", list(records))]
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data((object(members) + "\n").utf8).write(to: file)
    lock.withLock { (url, handle) = (file, FileHandle(forUpdatingAtPath: file.path)) }
    _ = try? handle?.seekToEnd()
  }

  func write(_ callback: String, _ members: [(String, String)]) {
    lock.withLock {
      guard let handle else { return }
      let time = String(format: "%.6f", ProcessInfo.processInfo.systemUptime - began)
      let names = [("callback", quoted(callback)), ("process", quoted(launch)), ("time", time)]
      let thread = ("thread", quoted(Thread.isMainThread ? "main" : "background"))
      let line = (lost > 0 ? "{\"lost\":\(lost)}\n" : "") + object(names + [thread] + members) + "\n"
      lost = (try? handle.write(contentsOf: Data(line.utf8))) == nil ? lost + 1 : 0
    }
  }
}
