internal import TraceModel

/// Reads the roles that events record, as indices: first those that quirks ask for, then the others as they come.
///
/// What is recorded about subjects of each role is noted: the delegate of one scene may have fewer methods than that of
/// another.
struct RecordedRoles {
  /// So many roles are told apart; the rest are as one.
  private static let limit = 64

  /// The index of the role in an event; -1 where no quirk asks.
  private let member: Int
  private let callbackCount: Int
  private var names: [String]
  /// For every role and callback, row major, whether the callback came about a subject of the role.
  private var shown: [Bool]
  /// What was read last in this batch: most events of a recording have the role of the one before.
  private var last: (name: NameID, role: Int32) = (.none, -1)

  init(_ quirks: QuirkQuestions, callbackCount: Int) {
    member = quirks.roleMember ?? -1
    self.callbackCount = callbackCount
    names = quirks.roles
    shown = Array(repeating: false, count: names.count * callbackCount)
  }

  /// Forgets what the names of the batch before meant.
  mutating func forgetNames() { last = (.none, -1) }

  /// The role that an event records; -1 for none.
  /// - Complexity: O(1) where it is the one before, else O(bytes · roles).
  @inline(__always)
  mutating func role(of event: EventRecord, in batch: borrowing EventBatch) -> Int32 {
    if member < 0 { return -1 }
    let name = batch.value(member, of: event)
    if name.isNone { return -1 }
    if name != last.name { last = (name, index(of: batch.names.bytes(name))) }
    return last.role
  }

  private mutating func index(of name: UnsafeRawBufferPointer) -> Int32 {
    if let known = names.firstIndex(where: { $0.utf8.elementsEqual(name) }) { return Int32(known) }
    if names.count < Self.limit {
      names.append(String(decoding: name, as: UTF8.self))
      shown += Array(repeating: false, count: callbackCount)
      return Int32(names.count - 1)
    }
    return Int32(names.count)
  }

  /// Notes that a callback came about a subject of a role; -1 for none.
  @inline(__always)
  mutating func note(_ callback: Int, by role: Int32) {
    if role >= 0 && Int(role) < names.count { shown[Int(role) &* callbackCount &+ callback] = true }
  }

  /// The callbacks that never came about subjects of a role, for each role that any came about.
  var unshown: [Int: Set<Int>] {
    var unshown: [Int: Set<Int>] = [:]
    for role in names.indices {
      let missing = (0..<callbackCount).filter { !shown[role * callbackCount + $0] }
      if missing.count < callbackCount { unshown[role] = Set(missing) }
    }
    return unshown
  }

  /// The callbacks that came about subjects of a role, for each role that any came about, by its name.
  var shownByName: [String: Set<Int>] {
    var byName: [String: Set<Int>] = [:]
    for role in names.indices {
      let came = (0..<callbackCount).filter { shown[role * callbackCount + $0] }
      if !came.isEmpty { byName[names[role]] = Set(came) }
    }
    return byName
  }
}
