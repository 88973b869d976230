internal import TraceDiagnostics

extension Flag {
  /// Every option, in the order of the help.
  static let all: [Flag] =
    inputFlags + judgingFlags + outputFlags + baselineFlags + configurationFlags + generalFlags

  /// The subcommands that read traces.
  private static let checking = ["check", "baseline create", "baseline update", "baseline prune"]
  /// The subcommands that need a grammar.
  private static let usingGrammar =
    checking + ["compare", "explain", "rules", "grammar show", "grammar graph"]
  /// The subcommands that write a report.
  private static let reporting = ["check", "report"]

  // MARK: - Input

  private static let inputFlags: [Flag] = [
    .text(
      "grammar", "g", "FILE", .file, sets: \.grammar, in: .input, for: usingGrammar,
      "judge by the grammar in FILE instead of UIKit's",
      help: """
        A lifecycle grammar is a text that says which callbacks there are, in which order they may come and what \
        each mistake is called. 'callorder grammar show' prints the built-in one as a start.
        """),
    .value(
      "os", nil, "VERSION", in: .input, for: checking + ["compare"],
      "judge by this OS version where a trace names none",
      help: """
        A platform and a version, such as "iOS 26.0"; a version alone means iOS. Callbacks and quirks that the \
        version does not have are left out of account.
        """
    ) { arguments, text throws(CommandError) in arguments.platform = try platformVersion(text) },
    .value(
      "jobs", "j", "N", in: .input, for: checking + ["compare"],
      "work with N threads (default: one for each processor)",
      help: "The result is the same for any number."
    ) { arguments, text throws(CommandError) in
      arguments.jobs = try wholeNumber(text, atLeast: 1, atMost: 1_024)
    },
    .text(
      "stdin-name", nil, "NAME", .any, sets: \.standardInputName, in: .input, for: checking,
      "call the trace from standard input NAME in reports",
      help: "Without it, a trace read from '-' is called '-'."),
  ]

  // MARK: - Judging

  private static let judgingFlags: [Flag] = [
    .value(
      "fail-on", nil, "SEVERITY", .choices(FailingSeverity.allCases.map(\.rawValue)),
      in: .judging, for: reporting + ["compare"],
      "exit with 1 from this severity on (default: error)",
      help: "With 'never', violations do not change the exit status."
    ) { arguments, text in arguments.failOn = FailingSeverity(rawValue: text) },
    .value(
      "rule", nil, "ID=SEVERITY", .ruleSeverity, isRepeatable: true, in: .judging,
      for: checking + ["compare"],
      "give a rule another severity: off, note, warning, error",
      help: "May be repeated. 'callorder rules' lists the ids."
    ) { arguments, text throws(CommandError) in
      arguments.ruleSeverities.append(try ruleSeverity(text))
    },
    .toggle(
      "complete", sets: \.demandsCompleteLives, in: .judging, for: checking + ["compare"],
      "demand that every subject ends in an accepting state",
      help: """
        A recording may stop anywhere, so by default its end is never a violation. With this option a session that is \
        neither disconnected nor discarded at the end breaks 'incomplete-lifecycle'.
        """),
    .value(
      "min-coverage", nil, "PERCENT", in: .judging, for: ["check"],
      "exit with 1 if less of the grammar was exercised",
      help: "The share of the grammar's transitions that the traces took, from 0 to 100."
    ) { arguments, text throws(CommandError) in arguments.minimumCoverage = try percentage(text) },
  ]

  // MARK: - Output

  private static let outputFlags: [Flag] = [
    .text(
      "format", "f", "NAME", .choices(ReportOutput.formatNames), sets: \.format, in: .output,
      for: reporting, "write the report to standard output as NAME (default: text)",
      help: formatHelp),
    .text(
      "format", "f", "NAME", .choices(["text", "markdown", "json"]), sets: \.format, in: .output,
      for: ["explain", "rules"],
      "write to standard output as NAME (default: text)"),
    .text(
      "format", "f", "NAME", .choices(ComparisonOutput.formatNames), sets: \.format, in: .output,
      for: ["compare"], "write the comparison to standard output as NAME (default: text)",
      help: "The formats: text, markdown, json, and html, one page with the calls side by side."),
    .text(
      "format", "f", "NAME", .choices(["svg", "dot", "mermaid"]), sets: \.format, in: .output,
      for: ["grammar graph"], "write the diagram as NAME (default: svg)"),
    .text(
      "format", "f", "NAME", .choices(["man", "markdown"]), sets: \.format, in: .output,
      for: ["man"], "write the manual as NAME (default: man)"),
    .value(
      "report", "r", "NAME=PATH", .formatPath(ReportOutput.formatNames), isRepeatable: true,
      in: .output, for: reporting,
      "also write the report as NAME to the file PATH",
      help: """
        May be repeated, so that one run gives a page for people, an upload for the code host and a file to render \
        again later. The file is replaced as a whole or, on failure, not at all. The names are those of --format.
        """
    ) { arguments, text throws(CommandError) in
      arguments.reports.append(try reportFile(text, among: ReportOutput.formatNames))
    },
    .value(
      "report", "r", "NAME=PATH", .formatPath(ComparisonOutput.formatNames), isRepeatable: true,
      in: .output, for: ["compare"], "also write the comparison as NAME to the file PATH",
      help: "May be repeated. The names are those of --format."
    ) { arguments, text throws(CommandError) in
      arguments.reports.append(try reportFile(text, among: ComparisonOutput.formatNames))
    },
    .toggle(
      "explain", "e", sets: \.explains, in: .output, for: reporting,
      "print the repaired calls beside the recorded ones"),
    .toggle(
      "summary", "s", sets: \.showsSummaryOnly, in: .output, for: reporting,
      "print the summary alone",
      help: "What could not be read is still told. Reports in files are not shortened."),
    .toggle(
      "coverage", sets: \.showsCoverage, in: .output, for: reporting,
      "print which states, transitions and rules were exercised",
      help: """
        Goes with the formats text, markdown and json; with json the coverage takes the place of the findings. \
        'callorder grammar graph --coverage REPORT' draws it.
        """),
    .toggle(
      "migration", sets: \.showsMigration, in: .output, for: reporting,
      "print what is left to do to move the app to scenes",
      help: """
        Lists the legacy callbacks of the application delegate that the traces hold, what replaces each one, and what \
        the traces prove about the replacement: never seen, seen, or seen in order.
        """),
    .value(
      "max-violations", nil, "N", in: .output, for: checking + ["compare"],
      "list at most N violations for each trace (default: 1000)",
      help: "All of them are counted; the exit status does not depend on it."
    ) { arguments, text throws(CommandError) in
      arguments.violationLimit = try wholeNumber(text, atLeast: 0, atMost: 1_000_000)
    },
    .value(
      "timeline", nil, "N", in: .output, for: ["check", "compare"],
      "report the first N events of a trace one by one",
      help: """
        By default those are 100000 of each trace for html, --migration and comparisons, and 10000 for json alone. A \
        comparison goes call by call only where both sides have them all, so save reports of long traces with a higher N.
        """
    ) { arguments, text throws(CommandError) in
      arguments.timelineLimit = try wholeNumber(text, atLeast: 0, atMost: 10_000_000)
    },
    .text(
      "coverage", nil, "REPORT", .file, sets: \.coverageReport, in: .output, for: ["grammar graph"],
      "color what the saved JSON report REPORT exercised"),
    .text(
      "lifecycle", "l", "NAME", .any, sets: \.lifecycle, in: .output, for: ["grammar graph"],
      "draw this lifecycle alone"),
    .toggle(
      "witnesses", sets: \.showsWitnesses, in: .output, for: ["grammar validate"],
      "print for every rule the shortest traces that break and that keep it"),
    .text(
      "output", "o", "PATH", .file, sets: \.output, in: .output,
      for: ["grammar graph", "man", "completions"], "write to the file PATH"),
    .toggle(
      "quiet", "q", sets: \.isQuiet, in: .output, for: checking + ["report", "compare", "init"],
      "print errors only"),
  ]

  /// What each format is for.
  private static let formatHelp =
    "The formats: "
    + ReportOutput.formats.map { "\($0.name), \($0.summary)" }.joined(separator: "; ") + "."

  // MARK: - Baselines

  private static let baselineFlags: [Flag] = [
    .text(
      "baseline", "b", "FILE", .file, sets: \.baseline, in: .baselines, for: reporting,
      "let violations that FILE lists pass; only new ones fail",
      help: """
        Violations are matched one by one by their fingerprint, which survives another recording: a second violation \
        of a kind that the file accepts once is new. 'callorder baseline create' writes the file.
        """),
    .text(
      "baseline", "b", "FILE", .file, sets: \.baseline, in: .baselines,
      for: ["baseline create", "baseline update", "baseline prune"],
      "the baseline (default: callorder-baseline.json)"),
    .toggle(
      "strict-baseline", sets: \.isBaselineStrict, in: .baselines, for: reporting,
      "exit with 1 if the baseline lists violations that are gone"),
    .text(
      "reason", nil, "TEXT", .any, sets: \.reason, in: .baselines,
      for: ["baseline create", "baseline update"],
      "note TEXT with the new entries"),
    .value(
      "expires", nil, "DATE", in: .baselines, for: ["baseline create", "baseline update"],
      "let the new entries end on DATE, such as 2027-03-31"
    ) { arguments, text throws(CommandError) in arguments.expiry = try date(text) },
    .toggle(
      "force", sets: \.force, in: .baselines, for: ["baseline create", "init"],
      "replace files that exist"),
  ]

  // MARK: - Configuration and general

  private static let configurationFlags: [Flag] = [
    .text(
      "config", nil, "FILE", .file, sets: \.configuration, in: .configuration,
      for: checking + ["report", "compare", "config", "baseline show"],
      "use this configuration instead of the nearest .callorder.json",
      help: """
        Without it, .callorder.json is looked for in the current folder and those above it, up to the first that holds \
        a .git. Options win over the file.
        """),
    .toggle(
      "no-config", sets: \.ignoresConfiguration, in: .configuration,
      for: checking + ["report", "compare", "config", "baseline show"], "use no configuration file"),
  ]

  private static let generalFlags: [Flag] = [
    .value(
      "color", nil, "WHEN", .choices(ColorChoice.allCases.map(\.rawValue)), in: .general,
      "use color: auto, always or never (default: auto)",
      help: """
        With 'auto', color is used on terminals only. The variables NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR are \
        respected, and a terminal that says TERM=dumb gets none.
        """
    ) { arguments, text in arguments.color = ColorChoice(rawValue: text) ?? .auto },
    Flag(
      name: "help", short: "h", argument: nil, isRepeatable: false, category: .general,
      commands: nil, summary: "print help; --help prints more than -h", help: ""
    ) { arguments, _ in arguments.help = .long },
    Flag(
      name: "version", short: "V", argument: nil, isRepeatable: false, category: .general,
      commands: nil, summary: "print the version", help: ""
    ) { arguments, _ in arguments.showsVersion = true },
  ]
}
