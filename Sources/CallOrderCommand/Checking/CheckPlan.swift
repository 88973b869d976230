internal import CallOrderKit
internal import TraceFindings
internal import TraceGrammar
internal import TraceSystem
internal import TraceWriting

/// What is to be checked and how, after options and configuration were brought together.
struct CheckPlan {
  /// The configuration in force.
  let configuration: Configuration
  /// The law.
  let grammar: Grammar
  /// The traces, and what could not be found.
  let selection: TraceSelection
  /// How to check.
  var options: CheckOptions

  /// Brings options and configuration together; options win.
  /// - Parameter operands: the traces; nil for the operands of the invocation.
  init(for invocation: Invocation, operands: [String]? = nil) throws(CommandError) {
    let arguments = invocation.arguments
    configuration = try Configuration.inForce(for: invocation)
    grammar = try GrammarSource.load(
      path: arguments.grammar ?? configuration.grammar, for: invocation)
    options = try Self.options(arguments, configuration, grammar, invocation.environment)
    var operands = operands ?? arguments.operands
    if operands.isEmpty { operands = configuration.traces }
    guard !operands.isEmpty else {
      throw .usage(
        "'\(arguments.command ?? "check")' needs PATH, a trace, a folder of traces, or - for standard input",
        hint: "Try 'callorder \(arguments.command ?? "check") --help'.")
    }
    let excluded = [arguments.baseline ?? configuration.baseline, configuration.path]
      .compactMap { $0 }.map(invocation.environment.place)
    selection = TraceSelection(
      operands, standardInputName: arguments.standardInputName, excluding: Set(excluded),
      in: invocation.environment)
  }

  /// Checks the traces, and marks what the configuration suppresses.
  func run(for invocation: Invocation) -> Report {
    var report = checkTraces(selection.inputs, against: grammar, options: options)
    report = report.merged(
      with: Report(
        toolVersion: report.toolVersion, grammarName: report.grammarName,
        grammarVersion: report.grammarVersion, failures: selection.failures))
    guard !configuration.suppressions.isEmpty else { return report }
    let environment = invocation.environment
    let pass = SuppressionPass(
      rules: configuration.suppressions,
      folder: Path.normalized(environment.place(of: configuration.folder)),
      currentFolder: environment.folder,
      today: CalendarDate(secondsSince1970: environment.secondsSince1970))
    let (suppressed, warnings) = pass.apply(to: report)
    for warning in warnings { environment.note("callorder: warning: \(warning)") }
    return suppressed
  }

  private static func options(
    _ arguments: LowArguments, _ configuration: Configuration, _ grammar: Grammar,
    _ environment: CommandEnvironment
  ) throws(CommandError) -> CheckOptions {
    var options = CheckOptions()
    for choice in configuration.ruleSeverities + arguments.ruleSeverities {
      options.severities[try grammar.rule(withID: choice.rule).id] = .some(choice.severity)
    }
    options.demandsCompleteLives =
      arguments.demandsCompleteLives || configuration.demandsCompleteLives ?? false
    options.violationLimit = arguments.violationLimit ?? configuration.violationLimit ?? 1_000
    options.platform = arguments.platform ?? configuration.platform
    options.messagePatterns = configuration.messagePatterns
    options.jobs = arguments.jobs ?? environment.processorCount
    let formats = [arguments.format] + (arguments.reports + configuration.reports).map(\.format)
    let limits = formats.compactMap { $0.flatMap { ReportOutput.timelineLimits[$0] } }
    let migration = arguments.showsMigration ? [ReportOutput.longestTimeline] : []
    if let limit = (limits + migration).max() {
      options.timeline = .upTo(arguments.timelineLimit ?? limit)
    }
    return options
  }
}
