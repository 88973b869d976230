internal import TraceJSON
internal import TraceModel

/// An event or crash report of Sentry's library for Apple's systems: what the application as a whole was told.
///
/// Its breadcrumbs of category `app.lifecycle` stand for notifications of the application; scenes do not occur.
/// - Source: sentry-cocoa, `SentryBreadcrumbTracker.swift`.
struct SentryEvent: ForeignFormat {
  let name = "sentry"
  let elementName = (one: "breadcrumb", many: "breadcrumbs")
  let metadata: [TraceHeader.Member]
  private let notifications: [String: String]

  /// Up to 2026 two states stood for what four stand for now; no version tells, but the others give it away.
  private static let olderNotifications: [String: String] = [
    "foreground": "UIApplicationDidBecomeActiveNotification",
    "background": "UIApplicationDidEnterBackgroundNotification",
  ]

  private static let newerNotifications: [String: String] = [
    "foreground": "UIApplicationWillEnterForegroundNotification",
    "active": "UIApplicationDidBecomeActiveNotification",
    "inactive": "UIApplicationWillResignActiveNotification",
    "background": "UIApplicationDidEnterBackgroundNotification",
  ]

  /// The ways to where breadcrumbs have been, the newest first.
  private static let ways: [[DocumentStep]] = [
    [.member("breadcrumbs")], [.member("breadcrumbs"), .member("values")],
    [.member("sentry_sdk_scope"), .member("breadcrumbs")],
    [.member("user"), .member("breadcrumbs")],
  ]

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    guard case .document(let document) = beginning else { return nil }
    return breadcrumbs(of: document).map { .document(SentryEvent(document), list: $0) }
  }

  /// Where a document has its breadcrumbs; nil when it is none of Sentry's.
  private static func breadcrumbs(of document: JSONNode) -> [DocumentStep]? {
    let isEvent = document["event_id"] != nil || document["sdk"] != nil
    return ways.first { way in
      guard let list = document.node(at: way), list.isArray else { return false }
      return isEvent || way.count > 1 || list[0]?["category"] != nil
    }
  }

  private init(_ document: JSONNode) {
    let system = document["contexts"]?["os"]
    let name = system?["name"] ?? document["system"]?["system_name"]
    let version = system?["version"] ?? document["system"]?["system_version"]
    if let name = name?.text, let version = version?.text {
      metadata = [.init(name: "os", value: "\(name) \(version)")]
    } else {
      metadata = []
    }
    var isNewer = false
    let way = Self.breadcrumbs(of: document) ?? []
    document.node(at: way)?.forEachElement { breadcrumb in
      let state = Self.state(breadcrumb)
      if state == "active" || state == "inactive" { isNewer = true }
    }
    notifications = isNewer ? Self.newerNotifications : Self.olderNotifications
  }

  private static func state(_ breadcrumb: JSONNode) -> String? {
    guard breadcrumb["category"]?.text == "app.lifecycle" else { return nil }
    return breadcrumb["data"]?["state"]?.text
  }

  mutating func read(_ breadcrumb: JSONNode) -> ForeignElement {
    guard let notification = Self.state(breadcrumb).flatMap({ notifications[$0] }) else {
      return .other
    }
    let timestamp = breadcrumb["timestamp"]
    return .events([
      ForeignEvent(
        notification, kind: .notification, time: timestamp?.number ?? seconds(timestamp?.text))
    ])
  }
}
