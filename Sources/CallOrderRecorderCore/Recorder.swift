internal import TraceSystem

/// Records the calls of one run of an app, in the order in which they came, as lines of JSON.
///
/// It may be used from any thread. An event is written to all destinations before `record` returns, unless another thread
/// is just writing: then that one takes it along. So a crash loses nothing that was recorded before it. What a destination
/// cannot take in time waits in memory of a fixed size; events that find no room are counted, and a line says how many
/// are missing and where.
public final class Recorder: Sendable {
  /// What tells this run of the app from others; each event carries it as its `process`.
  public let launch: String
  private let began: Int
  /// The thread that is the main one; nil where that is not known, and threads are not recorded.
  private let mainThread: UInt?
  private let sinks: [any RecordingSink]
  private let state: Monitor<State>

  private struct State {
    /// Where events are added, and what is being written.
    var front: LineBuffer
    var back: LineBuffer
    /// How many events found no room since the last one that did.
    var lost = 0
    /// The thread that writes.
    var writer: UInt?
    var hasEnded = false

    /// Takes what waits, if nobody else writes.
    mutating func takeLines(for thread: UInt) -> LineBuffer? {
      if writer != nil || front.isEmpty { return nil }
      writer = thread
      swap(&front, &back)
      return back
    }
  }

  /// Begins a recording.
  /// - Parameters:
  ///   - header: what is known of the app, and what is recorded.
  ///   - launch: what tells this run from others; by default a random number.
  ///   - isOnMainThread: whether this is called on the main thread; then each event says whether it was.
  ///   - bufferSize: bytes for the events that wait; an event that is longer is lost.
  public init(
    _ header: RecordingHeader, to destinations: [Destination], launch: String? = nil,
    isOnMainThread: Bool = false, bufferSize: Int = 1 << 16
  ) {
    let launch = launch ?? Self.randomLaunch()
    var header = header
    if header.startedAt == 0 { header.startedAt = SystemProcess.secondsSince1970 }
    self.launch = launch
    began = SystemThread.microseconds
    mainThread = isOnMainThread ? SystemThread.current : nil
    sinks = destinations.map { $0.open() }
    let size = max(256, bufferSize)
    state = Monitor(
      State(front: LineBuffer(capacity: size), back: LineBuffer(capacity: size)))
    for sink in sinks { sink.begin(header, launch: launch) }
  }

  deinit { end() }

  /// Records an event.
  ///
  /// What a destination's closure records while it is called is not recorded, but counted as lost.
  /// - Complexity: O(bytes of the event), without allocation.
  public func record(_ event: RecordedEvent) { record(event) { _ in } }

  /// Records an event, and calls the closure before the next one can be recorded; not where the recording has ended, or one
  /// of its destinations records.
  /// - Parameter together: is given the seconds since the recording began; it must not record.
  package func record(_ event: RecordedEvent, _ together: (Double) -> Void) {
    let thread = SystemThread.current
    let lines = state.withLock { state -> LineBuffer? in
      if state.hasEnded { return nil }
      if state.writer == thread {
        state.lost += 1
        return nil
      }
      let time = SystemThread.microseconds - began
      let lost = state.lost
      let fits = state.front.append(events: lost + 1) { encoder in
        if lost > 0 { encoder.lost(lost) }
        encoder.event(
          event, launch: launch, microseconds: time,
          isOnMainThread: mainThread.map { $0 == thread })
      }
      state.lost = fits ? 0 : lost + 1
      together(Double(time) / 1e6)
      return state.takeLines(for: thread)
    }
    if let lines { write(lines, thread) }
  }

  /// Ends the recording; what is recorded afterwards is dropped.
  public func end() {
    let thread = SystemThread.current
    let isLast = state.wait { state -> Bool? in
      if state.hasEnded || state.writer == thread { return false }
      if state.writer != nil { return nil }
      state.hasEnded = true
      return true
    }
    if !isLast { return }
    let lines = state.withLock { state -> LineBuffer? in
      let lost = state.lost
      if lost > 0 { _ = state.front.append(events: lost) { $0.lost(lost) } }
      return state.takeLines(for: thread)
    }
    if let lines { write(lines, thread) }
    for sink in sinks { sink.end() }
  }

  /// Writes lines, and those that come meanwhile.
  private func write(_ lines: LineBuffer, _ thread: UInt) {
    var next: LineBuffer? = lines
    while let lines = next {
      for sink in sinks { sink.write(lines.lines, events: lines.events) }
      next = state.change { state in
        state.back.removeAll()
        state.writer = nil
        return state.takeLines(for: thread)
      }
    }
  }

  private static func randomLaunch() -> String {
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
