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
      let theme = invocation.colorsOutput ? TextTheme.color : .plain
      invocation.write(format(output.format).render(comparison, options: theme))
    }
    var isWritten = true
    for file in output.comparisons {
      do throws(CommandError) {
        let bytes = format(file.format).render(comparison, options: .plain)
        try invocation.environment.write(
          bytes, to: file.path, makesFolders: output.createsFolders)
        if !output.isQuiet { invocation.environment.note("wrote \(terminalSafe(file.path))") }
      } catch {
        invocation.environment.note("callorder: \(terminalSafe(error.message))")
        isWritten = false
      }
    }
    return isWritten
  }
}
