public import TraceFindings
public import TraceGrammar
public import TraceReporting

extension Report {
  /// The report in a format, as a file has it.
  /// - Parameters:
  ///   - format: one of `ReportFormat.all`, or one of your own.
  ///   - options: what it may depend on besides the report; `html` draws its diagrams from `ReportOptions.grammar`.
  public func render(
    as format: ReportFormat, options: ReportOptions = ReportOptions()
  ) -> [UInt8] {
    format.render(self, options: options)
  }

  /// The report for a person: a diagnostic for each kind of fault, then a summary.
  public func text() -> String { String(decoding: render(as: .text), as: UTF8.self) }

  /// The report for programs, by the schema that `callorder schema report` prints.
  public func json() -> String { String(decoding: render(as: .json), as: UTF8.self) }
}

extension TraceReport {
  /// The report of one trace for a person, such as that of a `LiveChecker`.
  /// - Parameter grammar: the one that it was judged by.
  public func text(by grammar: Grammar = .uiScene()) -> String {
    Report(of: [self], by: grammar).text()
  }
}
