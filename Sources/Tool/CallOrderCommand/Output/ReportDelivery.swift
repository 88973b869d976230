internal import TraceModel
internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting
internal import TraceSystem

/// Writes a report wherever it was asked for, and says how the run ended.
struct ReportDelivery {
  private let invocation: Invocation
  private let grammar: Grammar?
  private let emptyFolders: [Report.Failure]
  private let unattached: [Report.Failure]
  private let checked: CheckedTraces

  /// Takes formats, files and the failing severity from the settings.
  /// - Parameters:
  ///   - grammar: the grammar of the check; nil for a saved report.
  ///   - selection: what was to be checked; nil for a saved report.
  init(for invocation: Invocation, grammar: Grammar? = nil, selection: TraceSelection? = nil) {
    self.invocation = invocation
    self.grammar = grammar
    emptyFolders = selection?.emptyFolders ?? []
    unattached = selection?.unattached ?? []
    checked = selection?.checked ?? .all
  }

  /// Writes the report to standard output and to files.
  /// - Returns: the status by what was found, or `failure` when a file could not be written.
  func deliver(_ found: Report) throws(CommandError) -> ExitStatus {
    let format = try format()
    let pass = BaselinePass(for: invocation, checked: checked)
    let (report, isStale) = try pass.apply(to: found)
    invocation.environment.tell(emptyFolders)
    invocation.environment.tell(unattached)
    var status = invocation.status(
      for: report, emptyFolders: emptyFolders, hasUnattached: !unattached.isEmpty)
    if isStale, status == .success { status = .violations }
    if !settings.isQuiet {
      try write(report, as: format)
    }
    if let shortfall = coverageShortfall(of: report) {
      invocation.environment.note("callorder: \(shortfall)")
      if status == .success { status = .violations }
    }
    for file in settings.reports {
      let card =
        settings.showsMigration
        ? MigrationReport.document(named: file.format, of: report, grammar: grammar) : nil
      let pieces: (_ take: PieceTaker) -> Void =
        card.map { bytes in { take in _ = take(bytes) } }
        ?? ReportOutput.format(file.format).pieces(of: report, options: optionsForFiles)
      if !invocation.save(pieces, to: file.path) { status = .failure }
    }
    return status
  }

  /// The format of standard output; the lists of `--coverage` and `--migration` exist in few of them.
  private func format() throws(CommandError) -> String {
    let format = settings.format
    if showsCoverage {
      try refuse(format, for: "--coverage", unlessAmong: CoverageFormat.all.map(\.name))
    }
    if settings.showsMigration {
      try refuse(format, for: "--migration", unlessAmong: MigrationFormat.all.map(\.name))
    }
    return format
  }

  private func refuse(
    _ format: String, for flag: String, unlessAmong names: [String]
  ) throws(CommandError) {
    if names.contains(format) { return }
    throw .usage("\(flag) needs --format \(listed(names, "or"))")
  }

  /// The findings, and what was requested beside them. A JSON document cannot be followed by another one, so
  /// `--coverage` replaces the findings there.
  private func write(_ report: Report, as name: String) throws(CommandError) {
    let theme = invocation.theme
    let coverage =
      showsCoverage
      ? CoverageFormat.all.named(name)?.render(coverage(of: report), options: theme) : nil
    let format = ReportOutput.format(name)
    if let coverage, !format.mediaType.hasPrefix("text/") { return invocation.write(coverage) }
    if settings.showsMigration,
      let card = MigrationReport.document(named: name, of: report, grammar: grammar)
    {
      return invocation.write(card)
    }
    invocation.write(format.pieces(of: report, options: optionsForOutput))
    if let coverage {
      invocation.write("\n")
      invocation.write(coverage)
    }
    if settings.showsMigration {
      guard let grammar else {
        throw .usage("--migration needs the grammar that the report was made with")
      }
      let migration = MigrationReport(of: report, grammar: grammar)
      invocation.write("\n")
      invocation.write(MigrationFormat.all.named(name)?.render(migration, options: theme) ?? [])
    }
  }

  private var showsCoverage: Bool { settings.showsCoverage || settings.showsWholeCoverage }

  private func coverage(of report: Report) -> CoverageReport {
    var coverage = CoverageReport(report, by: grammar)
    coverage.isWhole = settings.showsWholeCoverage
    return coverage
  }

  /// Why the coverage is less than required; nil if it is not, or if none is required.
  private func coverageShortfall(of report: Report) -> String? {
    guard let least = settings.minimumCoverage
    else { return nil }
    let coverage = coverage(of: report)
    let share = coverage.steps
    if share.percent >= least { return nil }
    return
      "\(share.used) of \(share.all) steps that change the state of \(terminalSafe(coverage.leading)) were exercised, \(share.wholePercent) %, less than the required \(shortest(least)) %"
  }

  /// A percentage without a fraction of zero.
  private func shortest(_ number: Double) -> String {
    number == Double(Int(number)) ? "\(Int(number))" : "\(number)"
  }

  private var settings: OutputSettings { invocation.settings.output }

  private var optionsForFiles: ReportOptions {
    var options = ReportOptions(
      detail: settings.explains ? .explained : .findings,
      failingSeverity: invocation.settings.judging.failOn.threshold, grammar: grammar)
    options.judging = invocation.judging
    options.explain = invocation.explainCommand
    return options
  }

  private var optionsForOutput: ReportOptions {
    var options = optionsForFiles
    options.theme = invocation.theme
    options.width = invocation.outputWidth
    if settings.showsSummaryOnly { options.detail = .summary }
    return options
  }
}

extension Invocation {
  /// Writes a file beside standard output, and prints that it did, or why it could not.
  /// - Returns: whether it could.
  func save(_ pieces: (_ take: PieceTaker) -> Void, to path: String) -> Bool {
    do throws(CommandError) {
      try environment.write(
        to: path, makesFolders: settings.output.createsFolders, pieces: pieces)
      if !settings.output.isQuiet { environment.note("wrote \(terminalSafe(path))") }
      return true
    } catch {
      environment.note("callorder: \(terminalSafe(error.message))")
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
    let reasons = Set(report.traces.compactMap(\.reason)).sorted()
    let why = reasons.isEmpty ? "there is no trace" : listed(Array(reasons.prefix(3)), "or")
    environment.note("callorder: \(Report.inconclusion): \(terminalSafe(why))")
    annotate("\(Report.inconclusion): \(why)")
    return .violations
  }

  /// Shows on the page of a GitHub workflow why a run fails without a finding.
  private func annotate(_ text: String) {
    if settings.output.format == "github", !settings.output.isQuiet {
      write(GitHubReport.annotation(text))
    }
  }
}
