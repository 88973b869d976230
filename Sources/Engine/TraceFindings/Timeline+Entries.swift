package import TraceModel

extension Timeline {
  /// The events of a timeline. A page lists very many, so they take a few bytes each and are unpacked one by one.
  public struct Entries: Sendable {
    /// What most events consist of, in numbers.
    struct Row: BitwiseCopyable, Sendable {
      var event: UInt32
      var line: UInt32
      /// The index of the only lane, -1 for none, or else -2 minus the index of the set.
      var lanes: Int32
      /// The index of the callback and the kind; `otherwise` if the row does not have what the event consists of.
      var call: UInt16
      /// The index of a lane plus one, 0 for none.
      var process: UInt16

      static let otherwise = UInt16.max
    }

    /// A callback and where its event comes from; equal for most events of a trace to those of some other event.
    package struct Call: Hashable, Sendable {
      package var callback: String
      package var kind: EventKind

      package init(callback: String, kind: EventKind) {
        (self.callback, self.kind) = (callback, kind)
      }
    }

    private var rows: [Row] = []
    /// Seconds for each row; NaN for none. Empty if no row has any.
    private var times: [Double] = []
    private var durations: [Double] = []
    /// The different calls, in the order of their first events.
    package private(set) var calls: [Call] = []
    private var callNumbers: [Call: Int] = [:]
    private var laneSets: [[Int]] = []
    private var laneSetNumbers: [[Int]: Int] = [:]
    /// The entries that do not fit into a row, by index.
    private var others: [Int: Entry] = [:]

    /// Makes a list without events.
    public init() {}

    /// Makes a list of events.
    public init(_ entries: some Sequence<Entry>) {
      for entry in entries { append(entry) }
    }

    /// Makes room for events to be appended.
    package mutating func reserveCapacity(_ count: Int) {
      rows.reserveCapacity(count)
      times.reserveCapacity(count)
    }

    /// Appends an event.
    package mutating func append(_ entry: Entry) {
      let index = rows.count
      rows.append(row(entry, at: index))
      if !times.isEmpty { times.append(.nan) }
      if !durations.isEmpty { durations.append(.nan) }
      setSeconds(entry, at: index)
    }

    private mutating func setSeconds(_ entry: Entry, at index: Int) {
      Self.set(&times, entry.time, at: index, of: rows.count)
      Self.set(&durations, entry.duration, at: index, of: rows.count)
    }

    private static func set(
      _ column: inout [Double], _ value: Double?, at index: Int, of count: Int
    ) {
      if column.isEmpty {
        if value == nil { return }
        // Room that was reserved stays.
        for _ in 0..<count { column.append(.nan) }
      }
      column[index] = value ?? .nan
    }

    /// The row of an entry; one that does not fit is stored beside it.
    private mutating func row(_ entry: Entry, at index: Int) -> Row {
      if let event = UInt32(exactly: entry.event), let line = UInt32(exactly: entry.line),
        let process = Self.packed(process: entry.processLane), let lanes = packed(entry.lanes),
        let call = number(of: Call(callback: entry.callback, kind: entry.kind)),
        entry.details.isEmpty, !(entry.time?.isNaN ?? false),
        !(entry.duration?.isNaN ?? false)
      {
        return Row(event: event, line: line, lanes: lanes, call: call, process: process)
      }
      others[index] = entry
      return Row(event: 0, line: 0, lanes: -1, call: Row.otherwise, process: 0)
    }

    /// The number of a call; nil if there are too many different ones.
    private mutating func number(of call: Call) -> UInt16? {
      if let known = callNumbers[call] { return UInt16(known) }
      if calls.count == Row.otherwise { return nil }
      callNumbers[call] = calls.count
      calls.append(call)
      return UInt16(calls.count - 1)
    }

    private static func packed(process lane: Int?) -> UInt16? {
      guard let lane else { return 0 }
      return lane < 0 || lane >= UInt16.max ? nil : UInt16(lane + 1)
    }

    private mutating func packed(_ lanes: [Int]) -> Int32? {
      if lanes.isEmpty { return -1 }
      if lanes.count == 1 {
        guard let lane = Int32(exactly: lanes[0]), lane >= 0 else { return nil }
        return lane
      }
      if let known = laneSetNumbers[lanes] { return Int32(-2 - known) }
      laneSetNumbers[lanes] = laneSets.count
      laneSets.append(lanes)
      return Int32(-1 - laneSets.count)
    }

    private func lanes(_ packed: Int32) -> [Int] {
      if packed >= 0 { return [Int(packed)] }
      return packed == -1 ? [] : laneSets[-2 - Int(packed)]
    }

    /// The number of an event, without its other values.
    package func event(at index: Int) -> Int {
      let row = rows[index]
      return row.call == Row.otherwise ? self[index].event : Int(row.event)
    }

    /// The index of the callback and the kind among `calls`; nil for an event that is stored otherwise.
    package func call(at index: Int) -> Int? {
      let call = rows[index].call
      return call == Row.otherwise ? nil : Int(call)
    }

    /// The line of an event, without its other values.
    package func line(at index: Int) -> Int {
      let row = rows[index]
      return row.call == Row.otherwise ? self[index].line : Int(row.line)
    }

    /// The duration of an event, without its other values.
    package func duration(at index: Int) -> Double? {
      if rows[index].call == Row.otherwise { return self[index].duration }
      return durations.isEmpty || durations[index].isNaN ? nil : durations[index]
    }

    /// The time of an event, without its other values.
    package func time(at index: Int) -> Double? {
      if rows[index].call == Row.otherwise { return self[index].time }
      return times.isEmpty || times[index].isNaN ? nil : times[index]
    }

    /// The lane of the process of an event, without its other values.
    package func processLane(at index: Int) -> Int? {
      if rows[index].call == Row.otherwise { return self[index].processLane }
      return rows[index].process == 0 ? nil : Int(rows[index].process) - 1
    }

    /// The only lane of an event, without its other values; nil if it has none, or several.
    package func onlyLane(at index: Int) -> Int? {
      if rows[index].call == Row.otherwise { return nil }
      return rows[index].lanes < 0 ? nil : Int(rows[index].lanes)
    }

    /// Whether some event may have other members.
    package var mayHaveDetails: Bool { !others.isEmpty }

    /// The positions of the lanes changed.
    /// - Parameter newNumbers: the new index of each.
    package mutating func renumberLanes(_ newNumbers: [Int]) {
      laneSets = laneSets.map { $0.map { newNumbers[$0] } }
      laneSetNumbers = [:]
      for (number, set) in laneSets.enumerated() { laneSetNumbers[set] = number }
      others = others.mapValues { entry in
        var entry = entry
        entry.lanes = entry.lanes.map { newNumbers[$0] }
        entry.processLane = entry.processLane.map { newNumbers[$0] }
        return entry
      }
      // Some may be stored otherwise from here on.
      for index in rows.indices {
        if rows[index].lanes >= 0 {
          rows[index].lanes = Int32(newNumbers[Int(rows[index].lanes)])
        }
        guard rows[index].process > 0 else { continue }
        let process = newNumbers[Int(rows[index].process) - 1]
        if let packed = Self.packed(process: process) {
          rows[index].process = packed
        } else {
          self[index].processLane = process
        }
      }
    }

    /// How many bytes the events take, without what they share; for tests.
    package var packedBytes: Int {
      rows.count * MemoryLayout<Row>.stride
        + (times.count + durations.count) * MemoryLayout<Double>.stride
    }
  }
}

extension Timeline.Entries: RandomAccessCollection, MutableCollection {
  /// The index of the first event; always 0.
  public var startIndex: Int { 0 }
  /// The number of events.
  public var endIndex: Int { rows.count }

  /// The event with the index.
  /// - Complexity: O(1); its values are stored in another form.
  public subscript(index: Int) -> Timeline.Entry {
    get {
      let row = rows[index]
      if row.call == Row.otherwise, let other = others[index] { return other }
      let call = calls[Int(row.call)]
      return Timeline.Entry(
        event: Int(row.event), line: Int(row.line), callback: call.callback, kind: call.kind,
        time: times.isEmpty || times[index].isNaN ? nil : times[index],
        duration: durations.isEmpty || durations[index].isNaN ? nil : durations[index],
        lanes: lanes(row.lanes), processLane: row.process == 0 ? nil : Int(row.process) - 1)
    }
    set {
      others[index] = nil
      rows[index] = row(newValue, at: index)
      setSeconds(newValue, at: index)
    }
  }
}

extension Timeline.Entries: Equatable, ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Timeline.Entry...) { self.init(elements) }

  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}
