internal import TraceJSON
internal import TraceModel

/// An event as Bugsnag's library for Apple's systems sends it. Its breadcrumbs name notifications.
///
/// Its scenes have no identity. They can be told apart by role, configuration and delegate class. If two with the same
/// of these may have been connected at the same time, their breadcrumbs are left out.
/// - Source: bugsnag-cocoa, `BSGNotificationBreadcrumbs.m`.
struct BugsnagEvent: ForeignFormat {
  let name = "bugsnag"
  let elementName = (one: "breadcrumb", many: "breadcrumbs")
  let metadata: [TraceHeader.Member]
  /// The kinds of scenes of which at most one is connected at a time, and whether there is more than one kind.
  private let kinds: SceneKinds
  private var mixedUpCount = 0
  /// How many events of an upload follow the first one.
  private let furtherCount: Int

  private static let notifications: [String: String] = [
    "Scene Will Connect": "UISceneWillConnectNotification",
    "Scene Disconnected": "UISceneDidDisconnectNotification",
    "Scene Activated": "UISceneDidActivateNotification",
    "Scene Will Deactivate": "UISceneWillDeactivateNotification",
    "Scene Will Enter Foreground": "UISceneWillEnterForegroundNotification",
    "Scene Entered Background": "UISceneDidEnterBackgroundNotification",
    "App Did Enter Background": "UIApplicationDidEnterBackgroundNotification",
    "App Will Enter Foreground": "UIApplicationWillEnterForegroundNotification",
    "App Will Terminate": "UIApplicationWillTerminateNotification",
  ]

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    guard case .document(let document) = beginning else { return nil }
    return breadcrumbs(of: document).map { .document(BugsnagEvent(document), list: $0) }
  }

  /// The path to the breadcrumbs in an upload, or in a single event; nil if it is neither.
  private static func breadcrumbs(of document: JSONNode) -> [DocumentStep]? {
    if let event = document["events"]?[0], isEvent(event) {
      return [.member("events"), .first, .member("breadcrumbs")]
    }
    return isEvent(document) ? [.member("breadcrumbs")] : nil
  }

  /// Whether an object is such an event: its breadcrumbs have names, while those of other formats have categories.
  static func isEvent(_ object: JSONNode) -> Bool {
    guard let list = object["breadcrumbs"], list.isArray else { return false }
    if object["event_id"] != nil || list[0]?["category"] != nil { return false }
    return list[0]?["name"] != nil || object["exceptions"]?.isArray ?? false
  }

  private init(_ document: JSONNode) {
    let event = document["events"]?[0] ?? document
    furtherCount = max(0, (document["events"]?.elementCount ?? 0) - 1)
    let device = event["device"]
    var metadata: [TraceHeader.Member] = []
    if let system = device?["osName"]?.text, let version = device?["osVersion"]?.text {
      metadata.append(.init(name: "os", value: "\(system) \(version)"))
    }
    if let model = device?["model"]?.text {
      metadata.append(.init(name: "device", value: model))
    }
    if let version = event["app"]?["version"]?.text {
      metadata.append(.init(name: "app", value: version))
    }
    self.metadata = metadata
    let model = device?["model"]?.text ?? ""
    let isPhone = model.hasPrefix("iPhone") || model.hasPrefix("iPod")
    kinds = SceneKinds(event["breadcrumbs"], isPhone: isPhone)
  }

  var notes: [ReadingNote] {
    var notes: [ReadingNote] = []
    if mixedUpCount > 0 {
      let breadcrumbs = mixedUpCount == 1 ? "1 breadcrumb" : "\(mixedUpCount) breadcrumbs"
      let message = "\(breadcrumbs) of scenes that cannot be told apart; they are not checked"
      notes.append(.init(id: "scenes-mixed-up", count: mixedUpCount, message: message))
    }
    if furtherCount > 0 {
      let message = "only the first of \(furtherCount + 1) events is read"
      notes.append(.init(id: "further-events", count: furtherCount, message: message))
    }
    return notes
  }

  mutating func read(_ breadcrumb: JSONNode) -> ForeignElement {
    guard let name = breadcrumb["name"]?.text, let notification = Self.notifications[name] else {
      return .other
    }
    var event = ForeignEvent(
      notification, kind: .notification, time: seconds(breadcrumb["timestamp"]?.text))
    if name.hasPrefix("Scene ") {
      let kind = SceneKinds.kind(breadcrumb)
      if kinds.mixedUp.contains(kind) {
        mixedUpCount += 1
        return .nothing
      }
      if kinds.count > 1 { event.members["scene"] = kind }
      event.members["role"] = breadcrumb["metaData"]?["role"]?.text
    }
    return .events([event])
  }
}

/// The kinds of scenes that breadcrumbs mention, by what they say about a scene.
private struct SceneKinds {
  private(set) var count = 0
  /// The kinds of which several may be connected at once.
  private(set) var mixedUp: Set<String> = []

  /// - Parameter isPhone: whether it is a device with only one scene of each kind.
  init(_ breadcrumbs: JSONNode?, isPhone: Bool) {
    var connected: [String: Int] = [:]
    breadcrumbs?.forEachElement { breadcrumb in
      guard let name = breadcrumb["name"]?.text, name.hasPrefix("Scene ") else { return }
      let kind = Self.kind(breadcrumb)
      // A scene whose connection is not recorded may be one of several.
      if !isPhone && connected[kind, default: 0] != (name == "Scene Will Connect" ? 0 : 1) {
        mixedUp.insert(kind)
      }
      let change = name == "Scene Will Connect" ? 1 : name == "Scene Disconnected" ? -1 : 0
      connected[kind, default: 0] += change
    }
    count = connected.count
  }

  static func kind(_ breadcrumb: JSONNode) -> String {
    let data = breadcrumb["metaData"]
    let kind = [data?["role"], data?["configuration"], data?["delegateClass"]]
      .compactMap { $0?.text }.joined(separator: ", ")
    return kind.isEmpty ? "undescribed" : kind
  }
}
