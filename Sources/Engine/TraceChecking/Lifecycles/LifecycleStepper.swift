internal import TraceGrammar
internal import TraceModel

/// A segment that is ready to be explained: no later event can change its cheapest repair.
struct FinishedSegment {
  var subject: SubjectReference
  var lifecycle: LifecycleID
  /// The segment in the pool, which keeps it until it is closed.
  var segment: SegmentID
  /// The states in which it must end; nil for any.
  var end: [StateID]?
  /// The last event of the subject so far, whatever its callback.
  var last: HistoryEntry
}

/// A run whose cost the present event increased.
struct RisenRun {
  var subject: SubjectReference
  var number: Int
}

/// A step that is legal only because of calls that the recording does not show.
struct Reliance {
  var lifecycle: LifecycleID
  /// The cost vector before the step.
  var vector: VectorID
  var symbol: SymbolID
  var occurrence: Occurrence
  var about: RecordedSubject
}

/// The data that all steps of one event share.
struct PresentEvent {
  /// Whether the present event has already increased the cost of a run.
  var costRose = false
  /// The highest severity of the rules that the runs broke whose cost it has increased, and where they did.
  var brokenSeverity = Severity.note
  var increases: [(segment: SegmentID, index: Int)] = []
  /// Whether the event is about another kind of subject, which is beside that of the runs that step.
  var isBeside = false
  /// Whether the present event is about several subjects.
  var isAboutSeveral = false
}

/// Runs a copy of each lifecycle for each subject, as a cost vector, and keeps the events that may need an explanation.
///
/// A step is one table lookup. Events are kept only while a run is not *settled*, so that its past still matters (see
/// `CostAutomaton`).
struct LifecycleStepper: ~Copyable {
  /// How often a settled run must move after its last cost increase before its segment is explained. Any sooner, the
  /// next edit may belong to the last one (two calls in the wrong order).
  static let calmBeforeExplaining: UInt8 = 2

  let compiled: CompiledGrammar
  // SAFETY: the tables own the automata to which the stores point, and are kept here as long as those.
  let tables: CheckingTables
  /// One store for every kind of subject.
  var stores: IDArray<SubjectKindID, RunStore>
  var segments = SegmentPool()
  /// The segments to explain now, in the order they became certain.
  var finished: [FinishedSegment] = []
  /// The steps of the present event that are legal only because of calls that the recording does not show.
  var relianceOnSilence: [Reliance] = []
  /// The runs whose cost increased since this was last emptied.
  var risen: [RisenRun] = []
  /// How often a pinned state saw a symbol legally: for each lifecycle, row major, states × symbols.
  var hits: [Int]
  /// How often symbols came legally in vectors that are not pinned.
  var unpinned = UnpinnedSteps()
  /// The data that all steps of the present event share.
  var present = PresentEvent()

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.compiled = compiled
    self.tables = tables
    stores = tables.kinds.table { RunStore(runCount: $0.runCount, combined: $0.combined) }
    hits = Array(repeating: 0, count: tables.hitCount)
  }

  /// Sets up the runs of a subject first seen now, in the states it may be in.
  /// - Parameters:
  ///   - isKnown: whether it is certain that nothing happened to it before.
  ///   - tombstone: what was kept of it when it was forgotten; nil if it was not.
  mutating func start(
    _ subject: SubjectReference, isKnown: Bool, tombstone: Tombstones.Tombstone?
  ) {
    stores[subject.kind].add(subject.slot)
    if let tombstone {
      stores[subject.kind].trails[subject.slot] = tombstone.trail
    }
    for number in 0..<tables.kinds[subject.kind].runCount {
      let traits = tables.kinds[subject.kind].runs[number]
      var vector = isKnown ? traits.knownStart : traits.unknownStart
      if let tombstone { vector = tombstone.vectors[number] }
      var run = Run(vector: vector)
      if !tables.automata[traits.lifecycle].isSettled(vector) {
        let open = segments.open(startVector: vector)
        segments[open].hasUnknownStart = !isKnown && tombstone == nil
        run.segment = MaybeSegment(open)
      }
      stores[subject.kind][subject.slot, number] = run
    }
  }

  /// Steps all runs of one subject by an event that is not an echo.
  /// - Parameters:
  ///   - isOwn: whether the callback is about this kind of subject, rather than one that belongs to it.
  ///   - names: knows the name of the widest subject, for explanations; `inout` because borrowing would copy it.
  /// - Returns: whether anything about its runs changed.
  mutating func step(
    _ subject: SubjectReference, _ occurrence: Occurrence, isOwn: Bool,
    names: inout SubjectDirectory
  ) -> Bool {
    let traits = tables.kinds[subject.kind].runs
    let (kind, slot) = (subject.kind, subject.slot)
    let callback = occurrence.callback
    let plain = occurrence.entry
    let hasCases = tables.traits[callback].cases == .inLifecycles
    if !hasCases, let all = stores[subject.kind].combinedStep(subject.slot, callback) {
      take(all, subject, plain)
      if isOwn || all.moved != 0 { remember(subject, plain) }
      return all.moved != 0
    }
    stores[kind].trails[slot].combined = -1
    var entry = plain
    var isChanged = false
    for number in tables.seeing[subject.kind][callback] {
      var seenAs = traits[number].compiled.symbols[callback].id
      if hasCases {
        (seenAs, entry.cases) = traits[number].compiled.symbol(of: occurrence)
      }
      guard let symbol = seenAs else { continue }
      stores[kind].hasStepped = true
      let before = stores[kind][slot, number].vector
      let step = tables.automata[traits[number].lifecycle].step(before, symbol)
      let stateCount = traits[number].stateCount
      if before.rawValue < stateCount && !step.rose {
        let hit = before.index &* traits[number].symbolCount &+ symbol.index
        hits[traits[number].hitOffset &+ hit] &+= 1
      }
      if unpinned.isOn, !step.rose, before.rawValue >= stateCount || step.usesSilence {
        unpinned.count(traits[number].lifecycle, before, symbol)
      }
      if step.usesSilence {
        relianceOnSilence.append(
          Reliance(
            lifecycle: traits[number].lifecycle, vector: before, symbol: symbol,
            occurrence: occurrence, about: RecordedSubject(subject, in: names)))
      }
      if !step.rose, step.isSettled, stores[kind][slot, number].segment.isNone {
        if step.next != before {
          stores[kind][slot, number].move(to: step.next, by: entry)
          isChanged = true
        }
        continue
      }
      if step.isIdle {
        // A settled run without a segment has taken its step above.
        segments[stores[kind][slot, number].segment.known].appendIdle(entry)
        continue
      }
      isChanged = isChanged || step.rose || step.next != before
      if step.rose {
        let open = segments.segment(of: slot, run: number, in: &stores[kind])
        let isSuperseded = isSuperseded(traits[number], symbol, before)
        present.increases.append((open, segments[open].increases.count))
        // Made in place, as copies of it are expensive. For lifecycles that step after this one, the conditions are
        // those before the event.
        segments[open].increases.append(
          CostIncrease(
            index: segments[open].entries.count,
            process: names.nameOfWidest(occurrence),
            role: occurrence.role, recorder: names[subject].recorder,
            caller: occurrence.caller,
            conditions: tables.plans.conditions.holding(
              for: kind, stores[kind].runs(of: slot), tables,
              isObservedInPart: compiled.observed != nil),
            isSuperseded: isSuperseded, isAboutSeveral: present.isAboutSeveral))
        present.costRose = true
        risen.append(RisenRun(subject: subject, number: number))
      }
      move(subject, number, step, entry, isIncrease: step.rose)
    }
    if isOwn || isChanged { remember(subject, plain) }
    return isChanged
  }

  /// Whether the present event is a finding about another lifecycle already. If that one is milder, and about a subject
  /// beside this one, this is the better explanation, and outweighs it.
  private mutating func isSuperseded(
    _ run: RunTraits, _ symbol: SymbolID, _ before: VectorID
  ) -> Bool {
    let states = tables.automata[run.lifecycle].cheapestStates(before)
    let rule = run.compiled.rule(symbol: symbol, states: states) ?? compiled.forms.unexpected
    let severity = rule.map { compiled.grammar.rules[$0].severity } ?? .error
    defer { present.brokenSeverity = max(present.brokenSeverity, severity) }
    if !present.costRose { return false }
    if !present.isBeside || severity <= present.brokenSeverity { return true }
    for other in present.increases {
      segments[other.segment].increases[other.index].isOutweighed = true
    }
    return false
  }

  /// Steps all runs of a subject at once.
  @inline(__always)
  mutating func take(
    _ step: CombinedAutomaton.Transition, _ subject: SubjectReference, _ entry: HistoryEntry
  ) {
    var waiting = stores[subject.kind].take(step, subject.slot, entry)
    // What waits to be explained shows the last events that changed nothing.
    while waiting != 0 {
      let run = stores[subject.kind][subject.slot, waiting.trailingZeroBitCount]
      segments[run.segment.known].appendIdle(entry)
      waiting &= waiting &- 1
    }
  }

  /// Notes the event as the last of its subject.
  mutating func remember(_ subject: SubjectReference, _ entry: HistoryEntry) {
    var entry = entry
    if tables.kinds[subject.kind].runCount > 0 {
      let vector = stores[subject.kind][subject.slot, 0].vector
      if vector.rawValue < tables.kinds[subject.kind].runs[0].stateCount {
        entry.state = MaybeState(vector.state)
      }
    }
    stores[subject.kind].remember(entry, of: subject.slot)
  }

  /// Applies a fact to all runs of a subject.
  /// - Parameter isMarkedLoss: whether the fact is a loss of events that a marker in the trace shows.
  mutating func apply(
    _ fact: Fact, to subject: SubjectReference, event: UInt32, isMarkedLoss: Bool = false
  ) {
    let entry = HistoryEntry(
      event: event, line: 0, fact: UInt8(fact.rawValue), isMarkedLoss: isMarkedLoss)
    for number in 0..<tables.kinds[subject.kind].runCount {
      let run = stores[subject.kind][subject.slot, number]
      let traits = tables.kinds[subject.kind].runs[number]
      let symbol = compiled.lifecycles[traits.lifecycle].symbol(fact)
      let step = tables.automata[traits.lifecycle].step(run.vector, symbol)
      if step.next == run.vector && run.segment.isNone { continue }
      move(subject, number, step, entry)
    }
  }

  /// Takes a step that is not simple: by a fact, or illegal, or of a run that is not settled.
  /// - Parameter isIncrease: whether it is illegal. Its increase was then added to the run's segment.
  mutating func move(
    _ subject: SubjectReference, _ number: Int, _ step: CostAutomaton.Step, _ entry: HistoryEntry,
    isIncrease: Bool = false
  ) {
    let (kind, slot) = (subject.kind, subject.slot)
    let traits = tables.kinds[kind].runs[number]
    stores[kind].trails[slot].combined = -1
    let isSettled = step.isSettled
    let open =
      isSettled
      ? stores[kind][slot, number].segment.id
      : segments.segment(of: slot, run: number, in: &stores[kind])
    // An event that only rules out unlikely states did not lead here.
    let isMoved = step.movesCheapest
    if isMoved {
      stores[kind][slot, number].move(to: step.next, by: entry)
    } else {
      stores[kind][slot, number].vector = step.next
    }
    guard let open else { return }
    segments[open].append(entry)
    if isIncrease {
      stores[kind][slot, number].calm = 0
    } else if stores[kind][slot, number].calm < .max, isMoved {
      stores[kind][slot, number].calm += 1
    }
    if !isSettled {
      if segments[open].isTooLong { cut(open, subject, number) }
      return
    }
    let calm = stores[kind][slot, number].calm
    if segments[open].increases.isEmpty {
      close(subject, number)
    } else if calm >= Self.calmBeforeExplaining || segments[open].isLong(calm: calm) {
      finish(subject, number, end: tables.automata[traits.lifecycle].cheapestStates(step.next))
    }
  }

  /// Ends a segment that would grow without a limit, because a mistake keeps coming and more than one history remains
  /// possible. The next segment begins with the histories that are the cheapest now; a legal one is among them.
  private mutating func cut(_ open: SegmentID, _ subject: SubjectReference, _ number: Int) {
    let lifecycle = tables.kinds[subject.kind].runs[number].lifecycle
    let vector = stores[subject.kind][subject.slot, number].vector
    let hasUnknownStart = segments[open].hasUnknownStart
    // Not all of them: those that only silent calls lead to must stay known as such.
    let kernel = tables.automata[lifecycle].vector(
      ofStates: tables.automata[lifecycle].kernel(vector))
    stores[subject.kind][subject.slot, number].vector = kernel
    if segments[open].increases.isEmpty {
      close(subject, number)
    } else {
      finish(subject, number, end: tables.automata[lifecycle].cheapestStates(vector))
    }
    if tables.automata[lifecycle].isSettled(kernel) { return }
    let next = segments.segment(of: subject.slot, run: number, in: &stores[subject.kind])
    segments[next].hasUnknownStart = hasUnknownStart
  }

  /// Hands the open segment of a run over to be explained.
  /// - Parameter end: the states in which it must end; nil for any.
  private mutating func finish(_ subject: SubjectReference, _ number: Int, end: [StateID]?) {
    guard let segment = stores[subject.kind][subject.slot, number].release() else { return }
    finished.append(finishedSegment(segment, subject, number, end: end))
  }

  private func finishedSegment(
    _ segment: SegmentID, _ subject: SubjectReference, _ number: Int, end: [StateID]?
  ) -> FinishedSegment {
    let trail = stores[subject.kind].trails[subject.slot]
    return FinishedSegment(
      subject: subject, lifecycle: tables.kinds[subject.kind].runs[number].lifecycle,
      segment: segment, end: end,
      last: HistoryEntry(event: trail.lastEvent, line: trail.lastLine))
  }

  private mutating func close(_ subject: SubjectReference, _ number: Int) {
    if let open = stores[subject.kind][subject.slot, number].release() { segments.close(open) }
  }

  /// Closes the open segments of a subject without explaining them.
  mutating func closeSegments(of subject: SubjectReference) {
    for number in 0..<tables.kinds[subject.kind].runCount { close(subject, number) }
  }

  /// The open segment of a run, as if its subject got no further events; nil if none is open.
  func open(_ risen: RisenRun) -> FinishedSegment? {
    let (subject, number) = (risen.subject, risen.number)
    return stores[subject.kind][subject.slot, number].segment.id.map {
      finishedSegment($0, subject, number, end: nil)
    }
  }

  /// Prepares what is still open about a subject to be explained, as the subject gets no further events.
  /// - Parameter demandsCompleteLife: whether its lifecycles must end in accepting states.
  mutating func finishRuns(of subject: SubjectReference, demandsCompleteLife: Bool) {
    for number in 0..<tables.kinds[subject.kind].runCount {
      let run = stores[subject.kind][subject.slot, number]
      if run.segment.id == nil && !demandsCompleteLife { continue }
      let traits = tables.kinds[subject.kind].runs[number]
      let needed =
        demandsCompleteLife ? tables.automata[traits.lifecycle].costToAccept(run.vector) : 0
      if needed == 0, run.segment.id.map({ segments[$0].increases.isEmpty }) ?? true {
        close(subject, number)
        continue
      }
      _ = segments.segment(of: subject.slot, run: number, in: &stores[subject.kind])
      let states = compiled.lifecycles[traits.lifecycle].declaration.states
      let accepting = states.indices.filter { states[$0].isAccepting }
      finish(subject, number, end: demandsCompleteLife ? accepting : nil)
      // What is missing at the end is told at the last call.
      if let last = recentEntries(of: subject).last, last.event == finished.last?.last.event {
        finished[finished.count - 1].last = last
      }
    }
  }
}
