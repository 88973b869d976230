internal import TraceModel
package import TraceFindings

/// Traces as Chrome Trace Event JSON, which Perfetto opens: a process for each process, two tracks for each session, one
/// with a slice for each state and one with an instant for each call.
///
/// Every slice has a beginning and an end, and the slices of one track follow each other. Times are in microseconds since
/// the first event. An event with an earlier time than the one before is drawn at that one's time. If no times are
/// recorded, events are a millisecond apart.
package struct ChromeTrace {
  /// Where something is drawn.
  private struct Track: Hashable {
    /// The lane of the process; -1 where the trace names none.
    var process: Int
    /// The lane of the subject within it; nil for the process itself.
    var subject: Int?
    var holdsCalls: Bool
  }

  private var writer = ChromeTraceWriter()
  private var processCount = 0
  private var trackCount = 0
  private let namesTraces: Bool

  /// Makes the document.
  /// - Complexity: O(listed events + states + violations).
  package static func document(of traces: [TraceReport]) -> [UInt8] {
    var document = ChromeTrace(namesTraces: traces.count > 1)
    for trace in traces { document.add(trace) }
    return document.writer.finish()
  }

  private init(namesTraces: Bool) { self.namesTraces = namesTraces }

  private mutating func add(_ trace: TraceReport) {
    guard let timeline = trace.timeline, !timeline.entries.isEmpty else { return }
    var part = Part(trace, timeline)
    for index in timeline.lanes.indices {
      for interval in timeline.lanes[index].intervals {
        let process = part.process(of: interval.firstEvent)
        let isProcess = process == index || part.isProcess(index)
        let place = place(
          Track(
            process: isProcess ? index : process, subject: isProcess ? nil : index,
            holdsCalls: false), &part)
        writer.slice(
          interval.state, place, from: part.time(interval.firstEvent),
          to: part.time(interval.endEvent))
      }
    }
    for entry in timeline.entries { add(entry, &part) }
    for violation in trace.violations {
      let place = place(
        Track(process: part.process(of: violation.event), subject: nil, holdsCalls: true), &part)
      writer.instant(
        violation.rule, "violation", place, at: part.time(violation.event), scope: "p",
        [
          ("severity", .text(violation.severity.name)), ("message", .text(violation.message)),
          ("line", .number(violation.line)),
        ])
    }
  }

  private mutating func add(_ entry: Timeline.Entry, _ part: inout Part) {
    var arguments: [(String, ChromeTraceWriter.Value)] = [
      ("event", .number(entry.event)), ("line", .number(entry.line)),
    ]
    if let duration = entry.duration { arguments.append(("duration", .text("\(duration)"))) }
    arguments += entry.details.map { ($0.name, .text($0.value)) }
    let process = part.process(of: entry.event)
    let narrow = entry.lanes.filter { $0 != process && !part.isProcess($0) }
    for subject in narrow.isEmpty ? [Int?.none] : narrow.map(Optional.some) {
      let place = place(Track(process: process, subject: subject, holdsCalls: true), &part)
      let isGap = entry.kind == .gap
      writer.instant(
        isGap ? "events were lost" : entry.callback, entry.kind.name, place,
        at: part.time(entry.event), scope: isGap ? "p" : "t", arguments)
    }
  }

  /// The numbers of a track, which are assigned and named when the track is first used.
  private mutating func place(_ track: Track, _ part: inout Part) -> ChromeTraceWriter.Place {
    let process = number(ofProcess: track.process, &part)
    if let number = part.tracks[track] { return .init(process: process, track: number) }
    trackCount += 1
    // A track with the number of a process would be its main thread.
    let place = ChromeTraceWriter.Place(process: process, track: 1_000_000 + trackCount)
    part.tracks[track] = place.track
    let lane = track.subject.map(part.name(of:)) ?? part.name(ofProcess: track.process)
    writer.name("thread_name", place, track.holdsCalls ? "\(lane): calls" : lane)
    writer.order(place, by: trackCount)
    return place
  }

  private mutating func number(ofProcess lane: Int, _ part: inout Part) -> Int {
    if let number = part.processes[lane] { return number }
    processCount += 1
    part.processes[lane] = processCount
    let name = part.name(ofProcess: lane)
    writer.name(
      "process_name", .init(process: processCount, track: processCount),
      namesTraces ? "\(part.path): \(name)" : name)
    return processCount
  }

  /// The state while one trace is written.
  private struct Part {
    let path: String
    private let timeline: Timeline
    /// For every listed event, in nanoseconds since the first.
    private let times: [Int64]
    /// The lanes that events name as their process.
    private let processLanes: Set<Int>
    var processes: [Int: Int] = [:]
    var tracks: [Track: Int] = [:]

    init(_ trace: TraceReport, _ timeline: Timeline) {
      path = trace.path
      self.timeline = timeline
      processLanes = Set(timeline.entries.compactMap(\.processLane))
      let first = timeline.entries.lazy.compactMap(\.time).min() ?? 0
      let hasTimes = timeline.entries.contains { $0.time != nil }
      var last: Int64 = 0
      times = timeline.entries.enumerated().map { index, entry in
        if !hasTimes { return Int64(index) * 1_000_000 }
        let nanoseconds = ((entry.time ?? first) - first) * 1e9
        last = max(last, Int64(min(max(nanoseconds.rounded(), 0), 4e18)))
        return last
      }
    }

    /// When an event came; for one that is not listed, the last one that is.
    func time(_ event: Int) -> Int64 { times[min(max(event - 1, 0), times.count - 1)] }

    func process(of event: Int) -> Int {
      timeline.entries[min(max(event - 1, 0), times.count - 1)].processLane ?? -1
    }

    func isProcess(_ lane: Int) -> Bool { processLanes.contains(lane) }

    func name(of lane: Int) -> String {
      let lane = timeline.lanes[lane]
      let role = lane.role.map { " (\($0))" } ?? ""
      return lane.subject.isEmpty ? lane.kind + role : "\(lane.kind) \(lane.subject)\(role)"
    }

    func name(ofProcess lane: Int) -> String { lane < 0 ? "process" : name(of: lane) }
  }
}
