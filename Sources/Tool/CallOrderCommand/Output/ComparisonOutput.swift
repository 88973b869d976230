internal import TraceReporting
internal import TraceModel
internal import TraceFindings

/// Writes comparisons wherever they were asked for.
enum ComparisonOutput {
  /// The names of the formats, in the order of the help.
  static let formatNames = ComparisonFormat.allCases.map(\.rawValue)

  /// Writes the comparison to standard output and to files.
  /// - Returns: whether every file could be written.
  static func deliver(_ comparison: ReportComparison, for invocation: Invocation) -> Bool {
    let output = invocation.settings.output
    func text(_ format: String, _ theme: TextTheme) -> [UInt8] {
      // Options let no other name through.
      comparison.rendered(as: ComparisonFormat(rawValue: format) ?? .text, theme: theme)
    }
    if !output.isQuiet { invocation.write(text(output.format, invocation.theme)) }
    var isWritten = true
    for file in output.comparisons {
      isWritten = invocation.save({ _ = $0(text(file.format, .plain)) }, to: file) && isWritten
    }
    return isWritten
  }
}
