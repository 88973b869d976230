/// The names of everything that coverage counts, kept once for all traces that were checked against one grammar.
///
/// Every number has an index: first those of the first lifecycle's states and transitions, of the second one's, and so
/// on, then how often each rule was exercised, how often each was violated, and how often each case occurred.
package final class CoverageLegend: Sendable {
  /// Everything that is counted, with zeros.
  package let blank: Coverage
  /// The index of each lifecycle's first state.
  package let firstPlaces: [Int]
  /// The index of the first rule's first number.
  package let firstRulePlace: Int
  /// The index of the first case's number.
  package var firstCasePlace: Int { firstRulePlace + 2 * blank.rules.count }
  /// The number of indices.
  package var placeCount: Int { firstCasePlace + blank.cases.count }

  /// Takes the names of coverage, whatever its numbers are.
  package convenience init(_ coverage: Coverage) {
    let named = CoverageLegend(blank: coverage)
    let zeros = [Int](repeating: 0, count: named.placeCount)
    self.init(blank: named.coverage(zeros, unmentioned: []))
  }

  /// Takes the names of coverage whose numbers are all 0.
  package init(blank: Coverage) {
    self.blank = blank
    var places: [Int] = []
    var next = 0
    for lifecycle in blank.lifecycles {
      places.append(next)
      next += lifecycle.states.count + lifecycle.transitions.count
    }
    (firstPlaces, firstRulePlace) = (places, next)
  }

  /// The index after the last one of a lifecycle.
  package func firstPlace(afterLifecycle index: Int) -> Int {
    index + 1 < firstPlaces.count ? firstPlaces[index + 1] : firstRulePlace
  }

  /// The names with the numbers at their indices.
  func coverage(_ numbers: [Int], unmentioned: [CallbackCount]) -> Coverage {
    var coverage = blank
    var place = 0
    func next() -> Int {
      defer { place += 1 }
      return numbers[place]
    }
    for lifecycle in coverage.lifecycles.indices {
      for state in coverage.lifecycles[lifecycle].states.indices {
        coverage.lifecycles[lifecycle].states[state].visits = next()
      }
      for transition in coverage.lifecycles[lifecycle].transitions.indices {
        coverage.lifecycles[lifecycle].transitions[transition].visits = next()
      }
    }
    for rule in coverage.rules.indices { coverage.rules[rule].exercised = next() }
    for rule in coverage.rules.indices { coverage.rules[rule].violated = next() }
    for index in coverage.cases.indices { coverage.cases[index].count = next() }
    coverage.unmentioned = unmentioned
    return coverage
  }
}

extension Coverage {
  /// The numbers in the order of their indices.
  var numbers: [Int] {
    lifecycles.flatMap { $0.states.map(\.visits) + $0.transitions.map(\.visits) }
      + rules.map(\.exercised) + rules.map(\.violated) + cases.map(\.count)
  }
}
