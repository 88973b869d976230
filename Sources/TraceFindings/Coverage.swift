/// Which parts of a grammar a trace, or many, used; merged by adding the numbers.
public struct Coverage: Sendable, Equatable {
  /// One lifecycle's numbers; the arrays are parallel to the grammar's own.
  public struct Lifecycle: Sendable, Equatable {
    /// The lifecycle's name.
    public var name: String
    /// For each state, in the grammar's order: its name, and how many events left a subject certainly in it.
    public var states: [(name: String, visits: Int)]
    /// For each transition, in the grammar's order: how many events took it, where that was certain.
    public var transitions: [(from: String, callback: String, to: String, visits: Int)]

    /// Makes the numbers of a lifecycle.
    public init(
      name: String, states: [(name: String, visits: Int)],
      transitions: [(from: String, callback: String, to: String, visits: Int)]
    ) {
      self.name = name
      self.states = states
      self.transitions = transitions
    }

    public static func == (left: Lifecycle, right: Lifecycle) -> Bool {
      left.name == right.name && left.states.elementsEqual(right.states, by: ==)
        && left.transitions.elementsEqual(right.transitions, by: ==)
    }
  }

  /// One rule's numbers.
  public struct Rule: Sendable, Equatable {
    /// The rule's id.
    public var id: String
    /// How many events the rule looked at: those with one of its callbacks.
    public var exercised: Int
    /// How many violations of it there were.
    public var violated: Int

    /// Makes the numbers of a rule.
    public init(id: String, exercised: Int, violated: Int) {
      self.id = id
      self.exercised = exercised
      self.violated = violated
    }
  }

  /// In the grammar's order.
  public var lifecycles: [Lifecycle]
  /// In the grammar's order.
  public var rules: [Rule]
  /// Known callbacks that came and that neither a transition nor a rule mentions, with how often.
  public var unmentioned: [(callback: String, count: Int)]

  /// Makes coverage from its parts, empty where not given.
  public init(
    lifecycles: [Lifecycle] = [], rules: [Rule] = [],
    unmentioned: [(callback: String, count: Int)] = []
  ) {
    self.lifecycles = lifecycles
    self.rules = rules
    self.unmentioned = unmentioned
  }

  public static func == (left: Coverage, right: Coverage) -> Bool {
    left.lifecycles == right.lifecycles && left.rules == right.rules
      && left.unmentioned.elementsEqual(right.unmentioned, by: ==)
  }
}

extension Coverage {
  /// Adds the numbers of another trace or run; what only the other one has comes after what both have.
  /// - Complexity: O(size of both).
  public mutating func add(_ other: Coverage) {
    for lifecycle in other.lifecycles {
      if let index = lifecycles.firstIndex(where: { $0.name == lifecycle.name }) {
        lifecycles[index].add(lifecycle)
      } else {
        lifecycles.append(lifecycle)
      }
    }
    var ruleIndices = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
    for rule in other.rules {
      if let index = ruleIndices[rule.id] {
        rules[index].exercised += rule.exercised
        rules[index].violated += rule.violated
      } else {
        ruleIndices[rule.id] = rules.count
        rules.append(rule)
      }
    }
    for (callback, count) in other.unmentioned {
      if let index = unmentioned.firstIndex(where: { $0.callback == callback }) {
        unmentioned[index].count += count
      } else {
        unmentioned.append((callback, count))
      }
    }
  }
}

extension Coverage.Lifecycle {
  fileprivate mutating func add(_ other: Coverage.Lifecycle) {
    var stateIndices = Dictionary(
      states.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for state in other.states {
      if let index = stateIndices[state.name] {
        states[index].visits += state.visits
      } else {
        stateIndices[state.name] = states.count
        states.append(state)
      }
    }
    var transitionIndices = Dictionary(
      transitions.enumerated().map { (Step($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for transition in other.transitions {
      if let index = transitionIndices[Step(transition)] {
        transitions[index].visits += transition.visits
      } else {
        transitionIndices[Step(transition)] = transitions.count
        transitions.append(transition)
      }
    }
  }

  /// What makes two transitions the same one.
  private struct Step: Hashable {
    let from: String
    let callback: String
    let to: String

    init(_ transition: (from: String, callback: String, to: String, visits: Int)) {
      from = transition.from
      callback = transition.callback
      to = transition.to
    }
  }
}

extension Report {
  /// The coverage of all traces together.
  public var coverage: Coverage {
    traces.reduce(into: Coverage()) { $0.add($1.coverage) }
  }
}
