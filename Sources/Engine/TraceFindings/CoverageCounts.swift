/// The coverage of one trace in little memory: the numbers that are not zero, by their index in the grammar's order.
package struct CoverageCounts: Sendable, Equatable {
  /// How often something occurred; never 0.
  private struct Number: Sendable, Equatable {
    /// The index in `Coverage.numbers`.
    var index: Int
    var count: Int
  }

  /// Everything that is counted, with zeros; in memory once for all traces of a run.
  package var names: Coverage
  private var numbers: [Number]
  /// Known callbacks that occurred but that neither a transition nor a rule mentions, by name.
  private var unmentioned: [CallbackCount]

  /// Takes a number for each index.
  package init(_ names: Coverage, _ numbers: [Int], unmentioned: [CallbackCount] = []) {
    self.names = names
    self.numbers = numbers.enumerated().filter { $0.element != 0 }.map {
      Number(index: $0.offset, count: $0.element)
    }
    self.unmentioned = unmentioned.sorted {
      $0.callback.utf8.lexicographicallyPrecedes($1.callback.utf8)
    }
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
    for number in numbers { all[number.index] = number.count }
    var coverage = names
    coverage.numbers = all
    coverage.unmentioned = unmentioned
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
    numbers = merged(numbers, other.numbers, precedes: { $0.index < $1.index }) {
      $0.count += $1.count
    }
    unmentioned = merged(
      unmentioned, other.unmentioned,
      precedes: { $0.callback.utf8.lexicographicallyPrecedes($1.callback.utf8) }
    ) { $0.count += $1.count }
  }
}

/// The elements of both lists in their order; those that are in both are added.
/// - Complexity: O(n), each element is compared at most twice.
package func merged<Element>(
  _ left: [Element], _ right: [Element], precedes: (Element, Element) -> Bool,
  add: (inout Element, Element) -> Void
) -> [Element] {
  var sum: [Element] = []
  sum.reserveCapacity(max(left.count, right.count))
  var rest = left[...]
  for other in right {
    while let first = rest.first, precedes(first, other) { sum.append(rest.removeFirst()) }
    var own = other
    if let first = rest.first, !precedes(other, first) {
      own = rest.removeFirst()
      add(&own, other)
    }
    sum.append(own)
  }
  return sum + rest
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
