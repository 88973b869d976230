internal import TraceModel

/// Identities that stand for the subjects of one kind for a while, as a scene does for the session that it is connected
/// to.
///
/// A subject's record says which alias it has; the register finds the subject of an alias.
struct AliasRegister: ~Copyable {
  // SAFETY: the callers pass the records of the store whose slots the register has, for one call, and the store does
  // not grow meanwhile.
  typealias Records = UnsafeMutablePointer<SubjectRecord>

  /// Whether the grammar gives the kind an alias.
  private let isUsed: Bool
  /// The slot that an alias within a wider subject stands for, by key.
  private var slots = HashIndex()
  /// How many subjects are known by an alias alone.
  private(set) var unboundCount = 0
  /// How many subjects had no alias in their last event. A subject that is met under an unbound alias may be any of
  /// them.
  private(set) var lackingCount = 0
  /// How many subjects were named by their identity and have not ended.
  private var namedCount = 0
  /// The number of aliases that were first met alone, plus 1. A subject that was not met under an alias since the last
  /// of them may have that one.
  private(set) var epoch: UInt32 = 1

  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Whether some events of a subject may use its identity, and others an alias.
  var isMixed: Bool { unboundCount > 0 && namedCount > 0 }

  /// Whether calls about the subject may be recorded under another name.
  @inline(__always)
  func mayBeMixed(_ alias: AliasTie) -> Bool {
    if alias.isUnbound { return lackingCount > 0 }
    return unboundCount > 0 && alias.isNamed && alias.metInEpoch != epoch
  }

  /// The key of an alias. The same name means something else within another wider subject.
  /// - Parameter serial: the serial number of the wider subject; nil if there is none.
  static func key(_ hash: UInt64, within serial: UInt32?) -> UInt64 {
    guard let serial else { return hash | 1 }
    return hash ^ ((UInt64(serial) << 32 | 1) &* 0x9E37_79B9_7F4A_7C15) | 1
  }

  /// The slot that the alias with the key stands for; nil for one that was never bound.
  func find(_ key: UInt64, _ records: Records) -> SubjectSlot? {
    slots.find(key) { records[$0].alias.key == key }
  }

  /// From here on, the alias with the key stands for the subject. The subject loses its previous alias, and the alias
  /// its previous subject.
  mutating func bind(_ key: UInt64, to slot: SubjectSlot, _ records: Records) {
    if records[slot].alias.key == key { return }
    forget(slot, records)
    if let other = find(key, records) {
      forget(other, records)
      noteBound(other, records)
    }
    slots.insert(key, slot)
    records[slot].alias.key = key
    noteMet(slot, records)
  }

  /// Forgets the alias of the subject.
  mutating func forget(_ slot: SubjectSlot, _ records: Records) {
    let key = records[slot].alias.key
    if key == 0 { return }
    slots.remove(key, slot)
    records[slot].alias.key = 0
  }

  /// Notes that a subject is known only by an alias.
  mutating func noteUnbound(_ slot: SubjectSlot, _ records: Records) {
    records[slot].alias.isUnbound = true
    unboundCount += 1
    epoch &+= 1
  }

  /// Notes that a subject that was known only by an alias now has an identity, or is gone.
  mutating func noteBound(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isUnbound { return }
    records[slot].alias.isUnbound = false
    unboundCount -= 1
  }

  /// Notes that a subject was named by its identity for the first time.
  mutating func noteNamed(_ slot: SubjectSlot, _ records: Records) {
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

  /// Notes that a subject was met under its alias, so that no other alias stands for it.
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

  /// Traps if the register and the records disagree; for tests.
  /// - Parameter used: the slots in use.
  func checkInvariants(_ used: [SubjectSlot], _ records: Records) {
    slots.checkInvariants()
    let withAlias = used.filter { records[$0].alias.key != 0 }
    precondition(slots.count == withAlias.count, "an alias stands for nobody, or for two")
    for slot in withAlias {
      precondition(
        find(records[slot].alias.key, records) == slot, "an alias stands for another subject")
    }
    let lacking = used.count { records[$0].alias.isNamed && records[$0].alias.metInEpoch == 0 }
    precondition(lackingCount == lacking, "the count of those without an alias is wrong")
    let named = used.count { records[$0].alias.isNamed }
    precondition(namedCount == named, "the count of those with an identity is wrong")
  }
}
