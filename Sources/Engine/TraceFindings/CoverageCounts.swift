/// The coverage of one trace in little memory: the numbers that are not zero, by their index in the grammar's order.
package struct CoverageCounts: Sendable, Equatable {
  /// Everything that is counted, with zeros; in memory once for all traces of a run.
  package var names: Coverage
  /// How often something occurred, by its index in `Coverage.numbers`; never 0.
  private var numbers: [Int: Int] = [:]
  /// Known callbacks that occurred but that neither a transition nor a rule mentions, with how often they did.
  private var unmentioned: [String: Int] = [:]

  /// Takes a number for each index.
  package init(_ names: Coverage, _ numbers: [Int], unmentioned: [CallbackCount] = []) {
    self.names = names
    for (index, number) in numbers.enumerated() where number != 0 { self.numbers[index] = number }
    for item in unmentioned { self.unmentioned[item.callback, default: 0] += item.count }
  }

  /// Takes numbers with their names.
  /// - Parameter known: the names, if they are in memory already.
  package init(_ coverage: Coverage, names known: Coverage? = nil) {
    let numbers = coverage.numbers
    var names = known ?? coverage
    if known == nil {
      names.numbers = [Int](repeating: 0, count: numbers.count)
      names.unmentioned = []
    }
    self.init(names, numbers, unmentioned: coverage.unmentioned)
  }

  /// Whether nothing was used.
  package var isEmpty: Bool { numbers.isEmpty && unmentioned.isEmpty }

  /// The numbers with their names.
  /// - Complexity: O(size of the grammar).
  package var coverage: Coverage {
    var all = names.numbers
    for (index, number) in numbers { all[index] = number }
    var coverage = names
    coverage.numbers = all
    coverage.unmentioned = unmentioned.map { CallbackCount(callback: $0.key, count: $0.value) }
      .sorted { $0.callback.utf8.lexicographicallyPrecedes($1.callback.utf8) }
    return coverage
  }

  /// Adds the numbers of another trace or run.
  /// - Complexity: O(what both used), as long as both are about the same grammar: by name, the coverage of 2,000 traces takes
  ///   2 s.
  package mutating func add(_ other: CoverageCounts) {
    guard names == other.names else {
      var sum = coverage
      sum.add(other.coverage)
      self = CoverageCounts(sum)
      return
    }
    numbers.merge(other.numbers, uniquingKeysWith: +)
    unmentioned.merge(other.unmentioned, uniquingKeysWith: +)
  }
}

extension CoverageCounts? {
  /// Adds numbers, if there are any.
  package mutating func add(_ other: CoverageCounts?) {
    guard let other else { return }
    if self?.add(other) == nil { self = other }
  }
}

extension TraceReport {
  /// Which parts of the grammar the trace used; empty if not requested, or once a report has taken it.
  /// - Complexity: O(size of the grammar).
  public var coverage: Coverage {
    get { coverageCounts?.coverage ?? Coverage() }
    set { coverageCounts = newValue == Coverage() ? nil : CoverageCounts(newValue) }
  }
}

extension Report {
  /// The coverage of all traces together.
  /// - Complexity: O(traces × parts of the grammar that each used).
  public var coverage: Coverage {
    var sum = foldedCoverage
    for trace in traces { sum.add(trace.coverageCounts) }
    return sum?.coverage ?? Coverage()
  }
}
