public import TraceFindings
public import TraceGrammar
public import TraceReporting

extension Report {
  /// The report in a format, as the bytes of a file.
  /// - Parameters:
  ///   - format: one of `ReportFormat.all`, or your own.
  ///   - options: what the format may use besides the report; `ReportOptions.grammar` has the names of callbacks in Swift
  ///     and the diagrams of `html`.
  public func render(
    as format: ReportFormat, options: ReportOptions = ReportOptions()
  ) -> [UInt8] {
    format.render(self, options: options)
  }

  /// The report for people: a diagnostic for each kind of fault, then a summary.
  public func text() -> String { String(decoding: render(as: .text), as: UTF8.self) }

  /// The report for programs, in the JSON schema that `callorder schema report` prints.
  public func json() -> String { String(decoding: render(as: .json), as: UTF8.self) }
}

extension TraceReport {
  /// The report of one trace for people, such as one from `LiveChecker.finish()`.
  /// - Parameter grammar: the grammar that the trace was checked against.
  public func text(by grammar: Grammar = .uiScene()) -> String {
    Report(of: [self], by: grammar).text()
  }
}
