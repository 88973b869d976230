internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// A trace that was read, with everything that it says about itself.
struct ReadTrace {
  let store: TraceStore
  let statements: Statements
  /// A report with what only the reader knows: the path, the format, metadata, and notes on reading.
  let report: TraceReport

  init(store: TraceStore, statements: Statements, report: TraceReport) {
    (self.store, self.statements, self.report) = (store, statements, report)
  }

  /// Reads a trace.
  /// - Parameters:
  ///   - members: the members of events that are read.
  ///   - foreign: how other formats are read.
  init(_ opened: OpenedTrace, _ members: EventMembers, _ foreign: ForeignOptions) throws(TraceError)
  {
    let trace = try StoredTrace(try opened.begin(), members: members, foreign: foreign)
    store = trace.store
    statements = Statements(trace.header)
    report = TraceReport(on: opened.path, trace.header, trace.notes)
  }
}

extension TraceReport {
  /// A report with what only the reader knows.
  init(on path: String, _ header: TraceHeader, _ notes: [ReadingNote]) {
    self.init(path: path, format: header.format)
    metadata = header.metadata.map { .init(name: $0.name, value: $0.value) }
    self.notes = notes.map { Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message) }
  }
}

extension Statements {
  /// What the header of a trace states.
  init(_ header: TraceHeader) {
    self.init()
    (records, isComplete) = (header.records, header.isComplete)
    hasOneWindow = header.hasOneWindow
    // As the file says that `callorder init lldb` writes.
    isHeldUp = header.metadata.contains { $0.name == "recorder" && $0.value == "lldb" }
    func version(_ name: String) -> PlatformVersion? {
      header.metadata.first { $0.name == name }.flatMap { PlatformVersion($0.value) }
    }
    (platform, sdk) = (version("os"), version("sdk"))
  }
}
