import Testing
import TraceGrammar
import TraceModel

@testable import TraceChecking

@Suite("The directory of subjects") struct SubjectDirectoryTests {
  /// Houses with doors that have aliases.
  private static let compiled = CompiledGrammar(
    Grammar(
      name: "G", version: "1",
      subjects: [
        SubjectKind(name: "house", member: "house"),
        SubjectKind(name: "door", parent: 0, member: "door", aliasMember: "alias"),
      ], callbacks: [], lifecycles: [], rules: []))
  private static func directory(ended: Int = 512) -> SubjectDirectory {
    var limits = MemoryLimits()
    (limits.endedSubjects, limits.waitingSubjects) = (ended, ended)
    return SubjectDirectory(
      compiled, CheckingTables(compiled, demandsCompleteLives: false), limits: limits)
  }

  /// Adds a subject, like its first event does.
  private func add(
    _ name: String, _ kind: SubjectKindID, to directory: inout SubjectDirectory,
    in batch: inout EventBatch
  ) -> SubjectReference {
    let id = self.name(name, in: &batch)
    let slot = directory.kinds[kind].store.insert(
      batch.names.bytes(id), hash: batch.names.hash(id), event: 1, gaps: 0, tombstone: nil)
    return SubjectReference(kind: kind, slot: slot)
  }

  private func noteNamed(_ subject: SubjectReference, in directory: borrowing SubjectDirectory) {
    let records = directory.kinds[subject.kind].store.records
    directory.kinds[subject.kind].aliases.noteNamed(subject.slot, records)
  }

  private func name(_ name: String, in batch: inout EventBatch) -> NameID {
    var name = name
    return name.withUTF8 { batch.names.intern(UnsafeRawBufferPointer($0)) }
  }

  @Test("finds a subject by its name, in this batch and in the next, until it is forgotten")
  func find() {
    var directory = Self.directory()
    var batch = EventBatch(byteCapacity: 64)
    directory.beginBatch()
    let id = name("d", in: &batch)
    directory.beginBatch()
    var found = [directory.find(1, id, in: batch)]
    let door = add("d", 1, to: &directory, in: &batch)
    found += [directory.find(1, id, in: batch), directory.find(1, id, in: batch)]
    // The same name of another kind is another subject.
    found.append(directory.find(0, id, in: batch))
    batch.removeEvents()
    directory.beginBatch()
    let other = name("other", in: &batch)
    let again = name("d", in: &batch)
    directory.beginBatch()
    found += [directory.find(1, other, in: batch), directory.find(1, again, in: batch)]
    let key = directory.key(door)
    directory.kinds[1].tombstones.add(directory[door], EventTrail(), vectors: [])
    directory.kinds[1].remove(door.slot)
    found.append(directory.find(1, again, in: batch))
    #expect(found == [nil, door.slot, door.slot, nil, nil, door.slot, nil])
    directory.checkInvariants()
    let next = add("other", 1, to: &directory, in: &batch)
    #expect(next.slot == door.slot && directory.key(next) != key)
    let (found2, kept) = (
      directory.find(1, again, in: batch),
      directory.kinds[1].tombstones.take(batch.names.hash(again))
    )
    #expect(found2 == nil && kept != nil)
  }

  @Test("knows what an alias stands for, within one wider subject")
  func alias() {
    var directory = Self.directory()
    var batch = EventBatch(byteCapacity: 64)
    let (x, y) = (name("x", in: &batch), name("y", in: &batch))
    let houses = ["h1", "h2"].map { add($0, 0, to: &directory, in: &batch).slot }
    let doors = ["d1", "d2"].map { add($0, 1, to: &directory, in: &batch) }
    directory.beginBatch()
    func meaning(_ alias: NameID, _ house: Int) -> SubjectSlot? {
      directory.kinds[1].find(alias: directory.key(of: alias, 1, houses[house], in: batch))
    }
    for door in doors { noteNamed(door, in: directory) }
    #expect(meaning(x, 0) == nil)
    directory.bind(x, to: doors[0], houses[0], in: batch)
    #expect(meaning(x, 0) == doors[0].slot && meaning(x, 1) == nil && meaning(y, 0) == nil)
    // Another alias replaces the first one.
    directory.bind(y, to: doors[0], houses[0], in: batch)
    #expect(meaning(x, 0) == nil && meaning(y, 0) == doors[0].slot)
    // An alias comes with another subject, and then with the first one again.
    directory.bind(y, to: doors[1], houses[0], in: batch)
    #expect(meaning(y, 0) == doors[1].slot)
    var isBound = [
      directory.isBound(y, to: doors[0], houses[0], in: batch),
      directory.isBound(y, to: doors[1], houses[0], in: batch),
    ]
    directory.checkInvariants()
    directory.bind(y, to: doors[0], houses[0], in: batch)
    isBound.append(directory.isBound(y, to: doors[1], houses[0], in: batch))
    #expect(meaning(y, 0) == doors[0].slot && isBound == [false, true, false])
    directory.checkInvariants()
    directory.kinds[1].remove(doors[0].slot)
    #expect(meaning(y, 0) == nil)
    directory.checkInvariants()
  }

  @Test("counts the subjects that an unbound alias may stand for")
  func lackOfAlias() {
    var directory = Self.directory()
    var batch = EventBatch(byteCapacity: 64)
    let x = name("x", in: &batch)
    let house = add("h", 0, to: &directory, in: &batch)
    let doors = ["d1", "d2", "d3"].map { add($0, 1, to: &directory, in: &batch) }
    directory.beginBatch()
    for door in doors { noteNamed(door, in: directory) }
    // A kind without aliases does not lack any.
    noteNamed(house, in: directory)
    var counts = [directory.kinds[1].aliases.lackingCount, directory.kinds[0].aliases.lackingCount]
    directory.bind(x, to: doors[0], house.slot, in: batch)
    counts.append(directory.kinds[1].aliases.lackingCount)
    directory.makeForgettable(doors[1])
    directory.makeForgettable(doors[1])
    counts.append(directory.kinds[1].aliases.lackingCount)
    directory.kinds[1].remove(doors[2].slot)
    counts.append(directory.kinds[1].aliases.lackingCount)
    #expect(counts == [3, 0, 2, 1, 0])
    directory.checkInvariants()
  }

  @Test("has one unnamed subject in every identified wider one, and one for the rest")
  func unnamed() {
    var directory = Self.directory()
    var batch = EventBatch(byteCapacity: 64)
    let houses = ["h1", "h2"].map { add($0, 0, to: &directory, in: &batch) }
    directory.beginBatch()
    func insert(_ house: SubjectReference?) -> SubjectReference {
      let hash = directory.unnamedHash(1, house?.slot)
      let slot = directory.kinds[1].store.insert(
        SubjectDirectory.noName, hash: hash, event: 1, gaps: 0, tombstone: nil)
      return SubjectReference(kind: 1, slot: slot)
    }
    let (first, second, rest) = (insert(houses[0]), insert(houses[1]), insert(nil))
    for subject in [first, second, rest, first] { directory.switchUnnamed(to: subject) }
    let found = [
      directory.unnamed(1, houses[0].slot), directory.unnamed(1, houses[1].slot),
      directory.unnamed(1, nil),
    ]
    #expect(found == [first.slot, second.slot, rest.slot])
    let isOnly = [first, second, rest].map { directory.isTheOnlyUnnamed($0) }
    #expect(isOnly == [false, false, true])
    let waiting = directory.kinds[1].forgettable.checkedSlots()
    #expect(waiting == [second.slot, rest.slot])
  }

  @Test("forgets the subject that ended first, if there are too many")
  func forget() {
    var directory = Self.directory(ended: 1)
    var batch = EventBatch(byteCapacity: 64)
    let doors = ["d1", "d2", "d3"].map { add($0, 1, to: &directory, in: &batch) }
    directory.beginBatch()
    var wanted: [SubjectReference?] = [directory.subjectToForget(1)]
    for door in [1, 0, 2] { directory.makeForgettable(doors[door]) }
    wanted.append(directory.subjectToForget(1))
    directory.kinds[1].forgettable.remove(doors[1].slot)
    wanted.append(directory.subjectToForget(1))
    directory.kinds[1].remove(doors[0].slot)
    wanted.append(directory.subjectToForget(1))
    #expect(wanted == [nil, doors[1], doors[0], nil])
    let mayBeOverLimit = directory.mayBeOverLimit
    #expect(mayBeOverLimit)
    directory.checkInvariants()
  }
}
