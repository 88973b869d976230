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
    self.init { LiveCheck(grammar, options, $0) }
  }

  /// Checks against the order in which UIKit calls an app with scenes, and what the app does in it if it records actions.
  public static let uiScene = LiveChecking { header in
    let recorded = Set(header.records ?? [])
    let grammar =
      CallOrder.Action.all.contains { recorded.contains($0.name) }
      ? ShippedGrammar.practices.grammar() : .uiScene()
    return LiveCheck(grammar, CheckOptions(), header)
  }
}

/// Checks the events of a recording in the order in which they are recorded.
///
/// It is used only while the recorder holds its lock, so one thread uses it at a time.
final class LiveCheck: EventCheck, @unchecked Sendable {
  // SAFETY: the recorder calls it only while it holds its lock, apart from `report`, which uses constants alone.
  private let grammar: Grammar
  private var checker: LiveChecker
  private var sites = RecentSites()

  init(_ grammar: Grammar, _ options: CheckOptions, _ header: RecordingHeader) {
    self.grammar = grammar
    var options = options
    if let records = header.records { options.records = .callbacks(records) }
    options.platform = options.platform ?? header.os.flatMap { PlatformVersion($0) }
    checker = LiveChecker(grammar: grammar, options: options)
  }

  /// Checks the next event.
  /// - Returns: the warnings and errors that this event reveals.
  func feed(_ event: RecordedEvent) -> [LiveFinding] {
    sites.add(event)
    return checker.feed(event).filter { $0.severity >= .warning }.map { finding($0) }
  }

  private func finding(_ violation: Violation) -> LiveFinding {
    var violation = violation
    checker.explain(&violation) { origin($0) }
    return LiveFinding(
      rule: violation.rule, event: violation.event, site: sites[violation.event],
      text: text(violation))
  }

  private func origin(_ event: Int) -> EventOrigin {
    EventOrigin(file: sites[event]?.file, line: sites[event]?.line)
  }

  /// The finding as the text report tells it, without the calls around it.
  private func text(_ violation: Violation) -> String {
    let place = sites[violation.event].map { "\($0.file):\($0.line): " } ?? ""
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

/// The source locations of the last events that were recorded.
private struct RecentSites {
  private static let limit = 1_024

  private var count = 0
  private var sites: [CallSite?] = Array(repeating: nil, count: limit)

  /// Notes the location of the next event.
  mutating func add(_ event: RecordedEvent) {
    sites[count % Self.limit] = event.file.map { CallSite($0, event.sourceLine ?? 0) }
    count += 1
  }

  /// The location of an event, counted from 1; nil if it has none, or if the event is too long ago.
  subscript(event: Int) -> CallSite? {
    event > count - Self.limit && event > 0 && event <= count
      ? sites[(event - 1) % Self.limit] : nil
  }
}
