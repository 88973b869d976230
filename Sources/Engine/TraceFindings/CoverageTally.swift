/// The coverage of one trace: the numbers that are not zero, by index into a legend that many traces share.
package struct CoverageTally: Sendable {
  /// How often something occurred, by its index in the legend; never 0.
  package struct Number: Sendable, Equatable {
    package let place: Int
    package let count: Int
  }

  /// The names of the numbers.
  package let legend: CoverageLegend
  /// The numbers in ascending order of their indices.
  package let numbers: [Number]
  /// Known callbacks that occurred but that neither a transition nor a rule mentions.
  package let unmentioned: [CallbackCount]

  /// Takes numbers that are not zero.
  package init(
    _ legend: CoverageLegend, _ numbers: [Number], unmentioned: [CallbackCount] = []
  ) {
    (self.legend, self.numbers, self.unmentioned) = (legend, numbers, unmentioned)
  }

  /// Takes a number for each index.
  package init(
    _ legend: CoverageLegend, dense numbers: [Int], unmentioned: [CallbackCount] = []
  ) {
    let found = numbers.enumerated().filter { $0.element != 0 }
    self.init(
      legend, found.map { Number(place: $0.offset, count: $0.element) }, unmentioned: unmentioned)
  }

  /// Takes coverage with its own legend.
  package init(_ coverage: Coverage) {
    self.init(
      CoverageLegend(coverage), dense: coverage.numbers, unmentioned: coverage.unmentioned)
  }

  /// Whether nothing was used.
  package var isEmpty: Bool { numbers.isEmpty && unmentioned.isEmpty }

  /// The numbers with their names.
  /// - Complexity: O(indices of the legend).
  package var coverage: Coverage {
    var dense = [Int](repeating: 0, count: legend.placeCount)
    for number in numbers { dense[number.place] = number.count }
    return legend.coverage(dense, unmentioned: unmentioned)
  }

  /// The ids of the rules that applied to an event or were violated, in the order of the grammar.
  package var exercisedRules: [String] {
    let rules = legend.blank.rules
    var isExercised = [Bool](repeating: false, count: rules.count)
    let places = legend.firstRulePlace..<legend.firstCasePlace
    for number in numbers where places.contains(number.place) {
      isExercised[(number.place - legend.firstRulePlace) % rules.count] = true
    }
    return rules.indices.filter { isExercised[$0] }.map { rules[$0].id }
  }
}

extension CoverageTally: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.numbers == right.numbers && left.unmentioned == right.unmentioned
      && (left.legend === right.legend || left.legend.blank == right.legend.blank)
  }
}

/// Coverage of many traces added up.
package struct CoverageSum: Sendable {
  /// The numbers of one legend.
  private struct Part {
    var legend: CoverageLegend
    /// The first path of its traces.
    var path: String
    var numbers: [Int]
    var unmentioned: [CallbackCount] = []
  }

  private var parts: [Part] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  package init() {}

  /// Adds the numbers of a trace.
  /// - Parameter path: the path of the trace; legends are in the order of their first paths, whatever was added first.
  /// - Complexity: O(numbers that are not zero), and O(indices) for the first trace of a legend.
  package mutating func add(_ tally: CoverageTally, of path: String = "") {
    let index = index(of: tally.legend, path)
    if Self.precedes(path, parts[index].path) { parts[index].path = path }
    for number in tally.numbers { parts[index].numbers[number.place] += number.count }
    if !tally.unmentioned.isEmpty {
      parts[index].unmentioned.add(tally.unmentioned, sameAs: \.callback) { $0.count += $1.count }
    }
  }

  private mutating func index(of legend: CoverageLegend, _ path: String) -> Int {
    if let index = indices[ObjectIdentifier(legend)] { return index }
    indices[ObjectIdentifier(legend)] = parts.count
    let numbers = [Int](repeating: 0, count: legend.placeCount)
    parts.append(Part(legend: legend, path: path, numbers: numbers))
    return parts.count - 1
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The numbers of all traces; nil where there were none.
  package var tally: CoverageTally? {
    guard let first = parts.first else { return nil }
    if parts.count > 1 { return CoverageTally(coverage) }
    return CoverageTally(
      first.legend, dense: first.numbers, unmentioned: first.unmentioned.sorted)
  }

  /// The numbers of all traces with their names; elements that only later traces have come last.
  package var coverage: Coverage {
    let sorted = parts.sorted { Self.precedes($0.path, $1.path) }
    var coverage = sorted.reduce(into: Coverage()) { sum, part in
      sum.add(part.legend.coverage(part.numbers, unmentioned: part.unmentioned))
    }
    coverage.unmentioned = coverage.unmentioned.sorted
    return coverage
  }
}

extension [CallbackCount] {
  /// By name, so that the order in which traces are added makes no difference.
  fileprivate var sorted: Self {
    sorted { $0.callback.utf8.lexicographicallyPrecedes($1.callback.utf8) }
  }
}
