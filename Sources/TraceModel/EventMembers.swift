/// What a grammar may ask of an event; a grammar that asks for more is refused before anything is read.
public enum EventLimits {
  /// How many members of an event may identify a subject, those that come as a set aside.
  public static let identityMembers = 16
  /// How many members of an event may be asked for: those that identify a subject and those that say more of it.
  public static let members = 32
}

/// Which members of an event a grammar asks for: those that identify what it is about, and other values.
public struct EventMembers: Sendable, Equatable {
  /// Names of members with one value each, at most `EventLimits.members`; the index is the one in an event.
  public let single: [String]
  /// The name of the member that carries several identities; nil when there is none.
  public let set: String?

  /// Makes the description of the members.
  public init(single: [String], set: String?) {
    precondition(single.count <= EventLimits.members, "an event has no room for more members")
    self.single = single
    self.set = set
  }
}
