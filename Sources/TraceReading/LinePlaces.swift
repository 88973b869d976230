internal import TraceDiagnostics

/// Where some lines of a text begin, so that a second pass can go there directly.
package struct LinePlaces: Sendable {
  /// At most this many are kept; of more, every other one is dropped.
  private static let limit = 4_096

  /// In the order of the text.
  private var places: [SourcePosition] = []
  /// Of how many places one is kept.
  private var stride = 1
  /// How many places were offered.
  private var count = 0

  /// Creates an empty list.
  package init() {}

  /// Notes the beginning of a line, if it is time for the next one.
  mutating func note(_ position: SourcePosition) {
    count += 1
    if count % stride != 0 { return }
    places.append(position)
    if places.count < Self.limit { return }
    places = places.indices.filter { $0 % 2 == 1 }.map { places[$0] }
    stride *= 2
  }

  /// The last of the places at or before a line; nil if there is none.
  /// - Complexity: O(log places).
  func last(atOrBefore line: Int) -> SourcePosition? {
    var range = 0..<places.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if places[middle].line <= line {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound == 0 ? nil : places[range.lowerBound - 1]
  }
}
