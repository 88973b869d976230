internal import TraceReporting
internal import TraceModel
internal import TraceFindings

/// Compares a report with the baseline, marks known findings, and prints those that are gone.
struct BaselinePass {
  private let invocation: Invocation

  /// How many stale entries are listed one by one.
  private static let listingLimit = 20

  private let checked: TraceSelection?

  /// Takes the baseline of an invocation.
  /// - Parameter checked: what the report is on; nil for a saved report, which is on all that it is about.
  init(for invocation: Invocation, checked: TraceSelection?) {
    (self.invocation, self.checked) = (invocation, checked)
  }

  /// The report with its known findings marked, and whether entries are stale although that is forbidden.
  func apply(to report: Report) throws(CommandError) -> (report: Report, isStale: Bool) {
    guard invocation.settings.baselines.path != nil else { return (report, false) }
    let store = BaselineStore(for: invocation)
    let baseline = try store.read(fitting: report)
    if baseline.isOlder {
      invocation.environment.note(
        "callorder: warning: \(terminalSafe(store.path)) was written by an older version, so findings are matched"
          + " only by their rule; 'callorder baseline update' rewrites it")
    }
    let today = CalendarDate(secondsSince1970: invocation.environment.secondsSince1970)
    let match = baseline.match(report, today: today.description)
    // Findings that seem to be gone may be in an input that could not be read, or that was not checked.
    guard report.failures.isEmpty, checked?.includes(baseline.traces) ?? true else {
      return (match.report, false)
    }
    tell(match.expired, "\(store.path) lists findings that have expired")
    tell(match.stale, "\(store.path) lists findings that are gone")
    return (match.report, invocation.settings.baselines.isStrict && !match.stale.isEmpty)
  }

  private func tell(_ entries: [BaselineFile.Entry], _ message: String) {
    guard !entries.isEmpty else { return }
    let environment = invocation.environment
    environment.note("callorder: warning: \(terminalSafe(message)):")
    for entry in entries.prefix(Self.listingLimit) { environment.note("  - \(entry.line)") }
    let rest = entries.count - Self.listingLimit
    if rest > 0 { environment.note("  and \(rest) more") }
  }
}
