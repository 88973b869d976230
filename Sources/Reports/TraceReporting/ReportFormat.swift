public import TraceModel
public import TraceFindings
public import TraceGrammar

/// A format that reports can be written in.
public typealias ReportFormat = OutputFormat<Report, ReportOptions>

extension ReportFormat {
  /// Every format of reports, in the order of the help. A new one is added here and nowhere else.
  public static var all: [ReportFormat] {
    [
      .text, .concise, .xcode, .json, .jsonl, .markdown, .github, .gitlab, .sarif, .junit,
      .html,
    ]
  }

  /// The report in the form for a file: no color, lines of any length.
  package func render(_ report: Report) -> [UInt8] { render(report, options: ReportOptions()) }
}

/// Options of a rendering; most formats need none of them.
public struct ReportOptions: Sendable {
  /// How much a text report shows.
  public typealias Detail = ReportDetail

  /// The styles of a text report.
  public var theme: TextTheme
  /// How much a text report shows.
  public var detail: Detail
  /// The columns a text report's sentences are broken to; nil for lines of any length.
  public var width: Int?
  /// The least severity that fails a trace in `html`, a test in `junit` and the job in `markdown`; nil if findings do not
  /// change the exit status. Traces and tests then fail with errors.
  public var failingSeverity: Severity?
  /// The grammar of the check, for the names of callbacks and the diagrams of `html`; nil when it is not known.
  public var grammar: Grammar?
  /// The options that decided what is wrong, as words of a command; empty for a report that was saved.
  package var judging: [String] = []
  /// The folders in which nothing was found, with the reason.
  package var emptyFolders: [Report.Failure] = []
  /// The command that explains an id of the report.
  package var explain = "callorder explain"

  /// Makes options for a file: no color, lines of any length.
  public init(
    theme: TextTheme = .plain, detail: Detail = .findings, width: Int? = nil,
    failingSeverity: Severity? = .error, grammar: Grammar? = nil
  ) {
    self.theme = theme
    self.detail = detail
    self.width = width
    self.failingSeverity = failingSeverity
    self.grammar = grammar
  }

  /// The names of callbacks where they are implemented, by short name: those that people read in every format. Without the
  /// grammar there are none, and short names are shown.
  package var names: [String: String] { grammar.map(\.writtenNames) ?? [:] }
}
