import TraceGrammar

/// Several subjects that nothing tells apart: every way to spread their calls over them.
struct ReferenceCrowd {
  /// For each way how many are in each state, new ones aside; nil where anything may be.
  private var ways: Set<[Int]>?
  private let law: Lifecycle
  /// As many as anybody likes.
  private static let many = 1_000_000

  init(_ law: Lifecycle) {
    self.law = law
    ways = [law.states.map { _ in 0 }]
  }

  /// One of them, or a new one, gets a call.
  /// - Parameters:
  ///   - letters: what it may be; nil for nothing.
  ///   - mayBeEcho: whether it may tell of a call that was told of before.
  /// - Returns: whether it is legal for any; where it is for none, nothing changes.
  mutating func step(_ letters: [Int?], mayBeEcho: Bool) -> Bool {
    guard let before = ways else { return true }
    var after = mayBeEcho || letters.contains(nil) ? before : []
    for way in before {
      for step in law.transitions where letters.contains(step.callback) {
        if way[step.from] > 0 {
          var next = way
          next[step.from] -= 1
          next[step.to] += 1
          after.insert(next)
        }
        if law.start.contains(step.from) {
          var next = way
          next[step.to] += 1
          after.insert(next)
        }
      }
    }
    if after.isEmpty { return false }
    settle(after)
    return true
  }

  /// Something happens to all of them, for every state one of several states after it.
  mutating func tell(_ targets: [[Int]]) {
    guard let before = ways else {
      let reached = Set(targets.joined())
      if reached.count < law.states.count {
        settle([law.states.indices.map { reached.contains($0) ? Self.many : 0 }])
      }
      return
    }
    var after: Set<[Int]> = []
    for way in before {
      var parts: Set<[Int]> = [law.states.map { _ in 0 }]
      for state in way.indices where way[state] > 0 {
        // Of any number some go everywhere.
        let isMany = way[state] > Self.many / 2
        for _ in 0..<(isMany ? 1 : way[state]) {
          parts = Set(
            parts.flatMap { part in
              (isMany ? [targets[state]] : targets[state].map { [$0] }).map { states in
                var next = part
                for state in Set(states) { next[state] += isMany ? Self.many : 1 }
                return freed(next)
              }
            })
        }
      }
      after.formUnion(parts)
    }
    settle(after)
  }

  private func freed(_ way: [Int]) -> [Int] {
    way.indices.map { law.start.contains($0) && law.unknownStart.contains($0) ? 0 : way[$0] }
  }

  private mutating func settle(_ all: Set<[Int]>) {
    let all = Set(all.map(freed))
    let most = all.filter { way in
      !all.contains { other in other != way && zip(way, other).allSatisfy { $0 <= $1 } }
    }
    ways = most.count > 64 ? nil : most
  }
}

extension ReferenceChecker {
  /// Whether a call is illegal about one unnamed subject, and legal if they are several.
  mutating func isOfAnother(_ callback: Int, _ key: SubjectKey, _ index: Int) -> Bool {
    guard case .callback(_, let kind) = trace[index].occurrence else { return false }
    let isEcho = isEcho(callback, kind, key)
    var isExplained = true
    for lifecycle in lifecycles(of: narrowKind)
    where grammar.lifecycles[lifecycle].mentions(callback, in: grammar) {
      let crowd = LifeKey(lifecycle: lifecycle, subject: key.name)
      let letters = letters(callback, lifecycle, index) ?? [callback]
      isExplained =
        crowds[crowd]?.step(letters, mayBeEcho: isEcho) ?? true && isExplained
    }
    if isEcho { return false }
    let lives = lifecycles(of: narrowKind).compactMap {
      self.lives[LifeKey(lifecycle: $0, subject: key.name)]
    }.filter { grammar.lifecycles[$0.lifecycle].mentions(callback, in: grammar) }
    func isLegal(_ life: ReferenceLife) -> Bool {
      var longer = life
      longer.word.append(
        .call(callback, event: index + 1, letters: letters(callback, life.lifecycle, index)))
      return longer.judge(grammar, complete: false).cost
        == life.judge(grammar, complete: false).cost
    }
    return isExplained && !lives.allSatisfy(isLegal)
  }
}
