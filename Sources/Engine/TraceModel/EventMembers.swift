/// The members of an event that a grammar asks for: those that identify its subjects, and other values.
@usableFromInline
package struct EventMembers: Sendable, Equatable {
  /// The member under which a log offers the line of an event.
  package static let logLine = "text"

  /// The names of members with one value each, at most `GrammarLimits.members`. Their indices here are those in an
  /// event.
  ///
  /// A name with a dot, such as `options.urls`, refers to a member of another member.
  @usableFromInline package let single: [String]
  /// The names of members that carry several identities, at most `GrammarLimits.identitySets`.
  package let sets: [String]
  /// From this index on, single members may have any value: also `true`, `false`, and a list, which stands for its
  /// length.
  package let firstLoose: Int
  /// From this index on, any other value counts as absent, because the format does not restrict these members.
  package let firstLenient: Int

  /// From this index on, members are only shown to people: nothing is judged by them.
  package private(set) var firstShown: Int

  /// How many of the single members identify subjects; they come first. A store keeps the others apart from them.
  package let identityCount: Int
  /// The identities that several members make together.
  package let joined: [Joined]

  /// An identity that several members make together.
  package struct Joined: Sendable, Equatable {
    /// The index of the identity, and those of the members.
    package let place: Int
    package let parts: [Int]

    /// Describes the identity.
    package init(place: Int, parts: [Int]) { (self.place, self.parts) = (place, parts) }
  }

  /// Creates the description of the members.
  /// - Parameters:
  ///   - firstLoose: the index of the first member that may have any value; nil for none.
  ///   - firstLenient: the index of the first member for which any other value counts as absent; nil for none.
  ///   - identityCount: how many of the single members identify subjects, from the first on; nil for all.
  package init(
    single: [String], sets: [String], firstLoose: Int? = nil, firstLenient: Int? = nil,
    identityCount: Int? = nil, joined: [Joined] = []
  ) {
    precondition(single.count <= GrammarLimits.members, "an event has no room for more members")
    precondition(sets.count <= GrammarLimits.identitySets, "an event has no room for more sets")
    self.single = single
    self.sets = sets
    self.firstLoose = firstLoose ?? single.count
    self.firstLenient = firstLenient ?? single.count
    firstShown = single.count
    self.identityCount = identityCount ?? single.count
    self.joined = joined
  }

  /// Creates the description of members of which at most one holds several identities.
  package init(single: [String], set: String?) {
    self.init(single: single, sets: set.map { [$0] } ?? [])
  }
}

extension EventMembers {
  /// The same members and one more, if there is room. Any value but a string or a whole number counts as absent.
  package func adding(_ name: String) -> EventMembers {
    if single.contains(name) || single.count == GrammarLimits.members { return self }
    return EventMembers(
      single: single + [name], sets: sets, firstLoose: firstLoose, firstLenient: firstLenient,
      identityCount: identityCount, joined: joined)
  }

  /// The same members and those that are only shown to people, as far as there is room.
  package func showing(_ names: [String]) -> EventMembers {
    var known = Set(single)
    let new = names.filter { known.insert($0).inserted }.prefix(
      GrammarLimits.members - single.count)
    var members = EventMembers(
      single: single + new, sets: sets, firstLoose: firstLoose,
      firstLenient: min(firstLenient, single.count), identityCount: identityCount, joined: joined)
    members.firstShown = firstShown
    return members
  }

  /// The part of a name before the first dot; nil if it has none.
  package static func head(of name: String) -> String? {
    name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) }
  }
}
