public import TraceModel
public import TraceFindings
public import TraceGrammar

/// Takes a document piece by piece; returns false to stop.
package typealias PieceTaker = (_ piece: [UInt8]) -> Bool

/// The whole of a document that a closure passes on piece by piece.
func whole(_ passOn: (_ take: PieceTaker) -> Void) -> [UInt8] {
  var document: [UInt8] = []
  passOn { piece in
    document += piece
    return true
  }
  return document
}

/// A format that reports can be written in: everything that the command, its help and its tests need to know about it.
///
/// A renderer declares its format next to itself; `all` is the registry.
public struct ReportFormat: Sendable, CustomStringConvertible {
  /// The name used on the command line.
  public let name: String
  /// Its purpose, in one sentence for the help without a full stop.
  public let summary: String
  /// The usual extension of a file in this format, without the dot.
  public let fileExtension: String
  /// How many events of each trace it lists individually by default; nil when it lists none.
  public let eventLimit: Int?
  /// Whether it shows which parts of the grammar were used.
  public let showsCoverage: Bool
  private let write: @Sendable (Report, ReportOptions, PieceTaker) -> Void

  /// Describes a format.
  /// - Parameter render: makes a complete document, even if there is nothing to report.
  public init(
    name: String, summary: String, fileExtension: String, eventLimit: Int? = nil,
    showsCoverage: Bool = false,
    render: @escaping @Sendable (Report, ReportOptions) -> [UInt8]
  ) {
    self.init(
      name: name, summary: summary, fileExtension: fileExtension, eventLimit: eventLimit,
      showsCoverage: showsCoverage
    ) { report, options, take in _ = take(render(report, options)) }
  }

  /// Describes a format whose documents may be so large that they are never in memory as a whole.
  /// - Parameter pieces: passes on a complete document, until no more of it is taken.
  package init(
    name: String, summary: String, fileExtension: String, eventLimit: Int? = nil,
    showsCoverage: Bool = false,
    pieces: @escaping @Sendable (Report, ReportOptions, PieceTaker) -> Void
  ) {
    (self.name, self.summary, self.fileExtension) = (name, summary, fileExtension)
    (self.eventLimit, self.showsCoverage) = (eventLimit, showsCoverage)
    write = pieces
  }

  /// The report in this format; without options in the form for a file: no color, lines of any length.
  public func render(_ report: Report, options: ReportOptions = ReportOptions()) -> [UInt8] {
    whole { write(report, options, $0) }
  }

  /// A function that passes the report on in this format, piece by piece.
  package func pieces(
    of report: Report, options: ReportOptions
  ) -> (_ take: PieceTaker) -> Void {
    { [write] take in write(report, options, take) }
  }

  public var description: String { name }
}

extension ReportFormat {
  /// Every format of reports, in the order of the help. A new one is added here and nowhere else.
  public static var all: [ReportFormat] {
    [
      .text, .concise, .xcode, .json, .jsonl, .markdown, .github, .gitlab, .sarif, .junit,
      .html,
    ]
  }

  /// The format with the name; nil when there is none.
  package static func named(_ name: String) -> ReportFormat? { all.first { $0.name == name } }
}

/// Options of a rendering; most formats need none of them.
public struct ReportOptions: Sendable {
  /// The styles of a text report.
  public var theme: TextTheme
  /// How much a text report shows.
  public var detail: ReportDetail
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

  /// Makes options for a file: no color, lines of any length.
  public init(
    theme: TextTheme = .plain, detail: ReportDetail = .findings, width: Int? = nil,
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
