/// Where some events of a text in our own format begin, so that others can be found again without reading all of it.
package struct EventPlaces: Sendable {
  /// The beginning of an event.
  struct Place: Sendable {
    /// The offset in bytes from the start of the text.
    var offset: Int
    /// Counted from 1.
    var line: Int
  }

  /// The place of each of so many events is known.
  static let distance = 1_024

  private var places: [Place] = []
  /// Whether the events are elements of a list rather than lines.
  var isList = false

  /// Creates an empty list, as for a text in another format.
  package init() {}

  /// How many events come before the next one to note.
  var nextCount: Int { places.count * Self.distance }

  /// Notes the beginning of an event if it is the next one to note.
  /// - Parameter count: how many events come before it.
  mutating func note(_ place: @autoclosure () -> Place, after count: Int) {
    if count == nextCount { places.append(place()) }
  }

  /// The last known place at or before an event, counted from 1, and how many events come before it; nil if none is known.
  func last(atOrBefore event: Int) -> (place: Place, count: Int)? {
    let index = min((event - 1) / Self.distance, places.count - 1)
    return index < 0 ? nil : (places[index], index * Self.distance)
  }
}
