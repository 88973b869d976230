internal import TraceJSON
internal import TraceModel

/// An event or crash report of Sentry's library for Apple's systems: notifications to the application as a whole.
///
/// Its breadcrumbs of the category `app.lifecycle` stand for notifications of the application. It does not mention
/// scenes.
/// - Source: sentry-cocoa, `SentryBreadcrumbTracker.swift`.
struct SentryEvent: ForeignFormat {
  let name = "sentry"
  let elementName = (one: "breadcrumb", many: "breadcrumbs")
  let metadata: [TraceHeader.Member]
  private let notifications: [String: String]

  /// Up to 2026, two states stood for what four stand for now. No version says so, but the other states reveal it.
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

  /// The paths to breadcrumbs over time, newest first.
  private static let ways: [[DocumentStep]] = [
    [.member("breadcrumbs")], [.member("breadcrumbs"), .member("values")],
    [.member("sentry_sdk_scope"), .member("breadcrumbs")],
    [.member("user"), .member("breadcrumbs")],
  ]

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    guard case .document(let document) = beginning else { return nil }
    return breadcrumbs(of: document).map { .document(SentryEvent(document), list: $0) }
  }

  /// The path to the breadcrumbs of a document; nil if it is not one of Sentry's.
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
