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
    return id.claim == .superfluous ? fitsRemoved : !wayThere(for: id).isEmpty
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
    let unlisted = violation.steps[place].omittedBefore
    if cause.id.claim == .superfluous {
      violation.repair = Repair(
        deletions: [.init(event: violation.event, callback: violation.callback)])
      violation.steps[place].mark = .unexpected
      violation.steps.removeAll { $0.mark == .missing }
      violation.cause = .extra
    } else if case let wayThere = wayThere(for: cause.id), !wayThere.isEmpty {
      violation.repair = Repair(
        insertions: wayThere.map { .init(callback: $0.callback, beforeEvent: violation.event) })
      violation.steps[place].mark = .match
      (violation.steps[place].states, violation.steps[place].omittedBefore) = (
        [reached(by: wayThere)], 0
      )
      var rows = wayThere.map {
        Violation.Step(
          mark: .missing, event: nil, line: nil, callback: $0.callback, states: [$0.state])
      }
      rows[0].omittedBefore = unlisted
      violation.steps.insert(contentsOf: rows, at: place)
      violation.cause = .missing
    }
  }

  private var lifecycle: Lifecycle? {
    wording.grammar.lifecycles.first { $0.name == violation.lifecycle }
  }

  /// The states to which a call leads from some states.
  private func targets(_ states: [StateID], _ callback: String) -> Set<StateID> {
    Set(
      lifecycle?.transitions.lazy.filter {
        states.contains($0.from) && wording.grammar.callbacks[$0.callback].name == callback
      }.map(\.to) ?? [])
  }

  private func states(named names: [String]) -> [StateID] {
    lifecycle?.states.indices.filter { names.contains(lifecycle?.states[$0].name ?? "") } ?? []
  }

  /// Whether the calls after it go on from some states as they do in the repair.
  private func goesOn(from states: [StateID]) -> Bool {
    guard let stepAfter else { return true }
    return stepAfter.mark == .match
      && targets(states, stepAfter.callback) == Set(self.states(named: stepAfter.states))
  }

  /// Whether the calls around the event are in order without it, where the repair adds just one call.
  var fitsRemoved: Bool {
    violation.repair.deletions.isEmpty && violation.repair.cost == 1
      && violation.repair.insertions.allSatisfy { $0.beforeEvent <= violation.event }
      && goesOn(from: states(named: violation.states))
  }

  private typealias Way = [(callback: String, state: String)]

  /// The fewest calls that would make the event legal, where the repair only removes it, with the states that they lead to. Only
  /// a recorder that lacks a call explains one that never occurs.
  private func wayThere(for id: CauseID) -> Way {
    guard violation.repair.insertions.isEmpty, violation.repair.cost == 1, violation.isRemoved,
      let life = lifecycle
    else { return [] }
    func leadsOn(_ state: StateID) -> Bool {
      let reached = targets([state], violation.callback)
      return !reached.isEmpty && goesOn(from: Array(reached))
    }
    var open: [(state: StateID, way: Way)] = states(named: violation.states).map { ($0, []) }
    var seen = Set(open.map(\.state))
    while !open.isEmpty {
      let (state, way) = open.removeFirst()
      if !way.isEmpty, leadsOn(state) { return way }
      for step in life.transitions
      where step.from == state && wording.grammar.callbacks[step.callback].refinement == nil
        && (id == .notRecorded || occurred.contains(wording.grammar.callbacks[step.callback].name))
        && seen.insert(step.to).inserted
      {
        let name = wording.grammar.callbacks[step.callback].name
        open.append((step.to, way + [(name, life.states[step.to].name)]))
      }
    }
    return []
  }

  /// The state after the event, once the calls that it needs have come.
  private func reached(by way: Way) -> String {
    let last = way.last.map { states(named: [$0.state]) } ?? []
    return targets(last, violation.callback).min().flatMap { lifecycle?.states[$0].name } ?? ""
  }
}
