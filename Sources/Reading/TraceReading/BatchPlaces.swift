internal import TraceModel

/// Where some batches of a text in our own format begin, so that a second pass can go there directly.
package struct BatchPlaces: Sendable {
  /// The beginning of a batch.
  struct Place: Sendable {
    var position: SourcePosition
    /// How many events come before it, if none were skipped.
    var eventCount: Int
    /// Where in the list of events it is; nil in JSON Lines.
    var state: ListState?
  }

  /// At most this many are kept; of more, every other one is dropped.
  private static let limit = 4_096

  /// In the order of the text.
  private var places: [Place] = []
  /// Of how many places one is kept.
  private var stride = 1
  /// How many places were offered.
  private var count = 0

  /// Creates an empty list.
  package init() {}

  /// Notes the beginning of a batch, if it is time for the next one.
  mutating func note(_ place: Place) {
    count += 1
    if count % stride != 0 { return }
    places.append(place)
    if places.count < Self.limit { return }
    places = places.indices.filter { $0 % 2 == 1 }.map { places[$0] }
    stride *= 2
  }

  /// The last of the places at or before a line; nil if there is none.
  /// - Complexity: O(log places).
  func last(atOrBeforeLine line: Int) -> Place? { last { $0.position.line <= line } }

  /// The last of the places that come before an event, counted from 1; nil if there is none.
  /// - Complexity: O(log places).
  func last(beforeEvent event: Int) -> Place? { last { $0.eventCount < event } }

  /// The last place for which something is true that is false from some place on.
  private func last(_ isBefore: (Place) -> Bool) -> Place? {
    var range = 0..<places.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isBefore(places[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound == 0 ? nil : places[range.lowerBound - 1]
  }
}
