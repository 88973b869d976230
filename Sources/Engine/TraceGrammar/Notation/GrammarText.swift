public import TraceModel

/// A text that a grammar is read from, with the name it goes by.
public struct GrammarText: Sendable, Equatable {
  /// How messages name it: a path, or a shipped grammar's name with `.lifecycle` after it.
  public var name: String
  /// The text, in UTF-8.
  public var bytes: [UInt8]

  /// Makes a text.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// A grammar that was read from a text, or from several texts that each extend the next.
public struct GrammarReading: Sendable {
  /// The findings about one of the texts.
  public struct Part: Sendable {
    /// The text.
    public var text: GrammarText
    /// The errors and warnings in it, by position.
    public var diagnostics: [Diagnostic]
  }

  /// The grammar; nil where any finding is an error.
  public var grammar: Grammar?
  /// The text itself, then the one that it extends, and so on.
  public var parts: [Part]
}

/// Which of several texts a position belongs to: the high bits of the offset hold the number while they are one tree.
enum TextNumber {
  private static let shift = 32

  /// The same part of a text, marked as belonging to the text with a number.
  static func mark(_ range: SourceRange, _ text: Int) -> SourceRange {
    var range = range
    range.start.offset += text << shift
    range.end.offset += text << shift
    return range
  }

  /// The number of the text that a part belongs to.
  static func of(_ range: SourceRange) -> Int { range.start.offset >> shift }

  /// The part with its position in its own text.
  static func unmark(_ range: SourceRange) -> SourceRange { mark(range, -of(range)) }
}
