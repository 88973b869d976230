extension Timeline {
  /// The subject of a lane, and its states.
  public struct Lane: Sendable {
    /// The kind of subject, `process` or `session` in the built-in grammar.
    public var kind: String
    /// The identity as recorded; empty for an implicit subject.
    public var subject: String
    /// The role the events of this lane recorded first; nil when none did.
    public var role: String?
    /// The intervals, if all of them fit.
    private var packed = PackedIntervals()
    /// The number of the first one, counted from 1; 0 for none.
    private var first: UInt32 = 0
    /// The intervals, if some do not fit.
    private var unpacked: [Interval] = []

    /// Makes a lane.
    public init(kind: String, subject: String, role: String? = nil, intervals: [Interval] = []) {
      self.kind = kind
      self.subject = subject
      self.role = role
      self.intervals = intervals
    }

    /// Makes a lane whose intervals are in a list that several lanes share.
    /// - Parameter first: the number of its first interval, counted from 1; 0 for none.
    package init(
      kind: String, subject: String, role: String? = nil, packed: PackedIntervals, first: UInt32
    ) {
      self.kind = kind
      self.subject = subject
      self.role = role
      self.packed = packed
      self.first = first
    }

    /// The states that the recorded calls led to, by event number; sorted, without overlap. If a recording does not show
    /// every call, other states may have followed. There is no interval where the calls do not determine the state.
    /// - Complexity: O(intervals), as they are stored in another form.
    public var intervals: [Interval] {
      get { first == 0 ? unpacked : packed.intervals(from: first) }
      set {
        (packed, first, unpacked) = (PackedIntervals(), 0, [])
        var last: UInt32 = 0
        for interval in newValue {
          guard let event = UInt32(exactly: interval.firstEvent),
            let end = UInt32(exactly: interval.endEvent)
          else {
            (packed, first, unpacked) = (PackedIntervals(), 0, newValue)
            return
          }
          last = packed.add(interval.state, from: event, to: end, after: last)
          if first == 0 { first = last }
        }
      }
    }
  }

  /// The intervals of one or several lanes, in 16 bytes each: there may be one for every event of a long list. Those of
  /// a lane are linked, so that they can be added in any order of the lanes, and none of them has memory of its own.
  package struct PackedIntervals: Sendable {
    private struct Row: BitwiseCopyable, Sendable {
      /// The index of the state.
      var state: UInt32
      var firstEvent: UInt32
      var endEvent: UInt32
      /// The number of the next interval of the lane, counted from 1; 0 for none.
      var next: UInt32 = 0
    }

    private var rows: [Row] = []
    private var states: [String] = []
    private var stateNumbers: [String: UInt32] = [:]

    package init() {}

    /// How many intervals there are.
    package var count: Int { rows.count }

    /// Makes room for intervals to be added.
    package mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }

    /// Adds an interval.
    /// - Parameter previous: the number of the interval of the same lane before it, counted from 1; 0 for none.
    /// - Returns: its number.
    package mutating func add(
      _ state: String, from firstEvent: UInt32, to endEvent: UInt32, after previous: UInt32
    ) -> UInt32 {
      let known = stateNumbers[state]
      let number = known ?? UInt32(states.count)
      if known == nil {
        stateNumbers[state] = number
        states.append(state)
      }
      rows.append(Row(state: number, firstEvent: firstEvent, endEvent: endEvent))
      if previous > 0 { rows[Int(previous) - 1].next = UInt32(rows.count) }
      return UInt32(rows.count)
    }

    /// The intervals of a lane, by the number of the first one.
    fileprivate func intervals(from first: UInt32) -> [Interval] {
      var result: [Interval] = []
      var number = first
      while number > 0 {
        let row = rows[Int(number) - 1]
        result.append(
          Interval(
            state: states[Int(row.state)], firstEvent: Int(row.firstEvent),
            endEvent: Int(row.endEvent)))
        number = row.next
      }
      return result
    }

    /// How many bytes an interval takes, for tests.
    package static var bytesForEach: Int { MemoryLayout<Row>.stride }
  }
}

extension Timeline.Lane: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.subject == right.subject && left.role == right.role
      && left.intervals == right.intervals
  }
}
