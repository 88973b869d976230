public import TraceDiagnostics
public import TraceFindings
internal import TraceReportJSON
public import TraceWriting

/// The formats a report can be written in, by the names the command knows them by.
public enum ReportFormat: String, Sendable, CaseIterable {
  case text
  case concise
  case json
  case jsonl
  case markdown
  case github
  case gitlab
  case sarif
  case junit
  case checkstyle
  case tap

  /// What a rendering may depend on besides the report; most formats need none of it.
  public struct Options: Sendable {
    /// What a text report looks like.
    public var theme: TextTheme
    /// How much a text report tells.
    public var detail: TextReport.Detail
    /// The columns a text report's sentences are broken to; nil for lines of any length.
    public var width: Int?
    /// The least severity that fails a test case in `junit` and `tap`.
    public var failingSeverity: Severity

    /// Makes options for a file: no color, lines of any length.
    public init(
      theme: TextTheme = .plain, detail: TextReport.Detail = .findings, width: Int? = nil,
      failingSeverity: Severity = .error
    ) {
      self.theme = theme
      self.detail = detail
      self.width = width
      self.failingSeverity = failingSeverity
    }
  }

  /// The name used on the command line.
  public var name: String { rawValue }

  /// What a file in this format is usually called after its dot.
  public var fileExtension: String {
    switch self {
    case .text, .concise, .github: "txt"
    case .json, .gitlab: "json"
    case .jsonl: "jsonl"
    case .markdown: "md"
    case .sarif: "sarif"
    case .junit, .checkstyle: "xml"
    case .tap: "tap"
    }
  }

  /// The media type of the bytes.
  public var mediaType: String {
    switch self {
    case .text, .concise, .github, .tap: "text/plain; charset=utf-8"
    case .json, .gitlab: "application/json"
    case .jsonl: "application/jsonl"
    case .markdown: "text/markdown; charset=utf-8"
    case .sarif: "application/sarif+json"
    case .junit, .checkstyle: "application/xml"
    }
  }

  /// One sentence for the help, without a full stop.
  public var summary: String {
    switch self {
    case .text: "diagnostics for a person, with the repair marked in place"
    case .concise: "one finding a line, path:line:column, for editors"
    case .json: "everything, for programs and for rendering later"
    case .jsonl: "one violation a line as JSON"
    case .markdown: "a page for a step summary, kept below 1 MB"
    case .github: "annotations on a pull request, from a GitHub workflow"
    case .gitlab: "GitLab code quality"
    case .sarif: "SARIF 2.1.0, for code scanning"
    case .junit: "JUnit XML, a test case for each rule and trace"
    case .checkstyle: "Checkstyle XML, for review tools"
    case .tap: "Test Anything Protocol 13"
    }
  }

  /// The report in this format; a complete document also when there is nothing to tell.
  public func render(_ report: Report, options: Options = Options()) -> [UInt8] {
    switch self {
    case .text:
      TextReport(theme: options.theme, detail: options.detail, width: options.width)
        .render(report)
    case .concise: ConciseReport().render(report)
    case .json: JSONReport().render(report)
    case .jsonl: JSONLinesReport().render(report)
    case .markdown: MarkdownReport().render(report)
    case .github: GitHubReport().render(report)
    case .gitlab: GitLabReport().render(report)
    case .sarif: SARIFReport().render(report)
    case .junit: JUnitReport(failingSeverity: options.failingSeverity).render(report)
    case .checkstyle: CheckstyleReport().render(report)
    case .tap: TAPReport(failingSeverity: options.failingSeverity).render(report)
    }
  }
}
