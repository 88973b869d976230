internal import TraceModel
internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting
internal import TraceSystem

/// Writes a report wherever it was asked for, and says how the run ended.
struct ReportDelivery {
  private let invocation: Invocation

  /// Takes formats, files and the failing severity from the settings.
  /// - Throws: `CommandError` for formats that cannot show what was requested; call it before any work is done.
  init(for invocation: Invocation) throws(CommandError) {
    self.invocation = invocation
    if settings.showsCoverage {
      try refuse("--coverage", unlessAmong: CoverageFormat.allCases.map(\.rawValue))
    }
    if settings.showsMigration {
      try refuse("--migration", unlessAmong: MigrationFormat.allCases.map(\.rawValue))
    }
  }

  /// Refuses a format of standard output: the lists of `--coverage` and `--migration` exist in few of them.
  private func refuse(_ flag: String, unlessAmong names: [String]) throws(CommandError) {
    if names.contains(settings.format) { return }
    throw .usage("\(flag) needs --format \(listed(names, "or"))")
  }

  /// Writes the report to standard output and to files.
  /// - Parameters:
  ///   - grammar: the grammar of the check; nil for a saved report whose grammar is not built in.
  ///   - selection: what was to be checked; nil for a saved report.
  /// - Returns: the status by what was found, or `failure` when a file could not be written.
  func deliver(
    _ found: Report, by grammar: Grammar?, of selection: TraceSelection? = nil
  ) throws(CommandError) -> ExitStatus {
    if settings.showsMigration, grammar == nil {
      throw .usage("--migration needs the grammar that the report was made with")
    }
    let pass = BaselinePass(for: invocation, checked: selection)
    let (report, isStale) = try pass.apply(to: found)
    let (emptyFolders, unattached) = (selection?.emptyFolders ?? [], selection?.unattached ?? [])
    invocation.environment.tell(emptyFolders)
    invocation.environment.tell(unattached)
    var status = invocation.status(
      for: report, emptyFolders: emptyFolders, hasUnattached: !unattached.isEmpty)
    let standard: [OutputSettings.ReportFile?] = settings.isQuiet ? [] : [nil]
    for file in standard + settings.reports {
      let pieces = pieces(of: report, by: grammar, selection, for: file)
      if let file {
        if !invocation.save(pieces, to: file) { status = .failure }
      } else {
        invocation.write(pieces)
      }
    }
    let shortfall = coverageShortfall(of: report, by: grammar)
    if let shortfall { invocation.environment.note("callorder: \(shortfall)") }
    if isStale || shortfall != nil, status == .success { status = .violations }
    return status
  }

  /// The report for a file, or for standard output, with the lists that were requested and that the format has. What is a
  /// document of its own, the coverage as JSON and the migration as a page, takes the place of the findings.
  private func pieces(
    of report: Report, by grammar: Grammar?, _ selection: TraceSelection?,
    for file: OutputSettings.ReportFile?
  ) -> (_ take: PieceTaker) -> Void {
    let format = ReportOutput.format(file?.format ?? settings.format)
    var options = options(grammar, isStandard: file == nil)
    options.emptyFolders = selection?.emptyFolders ?? []
    var lists: [[UInt8]] = []
    if file == nil, settings.showsCoverage, let format = CoverageFormat(rawValue: format.name) {
      let coverage = CoverageReport(report, by: grammar)
      lists.append(coverage.rendered(as: format, theme: options.theme))
    }
    if settings.showsMigration, let grammar, let format = MigrationFormat(rawValue: format.name) {
      let migration = MigrationReport(
        of: report, grammar: grammar, manifests: selection?.manifests ?? [])
      lists.append(migration.rendered(as: format, theme: options.theme))
    }
    if let list = lists.first, !["text", "markdown"].contains(format.name) {
      return { take in _ = take(list) }
    }
    let findings = format.pieces(of: report, options: options)
    return { take in
      findings(take)
      for list in lists { _ = take([UInt8(ascii: "\n")] + list) }
    }
  }

  /// Why the coverage is less than required; nil if it is not, or if none is required.
  private func coverageShortfall(of report: Report, by grammar: Grammar?) -> String? {
    guard let least = settings.minimumCoverage
    else { return nil }
    let coverage = CoverageReport(report, by: grammar)
    let share = coverage.steps
    if share.all == 0 {
      return
        "no coverage was counted, and \(decimal(least, places: 3)) % are required; a saved report has it only if it was made so"
    }
    if share.percent >= least { return nil }
    return
      "\(share.used) of \(share.all) steps that change the state of \(terminalSafe(coverage.leading)) were exercised, \(share.wholePercent) %, less than the required \(decimal(least, places: 3)) %"
  }

  private var settings: OutputSettings { invocation.settings.output }

  private func options(_ grammar: Grammar?, isStandard: Bool) -> ReportOptions {
    var options = ReportOptions(
      detail: settings.explains ? .explained : .findings,
      failingSeverity: invocation.settings.judging.failOn.threshold, grammar: grammar)
    options.judging = invocation.judging
    if isStandard {
      options.theme = invocation.theme
      options.width = invocation.outputWidth
      if settings.showsSummaryOnly { options.detail = .summary }
    }
    return options
  }
}

extension Invocation {
  /// Writes a file beside standard output, and prints that it did, or why it could not.
  /// - Returns: whether it could.
  func save(_ pieces: (_ take: PieceTaker) -> Void, to file: OutputSettings.ReportFile) -> Bool {
    do throws(CommandError) {
      try environment.write(to: file.path, pieces: pieces)
      if !settings.output.isQuiet { environment.note("wrote \(terminalSafe(file.path))") }
      return true
    } catch {
      let origin = configuration.path.map { file.isTyped ? "" : "; \($0) names it" } ?? ""
      environment.note("callorder: \(terminalSafe(error.message + origin))")
      return false
    }
  }

  /// The exit status for what was found. If there was nothing to check although that is not allowed, this is printed.
  /// - Parameters:
  ///   - emptyFolders: the folders that had nothing to check; each was printed already.
  ///   - hasUnattached: whether tests attached no recording, which was printed, too, and says nothing about the app.
  func status(
    for report: Report, emptyFolders: [Report.Failure] = [], hasUnattached: Bool = false
  ) -> ExitStatus {
    if !report.failures.isEmpty { return .failure }
    guard let threshold = settings.judging.failOn.threshold else { return .success }
    if report.countsInForce.reach(threshold) { return .violations }
    if settings.judging.allowsInconclusive { return .success }
    for folder in emptyFolders { annotate("\(folder.path) \(folder.message)") }
    if !emptyFolders.isEmpty { return .violations }
    if hasUnattached, report.traces.isEmpty { return .success }
    if report.verdict != .inconclusive { return .success }
    var reasons = Set(report.traces.compactMap(\.reason)).sorted()
    if reasons.isEmpty { reasons = ["there is no trace"] }
    let steps = reasons.compactMap { Self.nextSteps[$0] }
    let why = listed(Array(reasons.prefix(3)), "or") + steps.map { "; " + $0 }.joined()
    environment.note("callorder: \(Report.inconclusion): \(terminalSafe(why))")
    annotate("\(Report.inconclusion): \(why)")
    return .violations
  }

  /// What to do about a reason that does not say it.
  private static let nextSteps = [
    "there is no trace":
      "'callorder init lldb' and 'callorder init recorder' write what records one",
    "the trace has no events":
      "start the recorder when the app launches, before the first callback",
    "no event is one that the grammar knows":
      "'callorder grammar list' names the others, and 'callorder grammar show' the callbacks of this one",
  ]

  /// Shows on the page of a GitHub workflow why a run fails without a finding.
  private func annotate(_ text: String) {
    if settings.output.format == "github", !settings.output.isQuiet {
      write(GitHubReport.annotation(text))
    }
  }
}
