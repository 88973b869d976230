internal import TraceGrammar
internal import TraceModel

/// How lifecycles go of subjects that slicing asks about: wider ones, those without a name, and those of kinds of which some
/// events name the alias alone. Nothing is read before somebody asks.
struct Courses {
  /// How many of all entries were read.
  fileprivate var count = 0
  fileprivate var vectors: [Int32: [VectorID]] = [:]
  /// For an unnamed narrow subject: in which states it may be, if it is several.
  var counts: [Int32: [StateCounts]] = [:]
  /// What notifications about narrow subjects say about an unnamed wider one that was not seen to begin: the states of its
  /// lifecycle with `renew`, as if they were calls. They prove nothing else about it.
  fileprivate(set) var told: [Int32: VectorID] = [:]
}

/// The only part of slicing that asks automata.
extension Slicer {
  /// Where the lifecycles of a subject may be, after all its entries.
  mutating func vectors(of subject: Int32) -> [VectorID] {
    while courses.count < flat.count {
      let (other, entry) = flat[courses.count]
      courses.count += 1
      let kind = out.subjects[Int(other)].kind
      if out.subjects[Int(other)].isUnnamed || plan.kinds[kind].isWider
        || recording.mixesAliases[kind]
      {
        read(entry, of: other, out.letters[kind])
      }
    }
    return courses.vectors[subject] ?? start(of: subject)
  }

  private func start(of subject: Int32) -> [VectorID] {
    let isKnown = out.subjects[Int(subject)].isKnown
    return out.letters[out.subjects[Int(subject)].kind].machines.map {
      isKnown ? $0.knownStart : $0.unknownStart
    }
  }

  private mutating func read(_ entry: Entry, of subject: Int32, _ letters: Letters) {
    if !letters.isSeen(entry.letter) { return }
    var vectors = courses.vectors.removeValue(forKey: subject) ?? start(of: subject)
    defer { courses.vectors[subject] = vectors }
    for (number, machine) in letters.machines.enumerated() {
      guard let symbol = letters.symbol(entry.letter, number) else { continue }
      vectors[number] = machine.costs.step(vectors[number], symbol).next
      if letters.all[Int(entry.letter)].fact != Letter.call {
        courses.counts[subject]?[number].apply(symbol, machine.targets)
      } else if entry.flags & Entry.isOwn == 0 {
        courses.counts[subject]?[number].blur()
      }
    }
  }

  /// Whether a lifecycle of a subject does not allow a call now.
  mutating func forbids(_ letter: UInt16, _ subject: Int32) -> Bool {
    let letters = out.letters[out.subjects[Int(subject)].kind]
    return vectors(of: subject).enumerated().contains { number, vector in
      letters.symbol(letter, number).map { letters.machines[number].costs.step(vector, $0).rose }
        ?? false
    }
  }

  /// Whether no step leaves the states in which the first lifecycle of a subject may be.
  mutating func isOver(_ subject: Int32) -> Bool {
    guard let machine = out.letters[out.subjects[Int(subject)].kind].machines.first,
      !machine.endStates.isEmpty
    else { return false }
    return machine.costs.cheapestStates(vectors(of: subject)[0]).allSatisfy(
      machine.endStates.contains)
  }

  // MARK: - Several without a name

  /// Whether several subjects may take a call that an unnamed one of them cannot.
  /// - Parameters:
  ///   - isKnown: whether it is certain that nothing happened to a new one before.
  ///   - isEcho: whether the call may have come before.
  mutating func isOfSeveral(
    _ letter: UInt16, _ subject: Int32, isKnown: Bool, isEcho: Bool
  ) -> Bool {
    let isForbidden = forbids(letter, subject)
    let letters = out.letters[out.subjects[Int(subject)].kind]
    guard var counts = courses.counts[subject] else { return false }
    var isLegal = true
    for (number, machine) in letters.machines.enumerated() {
      guard let symbol = letters.symbol(letter, number) else { continue }
      if !counts[number].step(symbol, isKnown: isKnown, mayBeEcho: isEcho, machine.targets) {
        isLegal = false
      }
    }
    courses.counts[subject] = counts
    return isForbidden && isLegal && !isEcho
  }

  // MARK: - The present wider subject

  private mutating func steps(_ item: Event, _ kind: Int) -> [(
    machine: Machine, symbol: SymbolID, vector: VectorID
  )] {
    zip(out.letters[kind].machines, vectors(of: registers[kind].current)).compactMap {
      machine, vector in
      machine.symbol(CallbackID(Int(item.callback)), ConditionOutcomes())
        .map { (machine, $0, vector) }
    }
  }

  mutating func forbids(_ item: Event, _ kind: Int) -> Bool {
    steps(item, kind).contains { $0.machine.costs.step($0.vector, $0.symbol).rose }
  }

  mutating func leavesUnchanged(_ item: Event, _ kind: Int) -> Bool {
    steps(item, kind).allSatisfy {
      let step = $0.machine.costs.step($0.vector, $0.symbol)
      return !step.rose && step.next == $0.vector
    }
  }

  /// Whether a call can only come before the next one begins.
  mutating func comesBeforeBeginning(_ item: Event, _ kind: Int) -> Bool {
    steps(item, kind).contains { machine, symbol, vector in
      if machine.declaration.renewable.isEmpty { return false }
      let atStart = machine.costs.step(machine.knownStart, symbol)
      return machine.costs.step(vector, symbol).rose && !atStart.rose
        && atStart.next == machine.knownStart
    }
  }

  /// Whether a lifecycle says that the present subject can only be followed by the next one.
  mutating func isRenewable(_ kind: Int) -> Bool {
    let subject = registers[kind].current
    let told = courses.told[subject]
    return zip(out.letters[kind].machines, vectors(of: subject)).contains { machine, vector in
      let renewable = machine.declaration.renewable
      return !renewable.isEmpty
        && [vector, told ?? vector].contains {
          machine.costs.cheapestStates($0).allSatisfy(renewable.contains)
        }
    }
  }

  /// Notes a notification about a narrow subject within the present wider one, which has no identity.
  mutating func noteNotification(_ item: Event, _ narrow: Int) {
    guard let kind = plan.kinds[narrow].parent, case let subject = registers[kind].current,
      subject >= 0, out.subjects[Int(subject)].isUnnamed, !out.subjects[Int(subject)].began,
      let machine = out.letters[kind].machines.first(where: {
        !$0.declaration.renewable.isEmpty
      }),
      let symbol = machine.symbol(CallbackID(Int(item.callback)), ConditionOutcomes())
    else { return }
    let step = machine.costs.step(courses.told[subject] ?? machine.unknownStart, symbol)
    if !step.rose { courses.told[subject] = step.next }
  }
}
