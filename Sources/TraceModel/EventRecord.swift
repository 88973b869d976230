/// Who says that something happened.
public enum EventKind: UInt8, Sendable, BitwiseCopyable {
  /// A delegate method was called.
  case delegate
  /// A notification was posted.
  case notification
  /// The app did something itself.
  case action
  /// Events were lost here.
  case gap

  /// The word used in traces and reports.
  public var name: String {
    switch self {
    case .delegate: "delegate"
    case .notification: "notification"
    case .action: "action"
    case .gap: "gap"
    }
  }
}

/// One event as read: what a check needs, as numbers; what only a person wants to see stays in the bytes.
///
/// Names are numbers in the `NameTable` of the same batch. The size is fixed and nothing is counted or freed.
public struct EventRecord: Sendable, BitwiseCopyable {
  /// How many members of an event can identify something.
  public static let identityLimit = 4

  /// The names of identifying members, by the reader's `IdentityMembers`; none where absent.
  public var identities: (NameID, NameID, NameID, NameID) = (.none, .none, .none, .none)
  /// The callback as spelled; none for a gap.
  public var callback = NameID.none
  /// The first place in the batch's `sets` of the identities that come as a set.
  public var setStart: UInt32 = 0
  /// How many identities come as a set.
  public var setCount: UInt32 = 0
  /// The offset of the event's first byte from the start of the batch's bytes.
  public var offset: UInt32 = 0
  /// The number of the event's bytes.
  public var length: UInt32 = 0
  /// The number of line ends between the start of the batch and the event.
  public var line: UInt32 = 0
  /// How many events a gap lost, 0 for unknown; at most what fits.
  public var lost: UInt32 = 0
  /// Whether the `kind` was written in the trace, and not taken for granted.
  public var kindIsExplicit = false
  /// Whether it is a delegate call, a notification or an action.
  public var kind = EventKind.delegate
  /// Seconds, with the trace's own origin; NaN where absent.
  public var time = Double.nan
  /// Seconds the callback took; NaN where absent.
  public var duration = Double.nan

  /// Makes an event without identities and times.
  @inlinable public init() {}

  /// The name of the identifying member with the given index.
  @inlinable public func identity(_ member: Int) -> NameID {
    switch member {
    case 0: identities.0
    case 1: identities.1
    case 2: identities.2
    default: identities.3
    }
  }

  /// Sets the name of the identifying member with the given index.
  @inlinable public mutating func setIdentity(_ member: Int, _ name: NameID) {
    switch member {
    case 0: identities.0 = name
    case 1: identities.1 = name
    case 2: identities.2 = name
    default: identities.3 = name
    }
  }
}

/// Which members of an event identify what it is about; what a grammar needs from a reader.
public struct IdentityMembers: Sendable, Equatable {
  /// Names of members with one identity each, at most `EventRecord.identityLimit`; the index is the event's.
  public var single: [String]
  /// The name of the member that carries several identities; nil when there is none.
  public var set: String?

  /// Makes the description of the identifying members.
  public init(single: [String], set: String?) {
    precondition(
      single.count <= EventRecord.identityLimit, "an event has no room for more identities")
    self.single = single
    self.set = set
  }

  /// The members of the trace format itself.
  public static let standard = IdentityMembers(
    single: ["process", "session", "scene"], set: "sessions")
}
