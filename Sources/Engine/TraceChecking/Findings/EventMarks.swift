internal import TraceFindings
internal import TraceModel

/// How a trace of any length is cut into at most as many parts as fit into a small list: the parts are twice as long
/// whenever there would be too many.
private enum Parts {
  static let limit = 4_096
}

/// Where findings are: for each part of the trace, the worst severity in it.
struct EventMarks: Equatable {
  /// The binary logarithm of the number of events in a part.
  private(set) var shift = 0
  /// One more than the raw value of the worst severity; 0 for none.
  private var worst: [UInt8] = []

  /// Marks an event, counted from 1.
  mutating func add(_ event: Int, _ severity: Severity) {
    mark(max(0, event - 1) >> shift, severity.rawValue + 1)
  }

  private mutating func mark(_ place: Int, _ value: UInt8) {
    var place = place
    while place >= Parts.limit {
      lengthen()
      place >>= 1
    }
    while worst.count <= place { worst.append(0) }
    worst[place] = max(worst[place], value)
  }

  private mutating func lengthen() {
    shift += 1
    worst = stride(from: 0, to: worst.count, by: 2).map {
      max(worst[$0], $0 + 1 < worst.count ? worst[$0 + 1] : 0)
    }
  }

  /// Adds the marks of another one.
  mutating func merge(_ other: EventMarks) {
    while shift < other.shift { lengthen() }
    for (place, value) in other.worst.enumerated() where value > 0 {
      mark((place << other.shift) >> shift, value)
    }
  }

  /// The worst severity of each part that begins at a multiple of `1 << shift` events.
  func severities(shift wanted: Int, count: Int) -> [Severity?] {
    var marks = self
    while marks.shift < wanted { marks.lengthen() }
    return (0..<count).map { part in
      let place = (part << wanted) >> marks.shift
      return place < marks.worst.count && marks.worst[place] > 0
        ? Severity(rawValue: marks.worst[place] - 1) : nil
    }
  }
}

/// The times of the first events of all parts of a trace.
struct EventTimes {
  private var shift = 0
  private var times: [Double] = []
  private var count = 0

  /// Takes the times that begin a part.
  /// - Parameter before: how many events came before the batch.
  mutating func add(_ batch: borrowing EventBatch, after before: Int) {
    let all = before + batch.events.count
    while (all - 1) >> shift >= Parts.limit {
      shift += 1
      times = stride(from: 0, to: times.count, by: 2).map { times[$0] }
    }
    while times.count << shift < all {
      let index = (times.count << shift) - before
      // A part that began in an earlier batch was taken then.
      times.append(index >= 0 ? batch.events[index].time : .nan)
    }
    count = all
  }

  /// The trace in parts; nil if it is too short to need that.
  func overview(of events: Int, _ marks: EventMarks) -> TraceOverview? {
    guard events >= TraceOverview.least else { return nil }
    return TraceOverview(
      eventsPerPart: 1 << shift, times: times.map { $0.isNaN ? nil : $0 },
      worst: marks.severities(shift: shift, count: times.count))
  }
}
