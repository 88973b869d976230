package import TraceModel

/// A whole trace in equal parts of some events each: when each part begins, and the worst finding in it.
package struct TraceOverview: Sendable, Equatable {
  /// How many events are in a part; the last one may have fewer.
  package var eventsPerPart: Int
  /// The time of the first event of each part, in seconds; nil where it has none.
  package var times: [Double?]
  /// The worst severity of the findings in each part; nil for none.
  package var worst: [Severity?]

  /// A trace with fewer events needs no overview.
  package static let least = 2_000

  package init(eventsPerPart: Int, times: [Double?], worst: [Severity?]) {
    (self.eventsPerPart, self.times, self.worst) = (eventsPerPart, times, worst)
  }
}
