internal import TraceReporting
internal import TraceModel
internal import TraceFindings

/// Writes comparisons wherever they were asked for.
enum ComparisonOutput {
  /// The names of the formats, in the order of the help.
  static let formatNames = ComparisonFormat.all.map(\.name)

  /// The format with the name; options let no other name through.
  private static func format(_ name: String) -> ComparisonFormat {
    ComparisonFormat.all.named(name) ?? ComparisonFormat.all[0]
  }

  /// Writes the comparison to standard output and to files.
  /// - Returns: whether every file could be written.
  static func deliver(_ comparison: ReportComparison, for invocation: Invocation) -> Bool {
    let output = invocation.settings.output
    if !output.isQuiet {
      invocation.write(format(output.format).render(comparison, options: invocation.theme))
    }
    var isWritten = true
    for file in output.comparisons {
      let pieces = format(file.format).pieces(of: comparison, options: .plain)
      isWritten = invocation.save(pieces, to: file) && isWritten
    }
    return isWritten
  }
}
