package import TraceFindings

/// A format that comparisons can be written in; the option is the style of text.
package typealias ComparisonFormat = OutputFormat<ReportComparison, TextTheme>

extension ComparisonFormat {
  /// Every format of comparisons, in the order of the help.
  package static var all: [ComparisonFormat] {
    [
      ComparisonFormat(
        name: "text", fileExtension: "txt", mediaType: "text/plain; charset=utf-8"
      ) { comparison, theme in comparison.text(theme: theme) },
      ComparisonFormat(
        name: "markdown", fileExtension: "md", mediaType: "text/markdown; charset=utf-8"
      ) { comparison, _ in comparison.markdown() },
      ComparisonFormat(
        name: "json", fileExtension: "json", mediaType: "application/json"
      ) { comparison, _ in comparison.json() },
    ]
  }
}
