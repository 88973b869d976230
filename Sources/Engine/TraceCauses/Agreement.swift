internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension CauseID {
  fileprivate enum Claim { case superfluous, missing }

  /// What a cause says about the calls of its finding; nil for one that fits any repair.
  fileprivate var claim: Claim? {
    switch self {
    case .forwarded, .recordedTwice, .calledByApp, .staleObject: .superfluous
    case .notCalled, .notRecorded, .recordingStartsLate, .recordingCut: .missing
    default: nil
    }
  }
}

/// A cause and the repair of its finding tell one story. Where another repair is as good as the one that was found, the cause
/// decides between them.
extension CauseFacts {
  /// Whether the repair, or one that is as good, is what a cause says.
  func agrees(with id: CauseID) -> Bool {
    if isRepaired(as: id) || blamesTheEnd(id) { return true }
    return id.claim == .superfluous ? fitsRemoved : !waysThere(for: id).isEmpty
  }

  /// Whether the cause is that something made the call that seemed to end the subject.
  private func blamesTheEnd(_ id: CauseID) -> Bool {
    id == .calledByApp && goesOnEachTime != nil
  }

  private func isRepaired(as id: CauseID) -> Bool {
    let repair = violation.repair
    if repair.cost == 0 { return true }
    switch id.claim {
    case nil: return true
    case .missing: return !repair.insertions.isEmpty
    case .superfluous:
      return repair.deletions.contains {
        $0.callback == violation.callback && !repair.moves($0.callback)
      }
    }
  }

  /// Gives a finding the repair that its first cause speaks of.
  func settle(_ violation: inout Violation) {
    guard let cause = violation.likelyCause, !isRepaired(as: cause.id),
      let place = violation.steps.lastIndex(where: \.offending)
    else { return }
    if blamesTheEnd(cause.id), let end = violation.endBefore, let event = end.event {
      violation.repair = Repair(deletions: [.init(event: event, callback: end.callback)])
      violation.steps.removeAll { $0.mark == .missing }
      for index in violation.steps.indices where violation.steps[index].event == event {
        violation.steps[index].mark = .unexpected
      }
      return
    }
    if cause.id.claim == .superfluous {
      violation.repair = Repair(
        deletions: [.init(event: violation.event, callback: violation.callback)])
      violation.steps[place].mark = .unexpected
      violation.steps.removeAll { $0.mark == .missing }
      violation.cause = .extra
    } else if case let ways = waysThere(for: cause.id), !ways.isEmpty {
      violation.repair = Repair(
        insertions: ways.flatMap { way in
          way.calls.map { .init(callback: $0.callback, beforeEvent: way.event) }
        })
      for way in ways {
        guard let place = violation.steps.lastIndex(where: { $0.event == way.event }) else {
          continue
        }
        violation.steps[place].mark = .match
        violation.steps[place].states = [way.state]
        if way.calls.isEmpty { continue }
        var rows = way.calls.map {
          Violation.Step(
            mark: .missing, event: nil, line: nil, callback: $0.callback, states: [$0.state])
        }
        rows[0].omittedBefore = violation.steps[place].omittedBefore
        violation.steps[place].omittedBefore = 0
        violation.steps.insert(contentsOf: rows, at: place)
      }
      violation.cause = .missing
    }
  }

  private var lifecycle: Lifecycle? {
    wording.grammar.lifecycles.first { $0.name == violation.lifecycle }
  }

  /// The states to which a call leads from some states.
  private func targets(_ states: [StateID], _ callback: String) -> Set<StateID> {
    Set(
      lifecycle?.transitions.filter {
        states.contains($0.from) && wording.grammar.callbacks[$0.callback].name == callback
      }.map(\.to) ?? [])
  }

  private func states(named names: [String]) -> [StateID] {
    lifecycle?.states.indices.filter { names.contains(lifecycle?.states[$0].name ?? "") } ?? []
  }

  /// Whether the next call, if there is one, goes on from some states as it does in the repair.
  private func goesOn(from states: [StateID], with next: Violation.Step?) -> Bool {
    guard let next else { return true }
    return next.mark == .match
      && targets(states, next.callback) == Set(self.states(named: next.states))
  }

  /// Whether the calls around the event are in order without it, where the repair adds just one call.
  var fitsRemoved: Bool {
    violation.repair.deletions.isEmpty && violation.repair.cost == 1
      && violation.repair.insertions.allSatisfy { $0.beforeEvent <= violation.event }
      && goesOn(from: states(named: violation.states), with: stepAfter)
  }

  /// The calls that are missing before an event, with the states that they lead to, and the state after the event.
  private struct Way {
    var event: Int
    var calls: [(callback: String, state: String)] = []
    var state = ""
  }

  /// The fewest calls that would make the events legal which the repair only removes, the first of them that of the finding.
  ///
  /// Only a recorder that lacks a call explains one that never occurs, and it lacks that call each time; what was lost, or did not
  /// happen, explains one event only.
  private func waysThere(for id: CauseID) -> [Way] {
    let repair = violation.repair
    guard repair.insertions.isEmpty, repair.unlisted == 0, repair.cost == 1 || id == .notRecorded,
      repair.deletions.first?.event == violation.event,
      let first = violation.steps.lastIndex(where: \.offending),
      let last = violation.steps.lastIndex(where: { $0.event == repair.deletions.last?.event }),
      first <= last, violation.steps[first...last].dropFirst().allSatisfy({ $0.omittedBefore == 0 })
    else { return [] }
    let removed = Set(repair.deletions.map(\.event))
    let next = violation.steps[(last + 1)...].first { $0.event != nil }
    var states = states(named: violation.states)
    var ways: [Way] = []
    for (index, step) in zip(first..., violation.steps[first...last]) {
      if let event = step.event, removed.contains(event) {
        guard
          let way = way(
            to: step, at: event, from: states, for: id,
            { index < last || goesOn(from: $0, with: next) })
        else { return [] }
        ways.append(way)
        states = self.states(named: [way.state])
      } else if step.mark != .unexpected {
        states = Array(targets(states, step.callback))
      }
    }
    // A cause that says what the recorder lacks is no reason to insert only what it has.
    let isAnyUnseen = ways.contains { $0.calls.contains { !occurred.contains($0.callback) } }
    return id != .notRecorded || isAnyUnseen ? ways : []
  }

  /// The fewest calls after which one is legal that the repair removes; nil where none lead to it.
  /// - Parameter goesOn: whether the recorded calls after it go on from some states.
  private func way(
    to step: Violation.Step, at event: Int, from states: [StateID], for id: CauseID,
    _ goesOn: ([StateID]) -> Bool
  ) -> Way? {
    guard let life = lifecycle else { return nil }
    var open = states.map { (state: $0, way: Way(event: event)) }
    var seen = Set(states)
    while !open.isEmpty {
      var (state, way) = open.removeFirst()
      // The finding says that its own call is not legal as it is.
      if !way.calls.isEmpty || event != violation.event {
        let reached = targets([state], step.callback)
        if let after = reached.min(), goesOn(Array(reached)) {
          way.state = life.states[after].name
          return way
        }
      }
      for next in life.transitions
      where next.from == state && wording.grammar.callbacks[next.callback].refinement == nil
        && (id == .notRecorded || occurred.contains(wording.grammar.callbacks[next.callback].name))
        && seen.insert(next.to).inserted
      {
        var longer = way
        let name = wording.grammar.callbacks[next.callback].name
        longer.calls.append((name, life.states[next.to].name))
        open.append((next.to, longer))
      }
    }
    return nil
  }
}
