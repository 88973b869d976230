internal import CJansson

/// Why a text is not JSON, in jansson's terms.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in jansson's words, without the text that it quotes.
  package var reason: String
  /// The line within the parsed bytes, counted from 1.
  package var line: Int
  /// The offset in bytes within the parsed bytes, counted from 0, of the first byte that is not accepted.
  package var offset: Int
  /// Whether the text ended too early, and more of it could have been valid.
  package var isTruncation: Bool

  package var description: String { "\(reason) (line \(line), byte \(offset))" }

  init(_ error: inout json_error_t) {
    let code = json_error_code(&error)
    let text = withUnsafeBytes(of: &error.text) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    reason = Self.withoutQuotation(text)
    line = max(1, Int(error.line))
    offset = max(0, Int(error.position))
    isTruncation = code == json_error_premature_end_of_input
  }

  /// Why a text with a NUL byte outside of strings is not JSON, in the words for a NUL inside one.
  init(nulAt offset: Int, line: Int) {
    (reason, self.line, self.offset) = ("control character 0x0", line, offset)
    isTruncation = false
  }

  /// jansson appends the text it was reading as ` near '…'`, which is cut off and may hold control bytes.
  private static func withoutQuotation(_ text: String) -> String {
    text.firstRange(of: " near '").map { String(text[..<$0.lowerBound]) } ?? text
  }
}
