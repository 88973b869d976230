/// A situation that a program goes through; coverage shows which ones nobody has tried.
public struct Scenario: Sendable, Equatable {
  /// The sign that it was tried.
  public enum Sign: Sendable, Equatable {
    /// One of the callbacks came; in one of the states of the lifecycle, or anywhere where none is given. Then
    /// it may be a case, and comes where an event says so for certain.
    case calls(callbacks: [CallbackID], lifecycle: LifecycleID?, states: [StateID])
    /// One trace has more than one subject of the kind.
    case several(subject: SubjectKindID)
  }

  /// The stable identity, in kebab case.
  public package(set) var id: String
  /// What happens, in a few words without a full stop.
  public package(set) var title: String
  /// How to produce it, in one or two sentences.
  public package(set) var action: String
  /// The sign that it was tried.
  public package(set) var sign: Sign

  /// Whether a call is a sign wherever it comes: something that reaches the program, such as a link.
  package var isArrival: Bool {
    if case .calls(_, nil, _) = sign { true } else { false }
  }
}

extension Grammar {
  /// The cases that scenarios name, in the order of the grammar.
  public var casesOfScenarios: [CallbackID] {
    let named = scenarios.flatMap { scenario -> [CallbackID] in
      if case .calls(let callbacks, _, _) = scenario.sign { callbacks } else { [] }
    }
    return Set(named.filter { callbacks[$0].refinement != nil }).sorted()
  }

  /// Coverage's leading lifecycle: the first about a subject within another, otherwise the first.
  public var leadingLifecycle: LifecycleID? {
    lifecycles.firstIndex { subjects[$0.subject].parent != nil } ?? lifecycles.indices.first
  }
}
