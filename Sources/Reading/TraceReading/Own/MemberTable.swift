internal import TraceModel

/// The meaning of an event's member to the scanner.
enum MemberRole: UInt8, BitwiseCopyable {
  case unknown
  case callback
  case kind
  case phase
  case time
  case duration
  case lost
  /// Identities as a list of strings.
  case set
  /// A value that a grammar asks for: a string, or a whole number, which stands for its digits.
  case value
  /// An object with members that a grammar asks for; it is left to jansson.
  case object
}

/// The meaning of a member's value, and how it begins.
struct ValueMeaning: Equatable, BitwiseCopyable {
  var role = MemberRole.unknown
  /// The index of the member among those that a grammar asks for.
  var member: UInt8 = 0
  /// Whether the opening quote of a string precedes it.
  var opensText = false

  /// Whether a string is kept as a name.
  @inline(__always)
  var isName: Bool { role == .value || role == .callback }
}

/// Finds the meaning of a member by the bytes of its name.
final class MemberTable: Sendable {
  /// The meaning of a member.
  struct Entry {
    var role: MemberRole
    /// The index of a value or set among those that a grammar asks for, or of an object.
    var index: UInt8 = 0
    /// The member's bit among all members with a meaning.
    var bit: UInt64 = 0
  }

  private static let own: [(name: String, role: MemberRole)] = [
    ("callback", .callback), ("kind", .kind), ("phase", .phase), ("time", .time),
    ("duration", .duration), ("lost", .lost),
  ]

  private let names: StoredNames
  /// By the numbers of names, which start at 1.
  private let entries: [Entry]
  /// By object: the indices of values that are members of it.
  private let objects: [[Int]]
  /// How many members have a meaning.
  var count: Int { entries.count }

  /// Creates the table. If a name has two meanings, the format's own comes first, then that of a set.
  init(_ members: EventMembers) {
    var named = Self.own.map { ($0.name, Entry(role: $0.role)) }
    for (index, set) in members.sets.enumerated() {
      named.append((set, Entry(role: .set, index: UInt8(index))))
    }
    for (index, name) in members.single.enumerated() where EventMembers.head(of: name) == nil {
      named.append((name, Entry(role: .value, index: UInt8(index))))
    }
    let heads = members.single.map { EventMembers.head(of: $0) }
    var objects: [[Int]] = []
    for head in Set(heads.compactMap { $0 }).sorted() {
      named.append((head, Entry(role: .object, index: UInt8(objects.count))))
      objects.append(heads.indices.filter { heads[$0] == head })
    }
    self.objects = objects
    var names = StoredNames()
    var entries: [Entry] = []
    for (name, entry) in named {
      let id = names.intern(name)
      if Int(id.rawValue) <= entries.count { continue }
      entries.append(entry)
      entries[entries.count - 1].bit = 1 << UInt64(entries.count)
    }
    self.names = names
    self.entries = entries
  }

  /// The indices of the values that a member with a meaning may have.
  func places(of role: MemberRole, _ index: UInt8) -> [Int] {
    role == .value ? [Int(index)] : role == .object ? objects[Int(index)] : []
  }

  /// The meaning of the member with the name; nil if nothing asks for it.
  func find(_ name: ByteView) -> Entry? {
    let id = names.find(name.raw)
    return id.isNone ? nil : entries[Int(id.rawValue) - 1]
  }
}
