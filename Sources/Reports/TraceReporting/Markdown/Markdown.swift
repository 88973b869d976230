internal import TraceModel

/// Text made safe for GitHub Flavored Markdown.
/// - Source: GitHub Flavored Markdown Spec 0.29, sections 2.4, 4.5, 4.10 and 6.3.
package enum Markdown {
  /// Text that is shown literally, on one line, also in a table.
  package static func text(_ text: String) -> String {
    var result = ""
    for scalar in terminalSafe(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "@": result += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text in code font, fenced by more backticks than it holds in a row.
  /// - Parameter isCell: whether it is in a table, where a bar ends a cell even in code.
  package static func code(_ text: String, isCell: Bool = false) -> String {
    let shown = terminalSafe(text)
    if shown.isEmpty { return "" }
    let fence = String(repeating: "`", count: longestBacktickRun(shown) + 1)
    let needsSpace = shown.hasPrefix("`") || shown.hasSuffix("`")
    let padding = needsSpace ? " " : ""
    let code = fence + padding + shown + padding + fence
    if !isCell { return code }
    return code.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// A fenced block of lines.
  package static func block(_ lines: [String], language: String) -> String {
    let longest = lines.map(longestBacktickRun).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n" + lines.map { $0 + "\n" }.joined() + "\(fence)\n"
  }

  /// A row of a table from cells that are Markdown already.
  package static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func longestBacktickRun(_ text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
