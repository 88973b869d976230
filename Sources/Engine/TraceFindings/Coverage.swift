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
  /// Adds the numbers of another trace or run. If they do not count the same, everything is then sorted by name, so that the
  /// order of addition makes no difference.
  /// - Complexity: O(n log n) in the size of both.
  public mutating func add(_ other: Coverage) {
    lifecycles.add(other.lifecycles, named: \.name) {
      $0.states.add($1.states, named: \.name) { $0.visits += $1.visits }
      $0.transitions.add($1.transitions, named: \.step) { $0.visits += $1.visits }
    }
    rules.add(other.rules, named: \.id) {
      $0.exercised += $1.exercised
      $0.violated += $1.violated
    }
    cases.add(other.cases, named: \.callback) { $0.count += $1.count }
    unmentioned.add(other.unmentioned, named: \.callback) { $0.count += $1.count }
  }

  /// All numbers but those of `unmentioned`, in one order: the states and transitions of each lifecycle, how often each rule
  /// was exercised, how often each was violated, and how often each case came.
  package var numbers: [Int] {
    get {
      lifecycles.flatMap { $0.states.map(\.visits) + $0.transitions.map(\.visits) }
        + rules.map(\.exercised) + rules.map(\.violated) + cases.map(\.count)
    }
    set {
      var rest = newValue[...]
      for index in lifecycles.indices {
        for state in lifecycles[index].states.indices {
          lifecycles[index].states[state].visits = rest.removeFirst()
        }
        for step in lifecycles[index].transitions.indices {
          lifecycles[index].transitions[step].visits = rest.removeFirst()
        }
      }
      for index in rules.indices { rules[index].exercised = rest.removeFirst() }
      for index in rules.indices { rules[index].violated = rest.removeFirst() }
      for index in cases.indices { cases[index].count = rest.removeFirst() }
    }
  }
}

extension Coverage.Transition {
  /// The name of a transition.
  fileprivate var step: String { [from, callback, to].joined(separator: "\u{1F}") }
}

extension Array {
  /// Adds the numbers of each other element to the element of the same name.
  fileprivate mutating func add(
    _ others: [Element], named name: (Element) -> String, _ add: (inout Element, Element) -> Void
  ) {
    if isEmpty || others.isEmpty {
      self += others
    } else if elementsEqual(others, by: { name($0) == name($1) }) {
      for (index, other) in others.enumerated() { add(&self[index], other) }
    } else {
      let sums = Dictionary((self + others).map { (name($0), $0) }) { left, right in
        var sum = left
        add(&sum, right)
        return sum
      }
      self = sums.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    }
  }
}
