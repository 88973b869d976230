package import TraceModel

/// A format that comparisons can be written in, in the order of the help.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case text, markdown, json
}

extension ReportComparison {
  /// The comparison in a format.
  /// - Parameter theme: the style of text.
  package func rendered(as format: ComparisonFormat, theme: TextTheme = .plain) -> [UInt8] {
    switch format {
    case .text: text(theme: theme)
    case .markdown: markdown()
    case .json: json()
    }
  }
}
