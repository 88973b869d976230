/// What is recorded of one call, notification or action.
///
/// A member that is nil or empty is not written. What tells the process, the time and the thread apart is added by the
/// recorder.
public struct RecordedEvent: Sendable, Equatable {
  /// Who says that it happened.
  public enum Kind: String, Sendable, CaseIterable {
    /// A method was called.
    case delegate
    /// A notification was posted.
    case notification
    /// The app did something itself.
    case action
  }

  /// Which part of a call an event tells of.
  public enum Phase: String, Sendable, CaseIterable {
    /// Its beginning; its end is an event of its own.
    case begin
    /// The end of a call that another event began.
    case end
  }

  /// A member that has no place of its own.
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
    /// A text.
    case text(String)
    /// A whole number.
    case number(Int)
    /// Yes or no.
    case truth(Bool)
    /// Several texts.
    case list([String])
  }

  /// The callback, by any spelling; what `#function` gives is one.
  public var callback: String
  /// Who says that it happened.
  public var kind: Kind
  /// The part of the call; nil for the whole of it.
  public var phase: Phase?
  /// The session's `persistentIdentifier`.
  public var session: String?
  /// Several sessions, where a call is about a set of them.
  public var sessions: [String] = []
  /// The address of the scene.
  public var scene: UInt?
  /// The session's role.
  public var role: String?
  /// The activation state as read inside the call.
  public var state: String?
  /// What a connection came with.
  public var options: ConnectionCounts?
  /// Identities of the links, activities and items that the event carries.
  public var payloads: [String] = []
  /// The identity of the one that it handles.
  public var payload: String?
  /// The type of the activity that is continued.
  public var type: String?
  /// The file of the app's source that records the event, as `#fileID` gives it.
  public var file: String?
  /// The line in that file, counted from 1.
  public var sourceLine: Int?
  /// Whatever else is known.
  public var members: [Member] = []

  /// Makes an event.
  public init(_ callback: String, kind: Kind = .delegate) {
    self.callback = callback
    self.kind = kind
  }
}

/// What a connection came with: kinds and counts, and nothing of what is in them.
public struct ConnectionCounts: Sendable, Equatable {
  /// How many URLs it is to open.
  public var urls: Int
  /// How many user activities it is to continue.
  public var userActivities: Int
  /// Whether the user answered a notification.
  public var notificationResponse: Bool
  /// Whether the user chose a quick action.
  public var shortcutItem: Bool
  /// Whether the user accepted a shared record.
  public var cloudKitShare: Bool
  /// Whether an activity from another device was announced.
  public var handoff: Bool
  /// Whether the session has an activity to be restored from.
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

extension RecordedEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .number(number) }
  public init(booleanLiteral truth: Bool) { self = .truth(truth) }
}
