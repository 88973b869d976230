internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension Summary {
  /// The first events in detail, as many as the slicer has listed, and the states of their subjects.
  func timeline() -> Timeline {
    var lanes = Lanes(self)
    var entries: [Timeline.Entry] = []
    entries.reserveCapacity(main.slices.listed.count)
    for listed in main.slices.listed {
      var entry = self.entry(listed.event)
      (entry.lanes, entry.processLane) = lanes.numbers(listed)
      entries.append(entry)
    }
    // The last state of a lane lasts to the end of the trace, or to the last event that is listed.
    let last = entries.last?.event ?? 0
    let isComplete = entries.count < main.slices.listing || last == eventCount
    let order = lanes.close(after: isComplete ? eventCount : last)
    var newNumbers = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { newNumbers[old] = new }
    for index in entries.indices {
      entries[index].lanes = entries[index].lanes.map { newNumbers[$0] }
      entries[index].processLane = entries[index].processLane.map { newNumbers[$0] }
    }
    return Timeline(lanes: order.map { lanes.all[$0] }, entries: entries, isComplete: isComplete)
  }

  private func entry(_ index: Int32) -> Timeline.Entry {
    let event = store.events[Int(index)]
    let isKnown = event.callback != Event.none && event.doubt != .nearly && event.kind != .gap
    let time = isKnown ? store.start(Int(index)) : event.time
    let own = store.duration(Int(index))
    let measured = recording.durations[Int(index)].flatMap { $0 >= 0 ? $0 : nil }
    return Timeline.Entry(
      event: Int(index) + 1, line: Int(event.line),
      callback: isKnown
        ? grammar.callbacks[CallbackID(Int(event.callback))].name
        : event.kind == .gap ? "" : store.string(store.spelling(event.row.how)),
      kind: event.kind, time: time.isNaN ? nil : time,
      duration: measured ?? (own.isNaN ? nil : own))
  }
}

/// The lanes of a timeline, with their states up to an event.
private struct Lanes {
  /// A subject on its way through its word.
  private struct Follower {
    /// Its word, as it was judged.
    var word: ArraySlice<Entry> = []
    /// Where it is in its first lifecycle.
    var vector = VectorID(0)
    var place = 0
    /// The symbol that this one read the last event as, if it read that.
    var symbol: (event: Int32, id: SymbolID?) = (-1, nil)
    /// The state in which it was last shown, if the recording does not show every call.
    var shown: StateID?
    /// Its lane, if it has one, and its state there since an event, counted from 1.
    var lane: Int?
    var state: String?
    var since = 0
  }

  private let summary: Summary
  private let walks: [Walk]
  private var followers: [Int32: Follower] = [:]
  private var subjects: [Int32] = []
  private(set) var all: [Timeline.Lane] = []

  init(_ summary: Summary) {
    self.summary = summary
    walks = summary.plan.kinds.indices.map { Walk(summary.main, kind: $0) }
  }

  /// The lanes of an event.
  mutating func numbers(_ listed: Listed) -> (own: [Int], process: Int?) {
    let own = listed.subjects.map { ($0, state(of: $0, after: listed.event)) }
    let process =
      listed.process < 0
      ? nil : (listed.process, state(of: listed.process, after: listed.event))
    let number = Int(listed.event) + 1
    let processLane = process.map { lane($0.0, $0.1, number) }
    return (own.map { lane($0.0, $0.1, number) }, processLane)
  }

  /// The name of the state that the calls about a subject lead to; nil if that is not certain.
  private mutating func state(of subject: Int32, after event: Int32) -> String? {
    let kind = summary.main.slices.subjects[Int(subject)].kind
    let walk = walks[kind]
    guard let machine = walk.letters.machines.first else { return nil }
    let isKnown = summary.main.slices.subjects[Int(subject)].isKnown
    var follower =
      followers[subject]
      ?? Follower(
        word: walk.word(subject), vector: isKnown ? machine.knownStart : machine.unknownStart)
    defer { followers[subject] = follower }
    while follower.place < follower.word.count,
      case let entry = follower.word[follower.word.startIndex + follower.place],
      entry.event <= event
    {
      let symbol = walk.symbol(entry, at: follower.place, 0, of: subject)
      if walk.letters.all[Int(entry.letter)].fact == Letter.call {
        follower.symbol = (entry.event, symbol)
      }
      if let symbol { follower.vector = machine.costs.step(follower.vector, symbol).next }
      follower.place += 1
    }
    let possible = machine.costs.cheapestStates(follower.vector)
    var reached = possible.count == 1 ? possible[0] : nil
    if summary.main.machines.shown != nil {
      if possible.count > 1 {
        let symbol =
          follower.symbol.event == event ? follower.symbol.id : plainSymbol(event, machine)
        reached = machine.reached(by: symbol, from: follower.shown, possible: possible)
      }
      follower.shown = reached
    }
    return reached.map { machine.declaration.states[$0].name }
  }

  /// The symbol of a call that was no step, such as the notification of one.
  private func plainSymbol(_ index: Int32, _ machine: Machine) -> SymbolID? {
    let event = summary.store.events[Int(index)]
    if event.callback == Event.none || [.nearly, .disordered, .own].contains(event.doubt) {
      return nil
    }
    return machine.symbol(CallbackID(Int(event.callback)), ConditionOutcomes())
  }

  private mutating func lane(_ subject: Int32, _ state: String?, _ event: Int) -> Int {
    var follower = followers[subject] ?? Follower()
    defer { followers[subject] = follower }
    let lane = follower.lane ?? all.count
    if follower.lane == nil {
      follower.lane = lane
      subjects.append(subject)
      let record = summary.main.slices.subjects[Int(subject)]
      all.append(
        Timeline.Lane(
          kind: summary.grammar.subjects[SubjectKindID(record.kind)].name,
          subject: summary.store.string(record.name)))
    }
    if follower.state != state {
      end(follower, lane, at: event)
      (follower.state, follower.since) = (state, event)
    }
    return lane
  }

  private mutating func end(_ follower: Follower, _ lane: Int, at event: Int) {
    guard let state = follower.state else { return }
    all[lane].intervals.append(.init(state: state, firstEvent: follower.since, endEvent: event))
  }

  /// Ends all states after an event.
  /// - Returns: the lanes in order, those of wider subjects first.
  mutating func close(after event: Int) -> [Int] {
    for (lane, subject) in subjects.enumerated() {
      if let follower = followers[subject] { end(follower, lane, at: event + 1) }
    }
    let isWide = subjects.map {
      summary.plan.kinds[summary.main.slices.subjects[Int($0)].kind].isWider
    }
    return all.indices.filter { isWide[$0] } + all.indices.filter { !isWide[$0] }
  }
}

extension Machine {
  /// The state that a call leads to, if all states that are possible after the call are this one and those that silent
  /// steps lead to from there. It is nil if the call may have come in several states, and so does not show one.
  /// - Parameters:
  ///   - symbol: the symbol of the call; nil for an event that the lifecycle ignores.
  ///   - before: the state before the call; nil if that is not known.
  ///   - possible: the cheapest states after it.
  fileprivate func reached(
    by symbol: SymbolID?, from before: StateID?, possible: [StateID]
  ) -> StateID? {
    let steps = symbol.map { automaton.edges[$0].filter { possible.contains($0.to) } } ?? []
    var targets = Set(steps.map(\.to))
    if targets.count != 1, let before {
      targets = symbol == nil ? [before] : Set(steps.filter { $0.from == before }.map(\.to))
    }
    guard targets.count == 1, let target = targets.first, possible.contains(target),
      Set(possible).isSubset(of: reachable[target])
    else { return nil }
    return target
  }
}
