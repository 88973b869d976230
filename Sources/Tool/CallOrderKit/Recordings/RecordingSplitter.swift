internal import TraceModel
internal import TraceFindings
internal import TraceReading
internal import TraceSystem

/// Splits a stream of events into its recordings; used by one thread at a time.
///
/// Only open recordings take memory, a few kilobytes each: the rest of their text is in a file.
final class RecordingSplitter {
  private let plan: RecordingPlan
  private let stream: String
  private let openLimit: Int
  private var reader: TraceReader
  private var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  private var open: OpenRecordings
  private var isFinished = false
  /// The header of the previous part of the stream.
  private let inherited: TraceHeader?
  /// Whether the stream is one of several parts.
  private let isPart: Bool
  /// The key values in the header, for events that have none.
  private var common: [String?]?
  /// The state for the next part of the stream; nil if no part follows.
  private(set) var left: SavedState?
  /// Why events of the stream were not checked.
  private(set) var failures: [Report.Failure] = []
  private var strays = Strays()

  /// Events without a value of the key.
  private struct Strays {
    var count = 0
    var first: SourcePosition?
  }

  /// - Parameters:
  ///   - members: the event members to read, those of the key first.
  ///   - state: the state after the previous part of the stream; nil for the first part.
  init(
    _ source: any ByteSource, named stream: String, by plan: RecordingPlan, members: EventMembers,
    foreign: ForeignOptions, after state: SavedState?, openLimit: Int = RecordingPlan.openLimit
  ) throws(TraceError) {
    (self.plan, self.stream, self.openLimit) = (plan, state?.stream ?? stream, openLimit)
    do throws(SystemError) { open = try OpenRecordings(plan, after: state) } catch {
      throw TraceError(error.message)
    }
    reader = TraceReader(
      source, members: members, tellsEnds: true, firstLine: state?.nextLine ?? 1, foreign: foreign)
    inherited = state?.header
    isPart = plan.keepsOpen || state != nil
  }

  private var header: TraceHeader {
    reader.header == TraceHeader() ? inherited ?? TraceHeader() : reader.header
  }

  /// The next recording, in the order in which they end; nil if there are no more.
  func next() -> EndedRecording? {
    while true {
      // Metadata after the events of a document applies to all of its recordings.
      if !reader.hasSuffix || isFinished, let ended = open.popEnded() {
        return recording(ended)
      }
      if isFinished { return nil }
      do throws(TraceError) {
        if try !readBatch() { finish() }
      } catch {
        fail(error)
      }
    }
  }

  private func recording(_ ended: OpenRecording) -> EndedRecording {
    var recording = EndedRecording(
      name: plan.name(stream, ended.values, ended.number),
      header: plan.header(ended.header ?? header, ended.values), text: ended.text,
      firstLine: ended.firstLine)
    if ended.isCut {
      recording.notes = reader.notes.map { note in
        var note = note
        if !plan.key.isEmpty { note.line = ended.lastLine }
        return note
      }
    }
    return recording
  }

  // MARK: - The stream

  /// - Returns: false at the end of the stream.
  private func readBatch() throws(TraceError) -> Bool {
    var fault: TraceError?
    do throws(TraceError) {
      guard try reader.next(into: &batch) else { return false }
    } catch {
      fault = error
    }
    if reader.isForeign {
      throw TraceError(
        "a stream in the format \(reader.header.format) cannot be split into recordings or checked in parts"
      )
    }
    let common =
      common
      ?? plan.key.map { name in
        header.metadata.first { $0.name == name }?.value
      }
    self.common = common
    open.begin()
    for event in batch.events.all { try take(event, common) }
    if let fault { throw fault }
    return true
  }

  private func take(_ event: EventRecord, _ common: [String?]) throws(TraceError) {
    let isMarker = event.kind != .gap && event.callback.isNone
    if isMarker, plan.isOneRecording { return }
    guard let slot = try slot(of: event, common) else {
      if event.kind == .gap { return open.loseEvents() }
      // A marker with only a part of the key is ambiguous.
      if isMarker, plan.key.indices.allSatisfy({ batch.value($0, of: event).isNone }) {
        return try failing { () throws(SystemError) in try open.endAll() }
      }
      if strays.count == 0 { strays.first = reader.position(of: event, in: batch) }
      return strays.count += 1
    }
    let line = batch.firstLine + Int(event.line)
    try failing { () throws(SystemError) in
      if isMarker { return try open.end(slot) }
      let start = Int(event.offset)
      try open.add(
        UnsafeRawBufferPointer(rebasing: batch.bytes[start..<(start + Int(event.length))]),
        at: event.time, line: line, to: slot)
    }
  }

  /// The slot of an event's recording; nil if the event does not identify one.
  private func slot(
    of event: EventRecord, _ common: [String?]
  ) throws(TraceError) -> Int? {
    let names = plan.key.indices.map { batch.value($0, of: event).rawValue }
    if let slot = open.slot(named: names) { return slot }
    var texts: [String] = []
    for index in plan.key.indices {
      let name = batch.value(index, of: event)
      let bytes = name.isNone ? nil : batch.names.bytes(name)
      if (bytes?.count ?? 0) > RecordingPlan.valueLimit {
        throw TraceError(
          "\"\(plan.key[index])\" is longer than a key value may be, \(RecordingPlan.valueLimit) bytes",
          at: reader.position(of: event, in: batch))
      }
      guard let value = bytes.map({ String(decoding: $0, as: UTF8.self) }) ?? common[index] else {
        return nil
      }
      texts.append(value)
    }
    let values = KeyValues(texts)
    if open.count >= openLimit, !open.has(values) {
      throw TraceError(
        "more than \(openLimit) recordings are open at once; end them with end markers or a pause",
        at: reader.position(of: event, in: batch))
    }
    return open.slot(of: values, named: names)
  }

  private func failing<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TraceError) -> Result {
    do throws(SystemError) { return try body() } catch { throw TraceError(error.message) }
  }

  // MARK: - The end

  private func finish() {
    isFinished = true
    tellStrays()
    let wasCut = !reader.notes.isEmpty
    do throws(SystemError) {
      if plan.keepsOpen, !wasCut {
        left = SavedState(
          stream: stream, header: header, nextLine: nextLine, recordings: try open.saved(header))
      } else {
        try open.endAll(wereCut: wasCut)
      }
    } catch {
      failures.append(Report.Failure(path: stream, message: error.message))
    }
  }

  /// The line with which the next part of the stream begins.
  private var nextLine: Int { reader.position.line + (reader.position.column > 1 ? 1 : 0) }

  /// Ends all recordings where the stream becomes unreadable; what follows in the open ones is unknown.
  private func fail(_ error: TraceError) {
    if isPart, error.message == TraceError.emptyFile { return finish() }
    isFinished = true
    tellStrays()
    failures.append(
      Report.Failure(path: stream, position: error.position, message: error.message))
    open.loseEvents()
    do throws(SystemError) { try open.endAll() } catch {
      failures.append(Report.Failure(path: stream, message: error.message))
    }
  }

  private func tellStrays() {
    if strays.count == 0 { return }
    let names = plan.key.map { "\"\($0)\"" }.joined(separator: " or no ")
    failures.append(
      Report.Failure(
        path: stream, position: strays.first,
        message: strays.count == 1
          ? "an event has no \(names) and was not checked"
          : "\(strays.count) events have no \(names) and were not checked; this is the first"))
  }
}
