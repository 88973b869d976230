internal import TraceDiagnostics
public import TraceFindings
public import TraceJSON
internal import TraceModel

extension Report {
  /// Reads a saved JSON report back, so that any format can be rendered from it.
  ///
  /// Members that this version does not know are skipped; of those it knows, only the ones that every
  /// report has had since version 1 are demanded.
  /// - Throws: `ReportError` with the first member that is missing or not as it should be.
  public init(json bytes: [UInt8]) throws(ReportError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
      throw ReportError(error)
    }
    try self.init(json: value)
  }

  /// Reads the value of a saved JSON report back.
  /// - Throws: `ReportError` with the first member that is missing or not as it should be.
  public init(json value: JSONValue) throws(ReportError) {
    let root = JSONCursor(value)
    guard value.members != nil, let format = try root.optional("format")?.text() else {
      throw ReportError(message: "not a saved report: it has no member \"format\"")
    }
    guard format == JSONReport.format else {
      throw ReportError(
        place: "format", message: "expected \"\(JSONReport.format)\", found \"\(format)\"")
    }
    let legend = try root.optional("coverage").map(Coverage.init)
    self.init(
      toolVersion: try root.member("tool").member("version").text(),
      grammarName: try root.member("grammar").member("name").text(),
      grammarVersion: try root.member("grammar").member("version").text(),
      traces: try root.member("traces").map { cursor throws(ReportError) in
        try TraceReport(cursor, legend: legend)
      },
      failures: try root.optional("failures")?.map(Failure.init) ?? [],
      rules: try root.optional("rules")?.map(RuleText.init) ?? [])
  }
}

extension Report.Failure {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    var position: SourcePosition?
    if let place = try cursor.optional("position") {
      position = SourcePosition(
        line: try place.member("line").integer(from: 1),
        column: try place.member("column").integer(from: 1),
        offset: try place.member("offset").integer())
    }
    self.init(
      path: try cursor.member("path").text(), position: position,
      message: try cursor.member("message").text())
  }
}

extension Report.RuleText {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      id: try cursor.member("id").text(), severity: try cursor.member("severity").severity(),
      title: try cursor.member("title").text(),
      explanation: try cursor.member("explanation").text(),
      link: try cursor.optional("link")?.text(), facts: try cursor.texts("facts"))
  }
}

extension JSONCursor {
  /// A severity's word.
  func severity() throws(ReportError) -> Severity {
    try word(among: Severity.allCases.reversed(), named: \.name)
  }

  /// The word of what says that an event happened.
  func eventKind() throws(ReportError) -> EventKind {
    try word(among: EventKind.allCases, named: \.name)
  }

  /// The texts of an array member; none when it is absent.
  func texts(_ name: String) throws(ReportError) -> [String] {
    try optional(name)?.map { cursor throws(ReportError) in try cursor.text() } ?? []
  }

  /// The number of a member; 0 when it is absent.
  func count(_ name: String) throws(ReportError) -> Int { try optional(name)?.integer() ?? 0 }

  /// The number of a member that counts from 1; nil when it is absent.
  func ordinal(_ name: String) throws(ReportError) -> Int? {
    try optional(name)?.integer(from: 1)
  }

  /// The name and the number of every element of an array member; none when it is absent.
  func callbackCounts(
    _ list: String, named name: String
  ) throws(ReportError) -> [CallbackCount] {
    try optional(list)?.map { cursor throws(ReportError) in
      CallbackCount(
        callback: try cursor.member(name).text(), count: try cursor.member("count").integer())
    } ?? []
  }
}
