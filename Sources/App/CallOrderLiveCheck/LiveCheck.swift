internal import AppSystem
internal import CallOrderCore
public import CallOrderRecorder
internal import CallOrderRecorderCore
public import TraceChecking
internal import TraceFindings
public import TraceGrammar
internal import TraceModel

extension LiveChecking {
  /// Checks against a grammar of your own.
  /// - Parameters:
  ///   - grammar: the grammar to check against.
  ///   - options: how events are judged. Which callbacks the recording shows is taken from the recorder if it says so.
  public init(_ grammar: Grammar, options: CheckOptions = CheckOptions()) {
    self.init { LiveCheck(options, $0) { grammar } }
  }

  /// Checks against the order in which UIKit calls an app with scenes, and what the app does in it if it records actions.
  public static let uiScene = LiveChecking { header in
    let recorded = Set(header.records ?? [])
    let hasActions = CallOrder.Action.all.contains { recorded.contains($0.name) }
    return LiveCheck(CheckOptions(), header) {
      hasActions ? ShippedGrammar.practices.grammar() : .uiScene()
    }
  }
}

/// Checks the events of a recording in the order in which they are recorded.
///
/// It is used only while the recorder holds its lock, so one thread uses it at a time. A thread of its own makes the tables,
/// because the app would have to wait for them: some tenths of a second in a debug build.
final class LiveCheck: EventCheck, @unchecked Sendable {
  // SAFETY: the recorder calls it only while it holds its lock, or after its end. Until `isReady`, only the thread uses
  // `checker` and `grammar`, and from then on it does not.
  private let isReady = Monitor(false)
  private var worker: WorkerThread?
  private var grammar: Grammar?
  private var checker: LiveChecker?
  private var recent = RecentOrigins()
  /// The events that came before the checker was ready.
  private var waiting: [RecordedEvent] = []

  init(
    _ options: CheckOptions, _ header: RecordingHeader,
    by makeGrammar: @escaping @Sendable () -> Grammar
  ) {
    var options = options
    if let records = header.records { options.records = .callbacks(records) }
    options.platform = options.platform ?? header.os.flatMap { PlatformVersion($0) }
    let prepare: @Sendable () -> Void = { [self, options] in
      let grammar = makeGrammar()
      self.grammar = grammar
      checker = LiveChecker(grammar: grammar, options: options)
      checker?.prepare()
      isReady.change { $0 = true }
    }
    worker = WorkerThread(prepare)
    if worker == nil { prepare() }
  }

  func feed(_ event: RecordedEvent) -> [LiveFinding] {
    recent.add(event)
    waiting.append(event)
    return isReady.withLock { $0 } ? check() : []
  }

  func rest() -> [LiveFinding] {
    isReady.wait { $0 ? () : nil }
    return check()
  }

  /// Checks the events that wait.
  /// - Returns: the warnings and errors that they reveal.
  private func check() -> [LiveFinding] {
    worker?.join()
    worker = nil
    defer { waiting.removeAll() }
    let found = checker?.feed(waiting) ?? []
    return found.filter { $0.severity >= .warning }.map { finding($0) }
  }

  private func finding(_ violation: Violation) -> LiveFinding {
    var violation = violation
    checker?.explain(&violation) { recent[$0] }
    return LiveFinding(
      rule: violation.rule, event: violation.event, site: recent.site(of: violation.event),
      text: text(violation))
  }

  /// The finding as the text report tells it, without the calls around it.
  private func text(_ violation: Violation) -> String {
    guard let grammar else { return violation.message }
    let place = recent.site(of: violation.event).map { "\($0.file):\($0.line): " } ?? ""
    let report = TextReport(names: grammar.writtenNames)
    let head = "\(place)\(violation.severity.name)[\(violation.rule)]: \(violation.message)"
    var text = "\(terminalSafe(head))\n  \(terminalSafe(violation.circumstances))\n"
    if violation.repair.deletions.isEmpty {
      let expected = violation.expectedInWords(grammar.writtenName)
      if !expected.isEmpty { text += report.paragraph("Expected", expected) }
    }
    text += report.causes(violation.causes)
    let why = grammar.rules.first { $0.id == violation.rule }?.explanation ?? ""
    let sentences = why.split(whereSeparator: \.isNewline).joined(separator: " ")
    if !why.isEmpty { text += report.paragraph("Why it matters", sentences) }
    return String(text.dropLast())
  }
}

/// Where the last events that were recorded come from.
private struct RecentOrigins {
  private static let limit = 1_024

  private var count = 0
  private var origins: [EventOrigin] = []

  /// Notes where the next event comes from.
  mutating func add(_ event: RecordedEvent) {
    let origin = EventOrigin(of: event)
    if count < Self.limit { origins.append(origin) } else { origins[count % Self.limit] = origin }
    count += 1
  }

  /// Where an event, counted from 1, comes from; nothing is known if it is too long ago.
  subscript(event: Int) -> EventOrigin {
    event > count - Self.limit && event > 0 && event <= count
      ? origins[(event - 1) % Self.limit] : EventOrigin()
  }

  /// The location of an event, counted from 1; nil if it has none, or if the event is too long ago.
  func site(of event: Int) -> CallSite? {
    self[event].file.map { CallSite($0, self[event].line ?? 0) }
  }
}
