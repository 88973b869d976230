internal import TraceModel

/// The smallest meaningful part of a grammar's text.
struct Token {
  /// The kind of a token; messages use its raw value.
  enum Kind: String {
    case identifier = "a name"
    case string = "a string"
    case number = "a number"
    case leftBrace = "'{'"
    case rightBrace = "'}'"
    case arrow = "'->'"
    case bar = "'|'"
    case dot = "'.'"
    case comma = "','"
    case colon = "':'"
    case equals = "'='"
    case greater = "'>'"
    case leftParenthesis = "'('"
    case rightParenthesis = "')'"
    case question = "'?'"
    case plus = "'+'"
    case star = "'*'"
    /// A character that no token begins with, already reported.
    case unknown = "an unknown character"
    case end = "the end of the text"
  }

  /// The kind.
  var kind: Kind
  /// The name, the string's value or the number as written; empty for punctuation.
  var text: String
  /// Where it is.
  var range: SourceRange
  /// Whether it is the first of its line, where recovery may resume.
  var beginsLine: Bool

  /// Whether it is this word, which may be a keyword where one is expected.
  func isWord(_ word: String) -> Bool { kind == .identifier && text == word }

  /// How a message names it.
  var description: String {
    switch kind {
    case .identifier, .number: "'\(text)'"
    case .end where !text.isEmpty: text
    default: kind.rawValue
    }
  }
}
