internal import TraceFindings

/// The states and transitions that only one of two reports visits, as far as the recordings of both would show them.
///
/// If only one of them records a call that changes a state, the other cannot know on which side of it a subject was. Such
/// states, and the transitions from and to them, are not compared. States that an earlier grammar of the other report does
/// not have are not compared, and neither are transitions from states from which other calls lead on there, as a subject is
/// in them at other times.
struct VisitComparison {
  typealias Visit = ReportComparison.Visit

  /// What only the first report visits, states first.
  let gone: [Visit]
  /// What only the second report visits, states first.
  let new: [Visit]
  /// The callbacks that only one of the reports shows, sorted, if a visit is omitted because of them.
  let recordedInOne: [String]
  /// The lifecycles of the second report, then those that only the first one has.
  let lifecycles: [Coverage.Lifecycle]

  init(base: Report, head: Report) {
    let (before, after) = (base.coverage, head.coverage)
    lifecycles =
      after.lifecycles
      + before.lifecycles.filter { old in !after.lifecycles.contains { $0.name == old.name } }
    let shown = (base.shownCallbacks, head.shownCallbacks)
    var left: Set<String> = []
    func visits(_ one: Coverage, butNot other: Coverage) -> [Visit] {
      var (states, transitions): ([Visit], [Visit]) = ([], [])
      for lifecycle in one.lifecycles {
        let known = other.lifecycles.first { $0.name == lifecycle.name }
        let unshared = lifecycle.callbacks(shownByOneOf: shown.0, shown.1)
        let unclear = lifecycle.states(changedBy: unshared)
        let redefined = lifecycle.states.map(\.name).filter { state in
          known.map { $0.steps(from: state) != lifecycle.steps(from: state) } ?? false
        }
        func alone(
          _ kind: Visit.Kind, _ all: [(name: String, visits: Int, isComparable: Bool)],
          _ others: [String: Int]
        ) -> [Visit] {
          let alone = all.filter { $0.visits > 0 && others[$0.name] == 0 }
          if alone.contains(where: { !$0.isComparable }) { left.formUnion(unshared) }
          return alone.filter(\.isComparable).map {
            Visit(kind: kind, lifecycle: lifecycle.name, name: $0.name, visits: $0.visits)
          }
        }
        states += alone(
          .state, lifecycle.states.map { ($0.name, $0.visits, !unclear.contains($0.name)) },
          Dictionary(known?.states.map { ($0.name, $0.visits) } ?? [], uniquingKeysWith: max))
        // A call that does not change the state adds nothing to the order of calls.
        transitions += alone(
          .transition,
          lifecycle.transitions.filter {
            $0.from != $0.to && !redefined.contains($0.from)
          }.map { step in
            let isComparable =
              !unshared.contains(step.callback) && !unclear.contains(step.from)
              && !unclear.contains(step.to)
            return (step.words, step.visits, isComparable)
          },
          Dictionary(
            known?.transitions.map { ($0.words, $0.visits) } ?? [], uniquingKeysWith: max))
      }
      return states + transitions
    }
    gone = visits(before, butNot: after)
    new = visits(after, butNot: before)
    recordedInOne = left.sorted()
  }
}

extension Coverage.Lifecycle {
  /// Its callbacks that are in only one of two sets; nil is the set of all.
  fileprivate func callbacks(
    shownByOneOf one: Set<String>?, _ other: Set<String>?
  ) -> Set<String> {
    Set(transitions.map(\.callback)).filter {
      (one?.contains($0) ?? true) != (other?.contains($0) ?? true)
    }
  }

  /// The transitions that lead on from a state.
  fileprivate func steps(from state: String) -> Set<String> {
    Set(transitions.filter { $0.from == state && $0.from != $0.to }.map(\.words))
  }

  /// The states that some of the callbacks lead to or from.
  fileprivate func states(changedBy callbacks: Set<String>) -> Set<String> {
    transitions.reduce(into: []) { states, step in
      if step.from != step.to, callbacks.contains(step.callback) {
        states.formUnion([step.from, step.to])
      }
    }
  }
}

extension Coverage.Transition {
  fileprivate var words: String { "\(from) -> \(callback) \(to)" }
}

extension Report {
  /// The callbacks that any of its recordings shows; nil if one does not say.
  var shownCallbacks: Set<String>? {
    var shown: Set<String> = []
    for trace in traces {
      guard let observed = trace.observed else { return nil }
      shown.formUnion(observed.calls)
      shown.formUnion(observed.notifications)
    }
    return shown
  }
}
