package import TraceFindings

/// Words and numbers in the form that the page uses.
package enum Phrases {
  /// Seconds with three decimals; the shortest form for numbers too great to have them.
  package static func seconds(_ time: Double) -> String {
    guard let thousandths = (time * 1_000).nearestInteger else { return "\(time)" }
    let size = abs(thousandths)
    let rest = String(size % 1_000)
    return (thousandths < 0 ? "−" : "") + "\(size / 1_000)."
      + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// The symbol of an outcome, next to its word.
  package static func mark(_ outcome: Outcome) -> String {
    switch outcome {
    case .failing: "✗"
    case .passing: "✓"
    case .inconclusive: "?"
    }
  }

  /// A message at the start of a sentence: identifiers keep their case, articles do not.
  package static func sentence(_ message: String) -> String {
    ["the ", "a ", "an "].contains(where: message.hasPrefix)
      ? message.capitalizedFirst : message
  }

  /// The last two parts of a path.
  package static func shortPlace(_ path: String) -> String {
    path == "-"
      ? "standard input" : path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// The last part of a path.
  package static func fileName(_ path: String) -> String {
    if path == "-" { return "standard input" }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The argument, quoted for a shell.
  package static func shellQuoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "-_./=:,+@".utf8.contains(byte)
      }
    return isPlain
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}
