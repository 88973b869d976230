internal import TraceDiagnostics
internal import TraceFindings
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Takes one stream of events apart into its recordings; used by one thread at a time.
///
/// The memory is that of the recordings that are open: a few kilobytes each, as the rest of their text is in a file.
final class RecordingSplitter {
  private let plan: RecordingPlan
  private let stream: String
  private let openLimit: Int
  private var reader: TraceReader
  private var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  private var open: OpenRecordings
  private var isFinished = false
  /// What the stream before said about itself.
  private let inherited: TraceHeader?
  /// Whether the stream goes on from another one, or another one from it.
  private let isPart: Bool
  /// The values of the key by the header, for events without one.
  private var common: [String?]?
  /// What the recordings are for that are still open at the end of the stream.
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
  ///   - members: the members of events that are read, those of the key first.
  ///   - state: what is left of the stream before.
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

  /// The next recording that has ended, by the order of the ends; nil where there is none any more.
  func next() -> EndedRecording? {
    while true {
      // What follows the events of a document is about all of them.
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

  /// - Returns: whether there was anything to read.
  private func readBatch() throws(TraceError) -> Bool {
    var fault: TraceError?
    do throws(TraceError) {
      guard try reader.next(into: &batch) else { return false }
    } catch {
      fault = error
    }
    if reader.isForeign {
      throw TraceError(
        "a stream in a format of others, \(reader.header.format), is not taken apart or checked in parts"
      )
    }
    let common =
      common
      ?? plan.key.map { name in
        header.metadata.first { $0.name == name }?.value
      }
    self.common = common
    open.begin()
    for event in batch.events { try take(event, common) }
    if let fault { throw fault }
    return true
  }

  private func take(_ event: EventRecord, _ common: [String?]) throws(TraceError) {
    let isMarker = event.kind != .gap && event.callback.isNone
    if isMarker, plan.isOneRecording { return }
    guard let slot = try slot(of: event, common) else {
      if event.kind == .gap { return open.loseEvents() }
      // One with a part of the key cannot be understood.
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

  /// The place of an event's recording; nil where it does not say which one that is.
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
          "\"\(plan.key[index])\" is longer than a value of the key may be, \(RecordingPlan.valueLimit) bytes",
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
        "more than \(openLimit) recordings are open at once; end markers or a pause have to end them",
        at: reader.position(of: event, in: batch))
    }
    return open.slot(of: values, named: names)
  }

  private func failing<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TraceError) -> Result {
    do throws(SystemError) { return try body() } catch { throw TraceError(error.message) }
  }

  // MARK: - Its end

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

  /// The line that the next stream begins with.
  private var nextLine: Int { reader.position.line + (reader.position.column > 1 ? 1 : 0) }

  /// The stream cannot be read any further; nobody knows what follows in recordings that are open.
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
          ? "an event has no \(names), and was not checked"
          : "\(strays.count) events have no \(names), this one first, and were not checked"))
  }
}
