/// One call, notification or action, as it is recorded.
///
/// A property that is nil or empty is not written. The recorder adds the process, the time and the thread.
public struct RecordedEvent: Sendable, Equatable {
  /// What kind of event was recorded.
  public enum Kind: String, Sendable, CaseIterable {
    /// A method was called.
    case delegate
    /// A notification was posted.
    case notification
    /// The app itself did something.
    case action
  }

  /// Which part of a call an event records.
  public enum Phase: String, Sendable, CaseIterable {
    /// The beginning of a call; its end is a separate event.
    case begin
    /// The end of a call that another event began.
    case end
  }

  /// An additional member, for which there is no property.
  public struct Member: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Value

    /// Makes a member.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a member.
  public enum Value: Sendable, Equatable {
    /// A string.
    case text(String)
    /// A whole number.
    case number(Int)
    /// A Boolean.
    case truth(Bool)
    /// A list of strings.
    case list([String])
  }

  /// The callback, in any spelling, such as the value of `#function`.
  public var callback: String
  /// The kind of the event.
  public var kind: Kind
  /// The part of the call; nil for the whole call.
  public var phase: Phase?
  /// The session's `persistentIdentifier`.
  public var session: String?
  /// The `persistentIdentifier`s of the sessions, if a call concerns a set of them.
  public var sessions: [String] = []
  /// The address of the scene.
  public var scene: UInt?
  /// The raw value of the session's role.
  public var role: String?
  /// The scene's activation state during the call, such as `foregroundActive`.
  public var state: String?
  /// What a scene was connected with.
  public var options: ConnectionCounts?
  /// The identities of the links, activities and items that the call delivers.
  public var payloads: [String] = []
  /// The identity of the link, activity or item that the action handles.
  public var payload: String?
  /// The type of the user activity or quick action.
  public var type: String?
  /// The source file of the app that records the event, in the form of `#fileID`.
  public var file: String?
  /// The line in that file, counted from 1.
  public var sourceLine: Int?
  /// Additional members.
  public var members: [Member] = []

  /// Makes an event.
  /// - Parameters:
  ///   - callback: the callback, in any spelling.
  ///   - kind: the kind of the event.
  public init(_ callback: String, kind: Kind = .delegate) {
    self.callback = callback
    self.kind = kind
  }
}

/// What a scene was connected with: kinds and counts, never the contents.
public struct ConnectionCounts: Sendable, Equatable {
  /// The number of URLs to open.
  public var urls: Int
  /// The number of user activities to continue.
  public var userActivities: Int
  /// Whether the user responded to a notification.
  public var notificationResponse: Bool
  /// Whether the user chose a quick action.
  public var shortcutItem: Bool
  /// Whether the user accepted a CloudKit share.
  public var cloudKitShare: Bool
  /// Whether an activity from another device was announced.
  public var handoff: Bool
  /// Whether the session has a state restoration activity.
  public var stateRestoration: Bool

  /// Makes the counts of a connection.
  public init(
    urls: Int = 0, userActivities: Int = 0, notificationResponse: Bool = false,
    shortcutItem: Bool = false, cloudKitShare: Bool = false, handoff: Bool = false,
    stateRestoration: Bool = false
  ) {
    self.urls = urls
    self.userActivities = userActivities
    self.notificationResponse = notificationResponse
    self.shortcutItem = shortcutItem
    self.cloudKitShare = cloudKitShare
    self.handoff = handoff
    self.stateRestoration = stateRestoration
  }
}

extension ConnectionCounts {
  /// The names and values of the counts, as a check compares them.
  package var values: [(name: String, text: String)] {
    func text(_ truth: Bool) -> String { truth ? "true" : "false" }
    return [
      ("urls", String(urls)), ("userActivities", String(userActivities)),
      ("notificationResponse", text(notificationResponse)), ("shortcutItem", text(shortcutItem)),
      ("cloudKitShare", text(cloudKitShare)), ("handoff", text(handoff)),
      ("stateRestoration", text(stateRestoration)),
    ]
  }
}

extension RecordedEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .number(number) }
  public init(booleanLiteral truth: Bool) { self = .truth(truth) }
}
