/// The text with every character that could steer a terminal, or hide what is there, made visible.
///
/// C0 and C1 controls (also tab, line feed and carriage return), DEL, the marks that reorder text in two
/// directions (U+202A–202E, U+2066–2069, U+200E–200F, U+061C) and the line and paragraph separators are
/// written as `\u{1b}`. So is a character of what build services obey: `::` at the beginning, where they skip blanks, and
/// `##[` and `##vso[` anywhere. Everything else, including letters of any script, is unchanged.
/// - Complexity: O(bytes); text without such a character is returned unchanged.
/// - Source: GitHub Docs, "Workflow commands for GitHub Actions"; Microsoft, "Azure Pipelines logging commands".
package func terminalSafe(_ text: String) -> String {
  let beginsCommand = text.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "::".utf8)
  guard
    beginsCommand || text.utf8.contains(UInt8(ascii: "#"))
      || text.unicodeScalars.contains(where: \.isUnsafeInTerminal)
  else { return text }
  var safe = ""
  var (rest, isAfterHash, escapesColon) = (text.unicodeScalars[...], false, beginsCommand)
  while let scalar = rest.popFirst() {
    let endsHashes =
      isAfterHash && scalar == "#"
      && (rest.first == "[" || String(rest.prefix(4)).lowercased() == "vso[")
    if scalar.isUnsafeInTerminal || endsHashes || escapesColon && scalar == ":" {
      safe += scalar.visibleEscape
      escapesColon = false
    } else {
      safe.unicodeScalars.append(scalar)
    }
    isAfterHash = scalar == "#"
  }
  return safe
}

/// A path that is safe for a terminal at the start of a line: one that would begin a command begins with `./`.
package func lineSafe(_ path: String) -> String {
  path.drop { $0.isWhitespace }.hasPrefix("::") ? terminalSafe("./" + path) : terminalSafe(path)
}

extension Unicode.Scalar {
  /// Whether a terminal may do anything other than show it.
  package var isUnsafeInTerminal: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar's number in Swift's notation: `\u{1b}`.
  package var visibleEscape: String { "\\u{\(String(value, radix: 16))}" }
}
