internal import TraceGrammar
internal import TraceModel

/// Subjects of a trace that identifies none of their kind: one in every wider subject that is identified, else one.
extension Checker {
  /// The unnamed subject that was met within the wider one before; nil when none was.
  func knownUnnamed(_ subject: Int, _ parent: SubjectSlot?) -> SubjectSlot? {
    let latest = unnamed[subject]
    let hash = unnamedHash(subject, parent)
    if latest >= 0, stores[subject].records[latest].hash == hash { return latest }
    return stores[subject].find(Self.noName, hash: hash)
  }

  /// Makes room for the unnamed subject within the wider one.
  mutating func insertUnnamed(_ subject: Int, _ parent: SubjectSlot?) -> SubjectSlot {
    let slot = insert(
      subject, Self.noName, hash: unnamedHash(subject, parent), event: eventCount, parent: parent)
    stores[subject].records[slot].isUnnamed = true
    return slot
  }

  /// Puts the unnamed subject met last among those that may be forgotten, as its process is.
  mutating func switchUnnamed(_ subject: Int, to slot: SubjectSlot) {
    let before = unnamed[subject]
    unnamed[subject] = slot
    stores[subject].records[slot].ended = false
    if before >= 0 { end(subject, before) }
  }

  /// Whether the life has to end well. Of unnamed subjects that holds for the last: the others may be the same.
  func demandsCompleteLife(_ subject: Int, _ slot: SubjectSlot) -> Bool {
    options.demandsCompleteLives
      && (isWider(subject) || slot == unnamed[subject] || !stores[subject].records[slot].isUnnamed)
  }

  /// From the first identity on, events without one are no longer taken for those of one subject.
  mutating func noteIdentity(_ subject: Int) {
    if sawIdentity[subject] { return }
    sawIdentity[subject] = true
    if unnamed[subject] < 0 { return }
    let events = unnamedEvents[subject]
    recordingNotes.add(
      .subjectMissing, event: events.firstEvent, line: events.firstLine, count: events.count)
    unnamedFindings = FindingCollector(limit: options.violationLimit)
    for slot in stores[subject].slots where stores[subject].records[slot].isUnnamed {
      closeStretches(subject, slot)
      stores[subject].remove(slot)
    }
    unnamed[subject] = -1
  }

  /// The kind of the wider subject that has the unnamed one for itself; nil where the trace has but one.
  func scopeOfUnnamed(_ subject: Int, _ slot: SubjectSlot) -> String? {
    if stores[subject].records[slot].hash == Self.hashOfTheOnlyOne { return nil }
    return compiled.grammar.subjects[subject].parent.map { compiled.grammar.subjects[$0].name }
  }

  private func unnamedHash(_ subject: Int, _ parent: SubjectSlot?) -> UInt64 {
    let wider = tables.subjects[subject].parent
    guard let parent, wider >= 0, !stores[wider].records[parent].isUnnamed else {
      return Self.hashOfTheOnlyOne
    }
    return stores[wider].records[parent].hash
  }

  private static var hashOfTheOnlyOne: UInt64 { 1 }
  private static var noName: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}

/// Events that identified nobody.
struct UnnamedEvents {
  private(set) var count = 0
  /// The number of the first, counted from 1.
  private(set) var firstEvent: UInt32 = 0
  /// The line of the first, counted from 1.
  private(set) var firstLine: UInt32 = 0

  mutating func add(_ checked: CheckedEvent) {
    if count == 0 { (firstEvent, firstLine) = (checked.number, checked.line) }
    count += 1
  }
}
