internal import TraceModel

/// What an event's member means to the scanner.
enum MemberRole: UInt8, BitwiseCopyable {
  case unknown
  /// A string that only a person wants to see.
  case text
  /// The thread: a string or a number.
  case thread
  case callback
  case kind
  case time
  case duration
  case lost
  case identitySet
  /// Identities that must be a string, and those that may be a whole number; by index.
  case textIdentity0, textIdentity1, textIdentity2, textIdentity3
  case identity0, identity1, identity2, identity3

  /// Whether a string as value is only shown.
  @inline(__always) var isShownOnly: Bool { rawValue <= Self.thread.rawValue }

  /// The index of the identity; nil for other roles.
  @inline(__always) var identity: Int? {
    if rawValue >= Self.identity0.rawValue { return Int(rawValue - Self.identity0.rawValue) }
    if rawValue >= Self.textIdentity0.rawValue {
      return Int(rawValue - Self.textIdentity0.rawValue)
    }
    return nil
  }

  /// Whether a whole number stands for its digits.
  @inline(__always) var allowsNumber: Bool { rawValue >= Self.identity0.rawValue }
}

/// Finds the role of a member by its name's bytes.
///
/// Holds names of at most eight bytes as the number their bytes make, lowest first, and zeros; a multiplier is
/// searched under which they fall into different places. Longer names have no place and go to jansson.
final class MemberTable: Sendable {
  struct Place: BitwiseCopyable {
    var name: UInt64 = 0
    var role = MemberRole.unknown
  }

  static let placeCount = 64
  nonisolated(unsafe) let places: UnsafeMutablePointer<Place>
  let multiplier: UInt64
  /// Whether every name the reader has to know has a place.
  let isComplete: Bool
  /// A hash of all names and roles, the same for tables that are.
  let signature: UInt

  init(_ members: IdentityMembers) {
    var roles: [(name: String, role: MemberRole)] = [
      ("callback", .callback), ("kind", .kind), ("time", .time), ("duration", .duration),
      ("lost", .lost),
    ]
    if let set = members.set { roles.append((set, .identitySet)) }
    for (index, name) in members.single.enumerated()
    where !roles.contains(where: { $0.name == name }) {
      let isText = name == "session" || name == "scene"
      let first = isText ? MemberRole.textIdentity0 : .identity0
      roles.append((name, MemberRole(rawValue: first.rawValue + UInt8(index)) ?? .unknown))
    }
    for name in ["session", "scene", "role", "delegate", "state"]
    where !roles.contains(where: { $0.name == name }) {
      roles.append((name, .text))
    }
    if !roles.contains(where: { $0.name == "thread" }) { roles.append(("thread", .thread)) }
    isComplete = roles.allSatisfy { (1...8).contains($0.name.utf8.count) }
    signature = roles.reduce(1) { hash, member in
      member.name.utf8.reduce(hash &* 31 &+ UInt(member.role.rawValue)) { $0 &* 31 &+ UInt($1) }
    }
    places = .allocate(capacity: Self.placeCount)
    let words = roles.filter { (1...8).contains($0.name.utf8.count) }
      .map { (word: Self.word($0.name), role: $0.role) }
    var multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    while Set(words.map { Self.place($0.word, multiplier) }).count < words.count {
      multiplier = multiplier &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F
    }
    self.multiplier = multiplier
    places.initialize(repeating: Place(), count: Self.placeCount)
    for (word, role) in words {
      places[Self.place(word, multiplier)] = Place(name: word, role: role)
    }
  }

  deinit { places.deallocate() }

  /// The place and role of the member with the name; nil for one the format does not know.
  func find(_ name: UnsafeRawBufferPointer) -> (place: UInt8, role: MemberRole)? {
    if name.isEmpty || name.count > 8 { return nil }
    let word = name.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let place = Self.place(word, multiplier)
    return places[place].name == word ? (UInt8(place), places[place].role) : nil
  }

  private static func word(_ name: String) -> UInt64 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func place(_ word: UInt64, _ multiplier: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* multiplier) >> 58)
  }
}
