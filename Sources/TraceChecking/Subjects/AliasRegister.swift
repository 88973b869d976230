internal import TraceModel

/// Identities that stand for the subjects of one kind for a while, as a scene does for the session it is connected to.
///
/// What ties a subject to its alias is in its record; the register knows the way back.
struct AliasRegister: ~Copyable {
  typealias Records = UnsafeMutablePointer<SubjectRecord>

  /// Whether the grammar gives the kind an alias.
  private let isUsed: Bool
  /// The slot that an alias within a wider subject stands for, by key.
  private var slots = HashIndex()
  /// How many subjects are known by an alias alone.
  private(set) var unboundCount = 0
  /// Of how many subjects the last event came without an alias: one that is met under an unbound alias may be any of them.
  private(set) var lackingCount = 0
  /// How many subjects were named by their identity and have not ended.
  private var namedCount = 0
  /// How many aliases were first met alone, and one more. Who was not met under an alias since the last of them may have
  /// that one.
  private(set) var epoch: UInt32 = 1

  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Whether events of one subject may be known by its identity in part, and in part by an alias.
  var isMixed: Bool { unboundCount > 0 && namedCount > 0 }

  /// Whether calls about the subject may be recorded under another name.
  func mayBeMixed(_ alias: AliasTie) -> Bool {
    if alias.isUnbound { return lackingCount > 0 }
    return unboundCount > 0 && alias.isNamed && alias.metInEpoch != epoch
  }

  /// The key of an alias: the same name means another thing within another wider subject.
  /// - Parameter serial: that of the wider subject; nil where there is none.
  static func key(_ hash: UInt64, within serial: UInt32?) -> UInt64 {
    guard let serial else { return hash | 1 }
    return hash ^ ((UInt64(serial) << 32 | 1) &* 0x9E37_79B9_7F4A_7C15) | 1
  }

  /// The slot that the alias with the key stands for; nil for one that was never bound.
  func find(_ key: UInt64) -> SubjectSlot? { slots.find(key) { _ in true } }

  /// From here on the alias with the key stands for the subject, and the one it had for none; so for what it stood before.
  mutating func bind(_ key: UInt64, to slot: SubjectSlot, _ records: Records) {
    if records[slot].alias.key == key { return }
    forget(slot, records)
    if let other = find(key) {
      forget(other, records)
      noteBound(other, records)
    }
    slots.insert(key, slot)
    records[slot].alias.key = key
    noteMet(slot, records)
  }

  /// Forgets what stands for the subject.
  mutating func forget(_ slot: SubjectSlot, _ records: Records) {
    let key = records[slot].alias.key
    if key == 0 { return }
    slots.remove(key, slot)
    (records[slot].alias.key, records[slot].alias.batch) = (0, 0)
  }

  /// Notes that a subject is known by an alias alone.
  mutating func noteUnbound(_ slot: SubjectSlot, _ records: Records) {
    records[slot].alias.isUnbound = true
    unboundCount += 1
    epoch &+= 1
  }

  /// Notes that what was known by an alias alone is so no more: it is tied to an identity, or gone.
  mutating func noteBound(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isUnbound { return }
    records[slot].alias.isUnbound = false
    unboundCount -= 1
  }

  /// Notes that a subject was named for the first time.
  mutating func noteLack(_ slot: SubjectSlot, _ records: Records) {
    if !isUsed { return }
    (records[slot].alias.isNamed, records[slot].alias.metInEpoch) = (true, 0)
    lackingCount += 1
    namedCount += 1
  }

  /// Notes that a subject was named without its alias: it may have another one by now.
  mutating func noteUnmet(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isNamed || records[slot].alias.metInEpoch == 0 { return }
    records[slot].alias.metInEpoch = 0
    lackingCount += 1
  }

  /// Notes that a subject was met under its alias, so that no other one stands for it.
  mutating func noteMet(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isNamed { return }
    if records[slot].alias.metInEpoch == 0 { lackingCount -= 1 }
    records[slot].alias.metInEpoch = epoch
  }

  /// Notes that no alias can stand for the subject any more, as it has ended.
  mutating func noteEnded(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isNamed { return }
    noteMet(slot, records)
    records[slot].alias.isNamed = false
    namedCount -= 1
  }

  /// Traps where the register and the records disagree; for tests.
  /// - Parameter used: the slots in use.
  func checkInvariants(_ used: [SubjectSlot], _ records: Records) {
    slots.checkInvariants()
    let withAlias = used.filter { records[$0].alias.key != 0 }
    precondition(slots.count == withAlias.count, "an alias stands for nobody, or for two")
    for slot in withAlias {
      precondition(find(records[slot].alias.key) == slot, "an alias stands for another subject")
    }
    let lacking = used.count { records[$0].alias.isNamed && records[$0].alias.metInEpoch == 0 }
    precondition(lackingCount == lacking, "the count of those without an alias is wrong")
    let named = used.count { records[$0].alias.isNamed }
    precondition(namedCount == named, "the count of those with an identity is wrong")
  }
}
