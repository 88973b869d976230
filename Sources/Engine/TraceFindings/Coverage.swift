/// Which parts of a grammar a trace, or many, used; merged by adding the numbers.
public struct Coverage: Sendable, Equatable {
  /// One lifecycle's numbers; the arrays are parallel to the grammar's own.
  public struct Lifecycle: Sendable, Equatable {
    /// The lifecycle's name.
    public var name: String
    /// The numbers of the states, in the grammar's order.
    public var states: [State]
    /// The numbers of the transitions, in the grammar's order.
    public var transitions: [Transition]

    /// Makes the numbers of a lifecycle.
    public init(name: String, states: [State], transitions: [Transition]) {
      self.name = name
      self.states = states
      self.transitions = transitions
    }
  }

  /// One state's number.
  public struct State: Sendable, Equatable {
    /// The state's name.
    public var name: String
    /// How many events certainly left a subject in it.
    public var visits: Int

    /// Makes the number of a state.
    public init(name: String, visits: Int) {
      self.name = name
      self.visits = visits
    }
  }

  /// One transition's number.
  public struct Transition: Sendable, Equatable {
    /// The name of the state it leaves.
    public var from: String
    /// The short name of the callback that takes it.
    public var callback: String
    /// The name of the state it enters.
    public var to: String
    /// How many events took it, where that was certain.
    public var visits: Int

    /// Makes the number of a transition.
    public init(from: String, callback: String, to: String, visits: Int) {
      self.from = from
      self.callback = callback
      self.to = to
      self.visits = visits
    }
  }

  /// One rule's numbers.
  public struct Rule: Sendable, Equatable {
    /// The rule's id.
    public var id: String
    /// How many events the rule applied to: those with one of its callbacks. None if it is switched off, or if no such
    /// recording can show that it is broken.
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

  /// The numbers, in the grammar's order.
  public var lifecycles: [Lifecycle]
  /// The numbers, in the grammar's order.
  public var rules: [Rule]
  /// How many events were certainly the cases that scenarios name, in the grammar's order.
  public var cases: [CallbackCount]
  /// Known callbacks that occurred but that neither a transition nor a rule mentions.
  public var unmentioned: [CallbackCount]

  /// Makes coverage from its parts, empty where not given.
  public init(
    lifecycles: [Lifecycle] = [], rules: [Rule] = [], cases: [CallbackCount] = [],
    unmentioned: [CallbackCount] = []
  ) {
    self.lifecycles = lifecycles
    self.rules = rules
    self.cases = cases
    self.unmentioned = unmentioned
  }
}

extension Coverage {
  /// Adds the numbers of another trace or run; elements that only the other one has come last.
  /// - Complexity: O(size of both).
  public mutating func add(_ other: Coverage) {
    lifecycles.add(other.lifecycles, sameAs: \.name) { $0.add($1) }
    rules.add(other.rules, sameAs: \.id) {
      $0.exercised += $1.exercised
      $0.violated += $1.violated
    }
    cases.add(other.cases, sameAs: \.callback) { $0.count += $1.count }
    unmentioned.add(other.unmentioned, sameAs: \.callback) { $0.count += $1.count }
  }
}

extension Coverage.Lifecycle {
  fileprivate mutating func add(_ other: Coverage.Lifecycle) {
    states.add(other.states, sameAs: \.name) { $0.visits += $1.visits }
    transitions.add(other.transitions, sameAs: \.step) { $0.visits += $1.visits }
  }
}

extension Coverage.Transition {
  /// The identity of a transition.
  fileprivate var step: [String] { [from, callback, to] }
}

extension Array {
  /// Adds the numbers of each new element to the element with the same key, or appends it where there is none.
  mutating func add<Key: Hashable>(
    _ others: [Element], sameAs key: (Element) -> Key, _ merge: (inout Element, Element) -> Void
  ) {
    var indices = Dictionary(
      enumerated().map { (key($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
    for other in others {
      if let index = indices[key(other)] {
        merge(&self[index], other)
      } else {
        indices[key(other)] = count
        append(other)
      }
    }
  }
}

extension TraceReport {
  /// Which parts of the grammar the trace used; empty if not requested, or if only the report keeps it.
  /// - Complexity: O(size of the grammar).
  public var coverage: Coverage {
    get { coverageTally?.coverage ?? Coverage() }
    set { coverageTally = newValue == Coverage() ? nil : CoverageTally(newValue) }
  }
}

extension Report {
  /// The coverage of all traces together.
  /// - Complexity: O(traces × parts of the grammar that each used).
  public var coverage: Coverage { coverageSum.coverage }

  /// The coverage of all traces together, in the form of one trace's; nil where none has any.
  package var coverageSum: CoverageSum {
    var sum = CoverageSum()
    if let foldedCoverage { sum.add(foldedCoverage) }
    for trace in traces {
      if let tally = trace.coverageTally { sum.add(tally) }
    }
    return sum
  }
}
