internal import TraceModel

/// What an event's member means to the scanner.
enum MemberRole: UInt8, BitwiseCopyable {
  case unknown
  case callback
  case kind
  case phase
  case time
  case duration
  case lost
  /// Identities that come as a list of strings.
  case set
  /// A value that a grammar asks for: a string, or a whole number that stands for its digits.
  case value
  /// An object of which a grammar asks for members; it is left to jansson.
  case object
}

/// What the value of a member means, and how it begins.
struct ValueMeaning: Equatable, BitwiseCopyable {
  var role = MemberRole.unknown
  /// The index of the member among those that a grammar asks for.
  var member: UInt8 = 0
  /// Whether the quote that opens a string is in front of it.
  var opensText = false
}

/// Finds what a member means by its name's bytes.
final class MemberTable: Sendable {
  /// What a member means.
  struct Entry {
    var role: MemberRole
    /// The index of a value among those that a grammar asks for.
    var index: UInt8 = 0
    /// The member's bit among all that have a meaning.
    var bit: UInt64 = 0
  }

  private static let own: [(name: String, role: MemberRole)] = [
    ("callback", .callback), ("kind", .kind), ("phase", .phase), ("time", .time),
    ("duration", .duration), ("lost", .lost),
  ]

  private let names: NameTable
  /// By the numbers of names, which begin at 1.
  private let entries: [Entry]
  /// A hash of all names and what they mean, the same for tables that are.
  let signature: UInt

  /// Makes the table; of two meanings of a name the format's own counts, then that of a set.
  init(_ members: EventMembers) {
    var named = Self.own.map { ($0.name, Entry(role: $0.role)) }
    for (index, set) in members.sets.enumerated() {
      named.append((set, Entry(role: .set, index: UInt8(index))))
    }
    for (index, name) in members.single.enumerated() {
      if let head = EventMembers.head(of: name) {
        named.append((head, Entry(role: .object)))
      } else {
        named.append((name, Entry(role: .value, index: UInt8(index))))
      }
    }
    var names = NameTable()
    var entries: [Entry] = []
    var signature: UInt = 1
    for (name, entry) in named {
      let id = names.intern(name)
      if Int(id.rawValue) <= entries.count { continue }
      entries.append(entry)
      entries[entries.count - 1].bit = 1 << UInt64(entries.count)
      signature = signature &* 31 &+ UInt(entry.role.rawValue)
      signature = name.utf8.reduce(signature &* 31 &+ UInt(entry.index)) { $0 &* 31 &+ UInt($1) }
    }
    self.names = names
    self.entries = entries
    self.signature = signature
  }

  /// What the member with the name means; nil for one that nobody asks for.
  func find(_ name: ByteView) -> Entry? {
    let id = names.find(name.raw)
    return id.isNone ? nil : entries[Int(id.rawValue) - 1]
  }
}
