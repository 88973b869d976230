internal import TraceComparison
internal import TraceDiagnostics
internal import TraceWriting

/// The formats of comparisons, by the names that options use.
enum ComparisonOutput {
  /// The names, in the order of the help.
  static let formatNames = ["text", "markdown", "json", "html"]

  /// The comparison in a format.
  /// - Parameter theme: what text looks like.
  static func render(
    _ comparison: ReportComparison, as name: String, theme: TextTheme = .plain
  ) -> [UInt8] {
    switch name {
    case "json": comparison.json()
    case "markdown": comparison.markdown()
    case "html": comparison.html()
    default: comparison.text(theme: theme)
    }
  }

  /// Writes the comparison to standard output and to files.
  /// - Returns: whether every file could be written.
  static func deliver(_ comparison: ReportComparison, for invocation: Invocation) -> Bool {
    let output = invocation.settings.output
    if !output.isQuiet {
      invocation.write(
        render(
          comparison, as: output.format,
          theme: invocation.colorsOutput ? .color : .plain))
    }
    var isWritten = true
    for file in output.comparisons {
      do throws(CommandError) {
        try invocation.environment.write(render(comparison, as: file.format), to: file.path)
        if !output.isQuiet { invocation.environment.note("wrote \(terminalSafe(file.path))") }
      } catch {
        invocation.environment.note("callorder: \(terminalSafe(error.message))")
        isWritten = false
      }
    }
    return isWritten
  }
}
