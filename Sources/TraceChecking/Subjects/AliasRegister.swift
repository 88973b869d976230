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
  /// How many subjects lack an alias: one that is met under an unbound alias may be any of them.
  private(set) var lackingCount = 0

  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Whether events of one subject may be known by its identity in part, and in part by an alias.
  var isMixed: Bool { unboundCount > 0 && lackingCount > 0 }

  /// Whether calls about the subject may be recorded under another name.
  func mayBeMixed(_ record: SubjectRecord) -> Bool {
    isMixed && (record.alias.isLacking || record.alias.isUnbound)
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
  }

  /// Notes that what was known by an alias alone is so no more: it is tied to an identity, or gone.
  mutating func noteBound(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isUnbound { return }
    records[slot].alias.isUnbound = false
    unboundCount -= 1
  }

  /// Notes that a subject was named, by its identity alone so far.
  mutating func noteLack(_ slot: SubjectSlot, _ records: Records) {
    if !isUsed { return }
    records[slot].alias.isLacking = true
    lackingCount += 1
  }

  /// Notes that no unbound alias can stand for the subject any more: it has one, or it has ended.
  mutating func noteMet(_ slot: SubjectSlot, _ records: Records) {
    if !records[slot].alias.isLacking { return }
    records[slot].alias.isLacking = false
    lackingCount -= 1
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
    let lacking = used.count { records[$0].alias.isLacking }
    precondition(lackingCount == lacking, "the count of those without an alias is wrong")
  }
}
