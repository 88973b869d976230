internal import TraceReporting
internal import TracePages
internal import TraceJSON
internal import TraceFindings

/// What is written, and where.
struct OutputSettings: Sendable {
  /// A report to write to a file.
  struct ReportFile: Sendable, Equatable {
    var format: String
    var path: String
    /// Whether an option names it, not the configuration.
    var isTyped = false
  }

  /// The format on standard output, of a report, a list or a comparison.
  var format = "text"
  /// The format of a diagram.
  var graphFormat = GraphFormat.svg
  /// Reports to write beside the one on standard output.
  var reports: [ReportFile] = []
  /// Comparisons to write beside the one on standard output.
  var comparisons: [ReportFile] = []
  /// Whether repaired calls are printed beside the recorded ones.
  var explains = false
  /// Whether findings are left out on standard output.
  var showsSummaryOnly = false
  /// Whether the coverage follows the findings.
  var showsCoverage = false
  /// Whether the migration list follows the findings.
  var showsMigration = false
  /// Whether reports leave source lines out.
  var hidesSource = false
  /// How many findings are listed for each trace.
  var violationLimit = 1_000
  /// The percentage of the steps that change a state below which the run fails; nil if there is no minimum.
  var minimumCoverage: Double?
  /// How many events of a trace are listed one by one; nil for the limits of the formats.
  var timelineLimit: Int?
  /// The saved report that colors a diagram.
  var coverageReport: String?
  /// The only lifecycle to draw; nil for all.
  var lifecycle: String?
  /// The file that is written instead of standard output.
  var path: String?
  /// Whether only errors are printed.
  var isQuiet = false

  static let table = formats + files + extent + overRuns + others

  private static let defaults = OutputSettings()

  private static let describedFormats =
    ReportFormat.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ")

  private static let formats = [
    Setting(
      \.output.format, .word(ReportOutput.formatNames),
      .init(
        "format", "f", "NAME", in: .output, for: .reporting,
        "write the report to standard output as NAME (default: text)",
        help: "The formats: \(describedFormats).")),
    Setting(
      \.output.format, .word(["text", "json"]),
      .init(
        "format", "f", "NAME", in: .output, for: ["explain"],
        "write to standard output as NAME (default: text)")),
    Setting(
      \.output.format, .word(["text", "markdown", "json"]),
      .init(
        "format", "f", "NAME", in: .output, for: ["rules"],
        "write to standard output as NAME (default: text)")),
    Setting(
      \.output.format, .word(ComparisonOutput.formatNames),
      .init(
        "format", "f", "NAME", in: .output, for: ["compare"],
        "write the comparison to standard output as NAME (default: text)",
        help: "The formats: \(listed(ComparisonOutput.formatNames, "and")).")),
    Setting(
      \.output.format, .word(["text", "concise"]),
      .init(
        "format", "f", "NAME", in: .output, for: ["watch"],
        "write each finding as NAME (default: text)",
        help: "The formats: text, diagnostics for a person; concise, a line for each finding.")),
    Setting(
      \.output.graphFormat, .word,
      .init(
        "format", "f", "NAME", in: .output, for: ["grammar graph"],
        "write the diagram as NAME (default: svg)")),
  ]

  private static let files = [
    Setting(
      \.output.reports, .reportFiles(as: ReportOutput.formatNames),
      .init(
        "report", "r", "NAME=PATH", isRepeatable: true, in: .output, for: .reporting,
        "also write the report as NAME to the file PATH",
        help: """
          May be repeated: one run can write a page for people, an upload for the code host, and a file to \
          render again later. Missing folders are created, and the file is replaced as a whole or, on failure, \
          not at all. If the run reads \
          that file, or another report goes there, nothing is done and the exit status is 2. The names are \
          those of --format.
          """),
      member: .init("reports", "Reports to write beside the one on standard output")),
    Setting(
      \.output.comparisons, .reportFiles(as: ComparisonOutput.formatNames),
      .init(
        "report", "r", "NAME=PATH", isRepeatable: true, in: .output, for: ["compare"],
        "also write the comparison as NAME to the file PATH",
        help: "May be repeated. The names are those of --format.")),
  ]

  private static let extent = [
    Setting(
      \.output.explains, .toggle,
      .init(
        "verbose", in: .output, for: .reporting,
        "print every finding with all that is known about it",
        help: "Nothing is cut, and the repaired calls are beside the recorded ones.")),
    Setting(
      \.output.showsSummaryOnly, .toggle,
      .init(
        "summary", "s", in: .output, for: .reporting, "print only the summary",
        help: "Inputs that could not be read are still named. Reports in files stay complete.")),
    Setting(
      \.output.showsMigration, .toggle,
      .init(
        "migration", in: .output, for: .reporting,
        "print what is left to move the app to scenes",
        help: """
          Lists the legacy callbacks of the app delegate that occur in the traces, what replaces each one, \
          and what the traces show of the replacement: never seen, seen, or seen in order. Then lists which \
          links, activities, shortcuts, shares and notifications reached the app, and which never did. \
          As html it is a page to share, which replaces the findings. If a PATH is an Info.plist in XML, or a folder \
          with one, the list says which of scene manifest, configuration, delegate class and storyboard it lacks.
          """)),
    Setting(
      \.output.hidesSource, .toggle,
      .init(
        "no-source", in: .output, for: .checkingOrComparing + ["worker"],
        "leave the app's source lines out of reports",
        help: """
          If an event names the file and line of the app that recorded it, and the file is below the current \
          folder, reports show the lines around it. This option leaves them out.
          """)),
    Setting(
      \.output.violationLimit, .integer(0...1_000_000),
      .init(
        "max-findings", nil, "N", in: .output, for: .checkingOrComparing + ["worker"],
        "list at most N findings for each trace (default: \(defaults.violationLimit))",
        help: "All of them count, also for the exit status."),
      member: .init("maxViolations", "How many findings are listed for each trace")),
    Setting(
      \.output.timelineLimit, .integer(0...10_000_000),
      .init(
        "timeline", nil, "N", in: .output,
        for: ["check", "compare", "report", "worker"],
        "report the first N events of a trace one by one",
        help: """
          By default those are \(ReportOutput.timelineLimits). A comparison shows the calls side by side \
          only if both sides list all events, so save reports of long traces with a higher N.
          """)),
  ]

  private static let others = [
    Setting(
      \.output.coverageReport, .file,
      .init(
        "coverage", nil, "REPORT", in: .output, for: ["grammar graph"],
        "color what the saved JSON report REPORT exercised")),
    Setting(
      \.output.lifecycle, .text,
      .init(
        "lifecycle", "l", "NAME", in: .output, for: ["grammar graph"], "draw only this lifecycle"
      )),
    Setting(
      \.output.path, .file,
      .init(
        "output", "o", "PATH", in: .output,
        for: ["grammar graph", "man", "completions"], "write to the file PATH")),
    Setting(
      \.output.isQuiet, .toggle,
      .init(
        "quiet", "q", in: .output, for: .checking + ["report", "compare", "init"],
        "print errors only")),
  ]
}

extension SettingKind where Value == [OutputSettings.ReportFile] {
  /// Reports and their files: `NAME=PATH` as an option, an object in the configuration.
  ///
  /// A file that an option and the configuration name is written as the option says.
  /// - Parameter names: the formats there are.
  fileprivate static func reportFiles(as names: [String]) -> SettingKind {
    SettingKind(
      .formatPath(names),
      schema: .listSchema(
        of: .objectSchema(
          ["format": .wordsSchema(names), "path": .textSchema], required: ["format", "path"]))
    ) { text throws(CommandError) in
      guard let (format, path) = splitAtEquals(text) else {
        let name = text.hasSuffix("=") ? String(text.dropLast()) : text
        if names.contains(name) {
          throw .usage("'\(text)' is not NAME=PATH; add a path, such as \(name)=report.\(name)")
        }
        let ending = text.split(separator: ".").last.map(String.init) ?? ""
        let guess = names.contains(ending) ? ending : "json"
        throw .usage("'\(text)' is not NAME=PATH, such as \(guess)=\(text)")
      }
      guard names.contains(format) else {
        throw .usage(wrongChoice("a report format", format, among: names))
      }
      if path == "-" {
        throw .usage("a report goes to a file", hint: "Use --format \(format) for standard output.")
      }
      return [.init(format: format, path: path, isTyped: true)]
    } read: { value throws(CommandError) in
      try value.map { value throws(CommandError) in
        try value.refuseMembers(otherThan: ["format", "path"])
        let format = try value.member("format").word(among: names)
        return .init(format: format, path: try value.member("path").path())
      }
    } show: { files in
      files.map { "\($0.format) to \($0.path)" }
    } add: { files, all in
      all.removeAll { known in !known.isTyped && files.contains { $0.path == known.path } }
      all += files
    }
  }
}
