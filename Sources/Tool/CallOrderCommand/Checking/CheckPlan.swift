internal import CallOrderCore
internal import CallOrderKit
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading
internal import TraceReporting
internal import TraceSystem

/// What to check, and how.
struct CheckPlan {
  /// The grammar to judge by; after a run, the one that it was judged by.
  private(set) var grammar: Grammar
  /// The grammar for traces with actions that only this one declares; nil if the user named a grammar.
  let practices: Lazily<Grammar?>
  /// The traces, and what could not be found.
  let selection: TraceSelection
  /// How to check.
  var options: CheckOptions
  /// How to read.
  let reading: ReadingOptions
  /// What is known of the app's sources.
  private var sources: SourceFiles

  /// Plans the check that an invocation asks for.
  /// - Parameter operands: the traces; nil for the operands of the invocation.
  init(for invocation: Invocation, operands: [String]? = nil) throws(CommandError) {
    let settings = invocation.settings
    grammar = try GrammarSource.load(path: settings.input.grammar, for: invocation)
    practices = GrammarSource.practices(for: settings.input)
    sources = SourceFiles(
      below: invocation.environment.folder, readsLines: !settings.output.hidesSource)
    let wider = { [practices] in practices.value.map { [$0] } ?? [] }
    options = try Self.options(invocation, grammar, orIn: wider)
    var reading = ReadingOptions()
    reading.messagePatterns = try Self.patterns(settings, grammar)
    reading.messageWords = settings.input.messageWords
    reading.readsFromEnd = settings.input.readsFromEnd
    guard reading.messageWords.count <= MessagePattern.countLimit else {
      throw .usage("there may be words for \(MessagePattern.countLimit) messages; these are more")
    }
    let (words, stated) = (reading.messageWords.map(\.callback), options.records.named)
    let (grammar, configured) = (grammar, invocation.configured.input.records)
    try invocation.naming("messages", if: true) { () throws(CommandError) in
      try Self.expect(words, in: grammar, orIn: wider)
    }
    try invocation.naming("records", if: configured == options.records) { () throws(CommandError) in
      try Self.expect(stated, in: grammar, orIn: wider)
    }
    reading.jobs = settings.input.jobs ?? invocation.environment.processorCount
    self.reading = reading
    var operands = operands ?? invocation.operands
    let isTyped = !operands.isEmpty
    if !isTyped { operands = settings.input.traces }
    guard !operands.isEmpty else {
      throw .usage(
        "'\(invocation.command)' needs PATH, a trace, a folder of traces, or - for standard input",
        hint: "Try 'callorder \(invocation.command) --help'.")
    }
    let excluded = [settings.baselines.path, invocation.configuration.path]
      .compactMap { $0 }.map(invocation.environment.place)
    selection = TraceSelection(
      operands, standardInputName: settings.input.standardInputName, excluding: Set(excluded),
      takesPropertyLists: settings.output.showsMigration,
      namedBy: isTyped ? nil : invocation.configuration.path,
      methods: grammar.callbacks.flatMap(\.swift), in: invocation.environment)
    let formats =
      settings.output.reports.map(\.format)
      + (settings.output.isQuiet ? [] : [settings.output.format])
    if invocation.command == "check", formats.contains("text"), selection.inputs.count > 1,
      options.timelineLimit == nil
    {
      // Text lists no events, but tells what those of passing traces show: the same as from a saved report.
      options.timeline = .upTo(settings.output.timelineLimit ?? ReportFormat.json.eventLimit ?? 0)
    }
  }

  /// Refuses outputs that are the same file as a trace, another input, or each other.
  func refuseOverwriting(
    _ outputs: [OutputGuard.File], for invocation: Invocation
  ) throws(CommandError) {
    var others: [OutputGuard.File] = []
    if invocation.command == "check", let path = invocation.settings.baselines.path {
      others.append(.init(role: "the baseline", path: path))
    }
    try OutputGuard(for: invocation).check(
      outputs, against: selection.files.map { .init(role: "the trace", path: $0) } + others,
      readsStandardInput: selection.readsStandardInput)
  }

  /// Checks the traces, prints which ones could not be checked, and marks what the configuration suppresses.
  mutating func run(for invocation: Invocation) -> Report {
    let (check, wider) = prepared()
    var report: Report
    (report, grammar) = check.report(of: selection.inputs, orBy: wider)
    // A baseline or a comparison made of a folder without traces would say that everything is gone.
    let isJudged = invocation.command == "check"
    report = report.merged(
      with: Report(
        toolVersion: report.toolVersion, grammarName: report.grammarName,
        grammarVersion: report.grammarVersion,
        failures: selection.failures + (isJudged ? [] : selection.emptyFolders)))
    return complete(consume report, for: invocation)
  }

  /// The check, and the one for traces with actions that only the practices declare.
  /// - Parameter jobs: the number of threads; nil for that of the settings.
  func prepared(jobs: Int? = nil) -> (PreparedCheck, orBy: Lazily<PreparedCheck?>) {
    var reading = reading
    reading.jobs = jobs ?? reading.jobs
    let wider = Lazily { [practices, options, reading] in
      practices.value.map { PreparedCheck(against: $0, options: options, reading: reading) }
    }
    return (PreparedCheck(against: grammar, options: options, reading: reading), wider)
  }

  /// Adds lines of source files, prints what could not be checked, and marks what the configuration suppresses.
  mutating func complete(_ report: consuming Report, for invocation: Invocation) -> Report {
    report.grammarPath = invocation.grammarToRepeat
    sources.complete(&report)
    report.nameActions()
    if !invocation.showsFailuresInReport { invocation.environment.tell(report.failures) }
    let suppressions = invocation.settings.general.suppressions
    guard !suppressions.isEmpty else { return report }
    let environment = invocation.environment
    let pass = SuppressionPass(
      rules: suppressions,
      known: (practices.value ?? grammar).rules.map(\.id),
      folder: Path.normalized(environment.place(of: invocation.configuration.folder)),
      currentFolder: environment.folder,
      today: CalendarDate(secondsSince1970: environment.secondsSince1970))
    let (suppressed, warnings) = pass.apply(to: report)
    // Only a whole run shows what is not needed any more: not one of many recordings, or one side of a comparison.
    if [String].checking.contains(invocation.command) {
      for warning in warnings { environment.note("callorder: warning: \(warning)") }
    }
    return suppressed
  }

  /// Refuses spellings that a grammar does not know: a misspelled callback would count as not recorded, and so hide
  /// what is wrong.
  private static func expect(
    _ spellings: [String], in grammar: Grammar, orIn wider: () -> [Grammar]
  ) throws(CommandError) {
    // To plan takes a tenth of the time of a short trace.
    if spellings.isEmpty { return }
    let plan = Plan(grammar)
    var unknowns = spellings.filter { plan.meaning(of: $0) == nil }
    if unknowns.isEmpty { return }
    let others = wider()
    for other in others.map({ Plan($0) }) {
      unknowns.removeAll { other.meaning(of: $0) != nil }
    }
    guard let unknown = unknowns.first else { return }
    let spelling = ([grammar] + others).lazy
      .compactMap { NearSpellings($0).nearest(to: unknown)?.spelling }.first
    let near = spelling.map { "; did you mean '\($0)'?" } ?? ""
    throw .usage(
      "the grammar \(grammar.name) knows no callback '\(unknown)'\(near)",
      hint: "Try 'callorder grammar show'.")
  }

  /// The message patterns, with the members that the grammar uses.
  private static func patterns(
    _ settings: Settings, _ grammar: Grammar
  ) throws(CommandError) -> [MessagePattern] {
    if settings.input.messagePatterns.isEmpty { return [] }
    guard settings.input.messagePatterns.count <= MessagePattern.countLimit else {
      throw .usage("there may be \(MessagePattern.countLimit) message patterns; these are more")
    }
    let members = Plan(grammar).members.single
    var patterns: [MessagePattern] = []
    for pattern in settings.input.messagePatterns {
      do throws(MessagePatternError) {
        patterns.append(try MessagePattern(pattern.text, members: members))
      } catch {
        throw .usage(
          "message pattern \"\(pattern.text)\", column \(error.column): \(error.message)")
      }
    }
    return patterns
  }

  private static func options(
    _ invocation: Invocation, _ grammar: Grammar, orIn wider: () -> [Grammar]
  ) throws(CommandError) -> CheckOptions {
    let settings = invocation.settings
    var options = CheckOptions()
    for choice in settings.judging.ruleSeverities {
      let rule = try invocation.naming(
        "rules", if: invocation.configured.judging.ruleSeverities.contains(choice)
      ) {
        () throws(CommandError) in try grammar.rule(withID: choice.rule, orIn: wider())
      }
      options.severities[rule.id] = .some(choice.severity)
    }
    options.demandsCompleteLives = settings.judging.demandsCompleteLifecycles
    options.violationLimit = settings.output.violationLimit
    (options.platform, options.sdk) = (settings.input.platform, settings.input.sdk)
    options.records = settings.input.records
    options.hasOneWindow = settings.input.windows == 1
    let formats = ([settings.output.format] + settings.output.reports.map(\.format))
      .map(ReportOutput.format)
    options.coverage =
      settings.output.showsCoverage || settings.output.showsMigration
      || settings.output.minimumCoverage != nil || formats.contains(where: \.showsCoverage)
    let limits = formats.compactMap(\.eventLimit)
    let migration = settings.output.showsMigration ? [ReportOutput.longestTimeline] : []
    if let limit = (limits + migration).max() {
      options.timeline = .upTo(settings.output.timelineLimit ?? limit)
    }
    return options
  }
}
