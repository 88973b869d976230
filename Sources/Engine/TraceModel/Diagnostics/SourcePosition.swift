/// A position in a text.
public struct SourcePosition: Sendable, Hashable {
  /// The line, counted from 1.
  public var line: Int
  /// The column in Unicode scalars, counted from 1.
  public var column: Int
  /// The offset in bytes from the start of the text.
  public var offset: Int

  /// Makes a position; `line` and `column` count from 1, `offset` from 0.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The first position of any text.
  public static let start = SourcePosition(line: 1, column: 1, offset: 0)
}

/// A part of a text, half open in bytes.
public struct SourceRange: Sendable, Hashable {
  /// Where the part begins.
  public var start: SourcePosition
  /// The first position after the part.
  public var end: SourcePosition

  /// Makes a range; `end` is not before `start`.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }
}
