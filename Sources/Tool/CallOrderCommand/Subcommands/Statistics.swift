internal import TraceModel
internal import TraceFindings
internal import TraceReporting

extension Subcommand {
  /// Says how often launches break each rule, and which versions changed it.
  static let stats = Subcommand(
    name: "stats",
    summary: "say how often launches break rules, and since when",
    discussion: [
      """
      Reads reports that 'check --format json' wrote, or lines of 'worker', and adds them up: how many of a \
      million launches break each rule, by app, version, OS and device as named in the traces' headers, with \
      95 % intervals (Wilson), the usual edit, and three recordings each. Only errors and warnings that are \
      not suppressed count.
      """,
      """
      A launch is one process of a trace; a trace that shows none counts as one. Each launch counts once for a \
      rule: a trace with several violations of a rule counts as that many launches, but no more than it has. \
      Launches in one recording are often alike, so intervals and tests are widened accordingly (Rao and \
      Scott's design effect). Traces in which nothing could be checked do not count.
      """,
      """
      Each version is compared with the one before, for each rule that either breaks, by Fisher's exact test \
      (two-sided). The p-values of all tests are corrected together (Benjamini and Hochberg), so that on \
      average at most 5 % of the reported changes are chance. What got worse comes first, the newest version \
      first.
      """,
    ],
    operands: [
      Operand(
        placeholder: "REPORT", values: .file, isRepeatable: true,
        summary: "a saved JSON report, a file with one on each line, or - for standard input")
    ],
    examples: [
      Example(
        line: "callorder stats night-*.json",
        text: "See which version broke what, over all nights."),
      Example(
        line: "callorder stats all.json --by app --by os --compare os --format html -o fleet.html",
        text: "Write a page on what each version of the OS changed."),
    ]
  ) { invocation throws(CommandError) in
    let output = invocation.settings.output.path.map {
      OutputGuard.File(role: "the statistics", path: $0)
    }
    try OutputGuard(for: invocation).check(
      [output].compactMap(\.self),
      against: invocation.operands.map { .init(role: "the saved report", path: $0) },
      readsStandardInput: invocation.operands.contains("-"))
    var fleet = try FleetReports(for: invocation)
    for path in invocation.operands { try fleet.read(path) }
    if let fault = fleet.fault, !fleet.hasReport {
      invocation.environment.note("callorder: there is no report to count")
      return fault
    }
    let format = StatisticsFormat.all.named(invocation.settings.output.format) ?? .text
    let isFile = invocation.settings.output.path != nil
    let theme = invocation.colorsOutput && !isFile ? TextTheme.color : .plain
    let status = try invocation.deliver(format.render(fleet.statistics, options: theme))
    return fleet.fault ?? status
  }
}

/// Saved reports while they are counted; none of them is kept.
private struct FleetReports {
  private let environment: CommandEnvironment
  private var files: SavedReportFiles
  private var counter: FleetCounter
  /// Whether any report could be counted.
  private(set) var hasReport = false
  /// The exit status if something could not be read, which has been printed.
  private(set) var fault: ExitStatus?

  init(for invocation: Invocation) throws(CommandError) {
    environment = invocation.environment
    files = SavedReportFiles(in: environment)
    let settings = invocation.settings.statistics
    let members = settings.members.isEmpty ? StatisticsSettings.usualMembers : settings.members
    if Set(members).count < members.count {
      throw .usage("'--by' names a member twice")
    }
    let usual = members.firstIndex(of: StatisticsSettings.usualComparedMember) ?? 0
    var compared = usual
    if let name = settings.comparedMember {
      guard let index = members.firstIndex(of: name) else {
        throw .usage("'--compare' needs one of the members of '--by', \(inWords(members))")
      }
      compared = index
    }
    counter = FleetCounter(by: members, comparing: compared)
  }

  var statistics: FleetStatistics { counter.statistics }

  /// Counts the reports of a file: a single one, or one on each line.
  mutating func read(_ path: String) throws(CommandError) {
    var (counter, hasReport, fault) = (counter, hasReport, fault)
    defer { (self.counter, self.hasReport, self.fault) = (counter, hasReport, fault) }
    try files.read(path) { (report, place) throws(CommandError) in
      do throws(FleetCounter.OtherGrammar) { try counter.add(report) } catch {
        throw .failure("\(place): made with the grammar \(error.found), not \(error.expected)")
      }
      hasReport = true
    } note: { error in
      environment.note("callorder: \(terminalSafe(error.message))")
      fault = error.status
    }
  }
}
