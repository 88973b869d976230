internal import TraceFindings
internal import TraceGrammar

/// A scenario, and whether the traces go through it.
package struct ScenarioCoverage: Sendable, Equatable {
  /// The stable identity, in kebab case.
  package var id: String
  /// What happens, in a few words without a full stop.
  package var title: String
  /// How to produce it.
  package var action: String
  /// Whether a trace shows it.
  package var isExercised: Bool

  /// The scenarios that the recordings could show, in the order of the grammar.
  static func all(
    of grammar: Grammar, _ report: Report, _ coverage: Coverage, _ shown: ShownCallbacks
  ) -> [ScenarioCoverage] {
    grammar.scenarios.compactMap { scenario in
      let isExercised: Bool
      switch scenario.sign {
      case .several(let subject):
        let kind = grammar.subjects[subject].name
        isExercised = report.traces.contains { trace in
          trace.subjectCounts.contains { $0.kind == kind && $0.count > 1 }
        }
      case .calls(let callbacks, let lifecycle, let states):
        let names = Set(callbacks.map { grammar.callbacks[$0].name }).filter(shown.contains)
        if names.isEmpty { return nil }
        let from = lifecycle.map { index in
          (
            name: grammar.lifecycles[index].name,
            states: Set(states.map { grammar.lifecycles[index].states[$0].name })
          )
        }
        let isCase = coverage.cases.contains { $0.count > 0 && names.contains($0.callback) }
        isExercised =
          isCase
          || coverage.lifecycles.contains { lifecycle in
            from.map { $0.name == lifecycle.name } ?? true
              && lifecycle.transitions.contains { step in
                step.visits > 0 && names.contains(step.callback)
                  && from.map { $0.states.contains(step.from) } ?? true
              }
          }
      }
      return ScenarioCoverage(
        id: scenario.id, title: scenario.title, action: scenario.action, isExercised: isExercised)
    }
  }
}

/// The callbacks that some recording of a run could show.
struct ShownCallbacks: Sendable, Equatable {
  /// Nil for all callbacks, as a trace does not say what it shows.
  private let names: Set<String>?
  /// The callback of each case.
  private let wholes: [String: String]

  /// - Parameter isStated: whether only the statements of recorders count; otherwise callbacks that occur count, too.
  init(_ report: Report, _ grammar: Grammar?, isStated: Bool = true) {
    names = report.traces.isEmpty ? nil : report.shownCallbacks(areStated: isStated)
    wholes = (grammar?.callbacks ?? []).reduce(into: [:]) { wholes, callback in
      guard let refinement = callback.refinement else { return }
      wholes[callback.name] = grammar?.callbacks[refinement.callback].name
    }
  }

  func contains(_ name: String) -> Bool {
    names.map { $0.contains(name) || $0.contains(wholes[name] ?? name) } ?? true
  }
}

extension Report {
  /// The callbacks that any of its recordings shows; nil if one does not say.
  /// - Parameter areStated: whether only the statements of recorders count.
  func shownCallbacks(areStated: Bool = false) -> Set<String>? {
    var shown: Set<String> = []
    for trace in traces {
      guard let observed = trace.observed, observed.source == .stated || !areStated else {
        return nil
      }
      shown.formUnion(observed.calls)
      shown.formUnion(observed.notifications)
    }
    return shown
  }
}
