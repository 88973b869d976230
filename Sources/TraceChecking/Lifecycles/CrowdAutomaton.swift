internal import TraceAutomata
internal import TraceGrammar

/// In which states of one lifecycle several subjects may be together that a trace does not tell apart.
///
/// A *crowd* is a set of ways to spread the calls so far over subjects; of each way it holds how many subjects are in which
/// state. New ones may come at any time, so those that are where they could come from are not counted, and as nobody has
/// to do anything, a way is left out where another one has as many subjects in every state. Crowds are numbered, and a step
/// is looked up once it was made.
struct CrowdAutomaton {
  typealias Crowd = UInt32
  /// For every state how many subjects are in it; `many` for any number.
  private typealias Way = [UInt8]

  private struct Step: Hashable {
    var crowd: Crowd
    var symbol: Int
    var isKnown = false
    var mayBeEcho = false
  }

  /// The crowd of nobody.
  static let nobody: Crowd = 0
  /// The one that may be anything.
  static let anything: Crowd = 1
  private static let many = UInt8.max
  /// So many ways are followed; of more, any is taken to be possible. So it is with crowds.
  static let wayLimit = 64
  private static let crowdLimit = 4_096
  /// So many ways are looked at before those are left out that others contain.
  private static let partLimit = 16_384

  private let lifecycle: CompiledLifecycle
  /// Where subjects come from whose wider one was seen to begin, and others, silent calls included.
  private let knownStart: [Int]
  private let unknownStart: [Int]
  private var crowds: [[Way]]
  private var numbers: [[Way]: Crowd] = [:]
  /// What a step leads to; nil where no way allows it.
  private var steps: [Step: Crowd?] = [:]

  init(_ lifecycle: CompiledLifecycle) {
    self.lifecycle = lifecycle
    func closed(_ states: [Int]) -> [Int] {
      Set(states.flatMap { lifecycle.silentlyReachable[$0] }).sorted()
    }
    knownStart = closed(lifecycle.declaration.start)
    unknownStart = closed(lifecycle.declaration.unknownStart)
    crowds = [[Way(repeating: 0, count: lifecycle.automaton.stateCount)], []]
    numbers[crowds[0]] = Self.nobody
  }

  /// The crowd after a call of one of its subjects, or of a new one; nil where it is legal for none.
  /// - Parameters:
  ///   - isKnown: whether the wider subject was seen to begin.
  ///   - mayBeEcho: whether the event may tell of a call that was told of already.
  mutating func step(_ crowd: Crowd, _ symbol: Int, isKnown: Bool, mayBeEcho: Bool) -> Crowd? {
    if crowd == Self.anything { return crowd }
    let step = Step(crowd: crowd, symbol: symbol, isKnown: isKnown, mayBeEcho: mayBeEcho)
    if let next = steps[step] { return next }
    let start = isKnown ? knownStart : unknownStart
    var ways = Set(mayBeEcho ? crowds[Int(crowd)] : [])
    for way in crowds[Int(crowd)] {
      for edge in lifecycle.automaton.edges[symbol] {
        if start.contains(edge.from) { ways.insert(moved(way, from: nil, to: edge.to)) }
        for state in way.indices
        where way[state] > 0 && lifecycle.silentlyReachable[state].contains(edge.from) {
          ways.insert(moved(way, from: state, to: edge.to))
        }
      }
    }
    let next = ways.isEmpty ? nil : number(of: ways)
    steps[step] = .some(next)
    return next
  }

  /// The crowd after something that happened to all its subjects.
  mutating func tell(_ crowd: Crowd, _ fact: Fact) -> Crowd {
    let step = Step(crowd: crowd, symbol: lifecycle.symbol(fact))
    if let next = steps[step] { return next ?? crowd }
    let next = told(crowd, step.symbol)
    steps[step] = .some(next)
    return next
  }

  private mutating func told(_ crowd: Crowd, _ symbol: Int) -> Crowd {
    let states = 0..<lifecycle.automaton.stateCount
    let targets = states.map { state in
      let reachable = lifecycle.silentlyReachable[state]
      return Set(
        lifecycle.automaton.edges[symbol].filter { reachable.contains($0.from) }.map(\.to))
    }
    if crowd == Self.anything {
      let reached = targets.reduce(into: Set()) { $0.formUnion($1) }
      if reached.count == states.count { return crowd }
      return number(of: [freed(states.map { reached.contains($0) ? Self.many : 0 })])
    }
    var ways: Set<Way> = []
    for way in crowds[Int(crowd)] {
      var parts: Set<Way> = [Way(repeating: 0, count: states.count)]
      for state in states where way[state] > 0 {
        if way[state] == Self.many || targets[state].count == 1 {
          parts = Set(parts.map { add(way[state], to: targets[state], of: $0) })
          continue
        }
        for _ in 0..<way[state] {
          parts = Set(parts.flatMap { part in targets[state].map { add(1, to: [$0], of: part) } })
          if parts.count > Self.partLimit { return Self.anything }
        }
      }
      ways.formUnion(parts)
    }
    return number(of: ways)
  }

  private func add(_ count: UInt8, to states: Set<Int>, of way: Way) -> Way {
    var way = way
    for state in states {
      let (sum, isOver) = way[state].addingReportingOverflow(count)
      way[state] = isOver ? Self.many : sum
    }
    return freed(way)
  }

  /// A way after one subject went from a state to another; from nil, a new one.
  private func moved(_ way: Way, from: Int?, to: Int) -> Way {
    var way = way
    if let from, way[from] < Self.many { way[from] -= 1 }
    return add(1, to: [to], of: way)
  }

  /// Leaves out those that may as well be new.
  private func freed(_ way: Way) -> Way {
    var way = way
    for state in knownStart where unknownStart.contains(state) { way[state] = 0 }
    return way
  }

  private mutating func number(of ways: Set<Way>) -> Crowd {
    func isContained(_ way: Way, in other: Way) -> Bool {
      way != other && zip(way, other).allSatisfy { $0 <= $1 }
    }
    let most = ways.filter { way in !ways.contains { isContained(way, in: $0) } }
      .sorted { $0.lexicographicallyPrecedes($1) }
    if let known = numbers[most] { return known }
    if most.count > Self.wayLimit || crowds.count >= Self.crowdLimit { return Self.anything }
    crowds.append(most)
    numbers[most] = Crowd(crowds.count - 1)
    return Crowd(crowds.count - 1)
  }
}
