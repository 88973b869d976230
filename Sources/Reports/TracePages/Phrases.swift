internal import TraceFindings

/// Words and numbers in the form that the page uses.
package enum Phrases {
  /// Seconds with three decimals; the shortest form for numbers too great to have them.
  package static func seconds(_ time: Double) -> String {
    decimal(time, places: 3, isPadded: true).replacing("-", with: "−")
  }

  /// A message at the start of a sentence: identifiers keep their case, articles do not.
  package static func sentence(_ message: String) -> String {
    ["the ", "a ", "an "].contains(where: message.hasPrefix)
      ? message.capitalizedFirst : message
  }

  /// The last parts of a path.
  package static func shortPlace(_ path: String, parts: Int = 2) -> String {
    path == "-"
      ? "standard input" : path.split(separator: "/").suffix(parts).joined(separator: "/")
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
