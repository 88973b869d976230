internal import AppSystem

/// Records the calls of one run of an app as JSON Lines, in the order in which they came.
///
/// It can be used from any thread. An event is written to all destinations before `record` returns, unless another thread
/// is writing at that moment; then that thread writes it as well. That way, events recorded before a crash are not lost.
/// While a destination is busy, events wait in a buffer of fixed size. If the buffer is full, events are dropped, and a
/// line in the recording says how many are missing there.
public final class Recorder: Sendable {
  /// The identifier of this run of the app; each event has it as its `process`.
  public let launch: String
  private let began: Int
  /// The main thread; nil if it is unknown, so that threads are not recorded.
  private let mainThread: UInt?
  private let sinks: [any RecordingSink]
  private let state: Monitor<State>

  private struct State {
    /// The buffer to which events are added.
    var front: LineBuffer
    /// The buffer that is being written.
    var back: LineBuffer
    /// How many events did not fit since the last one that did.
    var lost = 0
    /// The thread that writes.
    var writer: UInt?
    var hasEnded = false

    /// Takes the waiting lines, unless another thread is writing.
    mutating func takeLines(for thread: UInt) -> LineBuffer? {
      if writer != nil || front.isEmpty { return nil }
      writer = thread
      swap(&front, &back)
      return back
    }
  }

  /// Starts a recording.
  /// - Parameters:
  ///   - header: what is known about the app, and what is recorded.
  ///   - destinations: where the recording goes.
  ///   - launch: the identifier of this run of the app; by default a random number.
  ///   - isOnMainThread: whether the caller is on the main thread; if true, each event records whether it was on it.
  ///   - bufferSize: the size of the buffer for waiting events, in bytes, at least 256; a longer event is lost.
  public init(
    _ header: RecordingHeader, to destinations: [Destination], launch: String? = nil,
    isOnMainThread: Bool = false, bufferSize: Int = 1 << 16
  ) {
    // Eight digits.
    let launch = launch ?? String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
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

  /// Records an event; its process and time are replaced by the recorder's.
  ///
  /// An event that the closure of a destination records while it is called is counted as lost.
  /// - Complexity: O(bytes of the event), without allocation.
  public func record(_ event: RecordedEvent) { record(event) { _ in } }

  /// Records an event, and calls a closure before the next one can be recorded. The closure is not called if the recording
  /// has ended, or for events that a destination records.
  /// - Parameter together: called with the event as it is recorded; it must not record.
  package func record(
    _ event: RecordedEvent, _ together: (RecordedEvent) -> Void
  ) {
    var event = event
    event.process = launch
    let thread = SystemThread.current
    let lines = state.withLock { state -> LineBuffer? in
      if state.hasEnded { return nil }
      if state.writer == thread {
        state.lost += 1
        return nil
      }
      event.time = Double(SystemThread.microseconds - began) / 1e6
      let lost = state.lost
      let fits = state.front.append(events: lost + 1) { encoder in
        if lost > 0 { encoder.lost(lost) }
        encoder.event(event, isOnMainThread: mainThread.map { $0 == thread })
      }
      state.lost = fits ? 0 : lost + 1
      together(event)
      return state.takeLines(for: thread)
    }
    if let lines { write(lines, thread) }
  }

  /// Ends the recording; later events are ignored.
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

  /// Writes lines, and those that are added in the meantime.
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
}
