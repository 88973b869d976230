package import TraceFindings

/// A format that comparisons can be written in; the option is the style of text.
package typealias ComparisonFormat = OutputFormat<ReportComparison, TextTheme>

extension ComparisonFormat {
  /// Every format of comparisons, in the order of the help.
  package static var all: [ComparisonFormat] { [.text, .markdown, .json, .html] }
}
