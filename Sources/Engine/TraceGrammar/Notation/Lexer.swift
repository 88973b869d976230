internal import TraceModel

/// Cuts a grammar's text into tokens, one after the other, whatever its bytes are.
///
/// Findings are collected, never thrown, and lexing goes on after each.
struct Lexer: GrammarDiagnosing {
  private let text: [UInt8]
  /// The number of the text among those of its grammar, with which all positions are marked.
  private let number: Int
  /// Where the part of the text ends that it lexes.
  private var end: Int
  /// Whether it lexes a string, in which an order of calls stands.
  private var isInString = false
  private var position = SourcePosition.start
  private var lineHasToken = false
  /// Whether a string without closing quotes swallowed the end of the text.
  private(set) var isCutOff = false
  var diagnostics: [Diagnostic] = []

  /// Begins at the start of the text.
  /// - Complexity: O(bytes), for the encoding.
  init(_ text: [UInt8], number: Int = 0) {
    (self.text, self.number, end) = (text, number, text.count)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position.offset = 3 }
    checkEncoding()
  }

  /// Reads the next token; at the end of the text it is `.end`, however often it is read.
  mutating func next() -> Token {
    advanceOverSpace()
    let (start, beginsLine) = (position, !lineHasToken)
    let (kind, text) = lexToken()
    lineHasToken = true
    return Token(kind: kind, text: text, range: range(start, position), beginsLine: beginsLine)
  }

  /// What messages call the end of an order.
  static let endOfOrder = "the end of the order"

  /// Lexes what is in a string of the text, where signs of an order may stand; nil if the string is not closed.
  func inside(_ string: Token) -> Lexer? {
    let range = TextNumber.unmark(string.range)
    let quote = UInt8(ascii: "\"")
    let bytes = text[range.start.offset..<range.end.offset]
    let quotes = bytes.starts(with: [quote, quote, quote]) ? 3 : 1
    guard bytes.count >= 2 * quotes, bytes.last == quote else { return nil }
    var lexer = self
    (lexer.position, lexer.end, lexer.isInString) = (range.start, range.end.offset - quotes, true)
    (lexer.diagnostics, lexer.isCutOff) = ([], false)
    lexer.skip(quotes)
    return lexer
  }

  // MARK: Bytes

  private func peek(_ distance: Int = 0) -> UInt8? {
    let offset = position.offset + distance
    return offset < end ? text[offset] : nil
  }

  private mutating func advance() {
    let byte = text[position.offset]
    position.offset += 1
    if byte == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
      lineHasToken = false
    } else if byte & 0xC0 != 0x80 {
      // Columns count scalars: the bytes that continue one do not count.
      position.column += 1
    }
  }

  /// Advances over this many signs of ASCII, none of which ends a line.
  private mutating func skip(_ count: Int) {
    position.offset += count
    position.column += count
  }

  /// Advances over bytes of a line that belong to something, by themselves or by the next one; after the last byte, that is 0.
  private mutating func advance(while belongs: (_ byte: UInt8, _ next: UInt8) -> Bool) {
    var (offset, column) = (position.offset, position.column)
    while offset < end {
      let byte = text[offset]
      if !belongs(byte, offset + 1 < end ? text[offset + 1] : 0) { break }
      if byte & 0xC0 != 0x80 { column += 1 }
      offset += 1
    }
    (position.offset, position.column) = (offset, column)
  }

  /// Advances over blanks, line ends and comments.
  private mutating func advanceOverSpace() {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): skip(1)
      case UInt8(ascii: "\n"): advance()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        advance { byte, _ in byte != UInt8(ascii: "\n") }
      default: return
      }
    }
  }

  /// The part of the text between two positions.
  private func range(_ start: SourcePosition, _ end: SourcePosition) -> SourceRange {
    TextNumber.mark(SourceRange(start, end), number)
  }

  /// Reports the first byte that is not valid UTF-8; one message is enough for a file of another kind.
  private mutating func checkEncoding() {
    var rest = text[...]
    while let first = rest.firstIndex(where: { $0 >= 0x80 }) {
      var parser = Unicode.UTF8.ForwardParser()
      var bytes = text[first...].makeIterator()
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded): rest = text[(first + encoded.count)...]
      case .error(let length):
        let opening = position
        while position.offset < first { advance() }
        var end = position
        end.offset += length
        end.column += 1
        report(.invalidUTF8, "this byte is not UTF-8", at: range(position, end))
        position = opening
        return
      case .emptyInput: return
      }
    }
  }

  // MARK: Tokens

  private mutating func lexToken() -> (kind: Token.Kind, text: String) {
    guard let byte = peek() else { return (.end, isInString ? Self.endOfOrder : "") }
    let start = position
    switch byte {
    case UInt8(ascii: "\""): return (.string, lexString())
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
      skip(2)
      return (.arrow, "")
    case let byte where byte.isDigit:
      advance { byte, next in byte.isDigit || byte == UInt8(ascii: ".") && next.isDigit }
      return (.number, spelled(from: start))
    case let byte where byte.isNameStart:
      // A hyphen belongs to the name only inside it, so that `a->b` stays three tokens.
      advance { byte, next in
        byte.isNamePart || byte == UInt8(ascii: "-") && (next.isLetter || next.isDigit)
      }
      return (.identifier, spelled(from: start))
    default:
      if let kind = Token.Kind(punctuation: byte, inOrder: isInString) {
        skip(1)
        return (kind, "")
      }
      lexUnknown()
      return (.unknown, "")
    }
  }

  private mutating func lexUnknown() {
    let start = position
    advance()
    advance { byte, _ in byte & 0xC0 == 0x80 }
    let scalar = spelled(from: start)
    // Bytes that are not UTF-8 have been reported as such.
    if !scalar.unicodeScalars.contains("\u{FFFD}") {
      report(
        .unexpectedCharacter, "the character '\(terminalSafe(scalar))' has no meaning here",
        at: range(start, position), notes: Self.notes(on: scalar))
    }
  }

  /// Advice about a character that no token begins with.
  private static func notes(on character: String) -> [Diagnostic.Note] {
    switch character {
    case "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}":
      [.init("write texts in straight double quotes")]
    case "(": [.init("callbacks have short names, such as willConnect")]
    default: []
    }
  }

  private func spelled(from start: SourcePosition) -> String {
    String(decoding: text[start.offset..<position.offset], as: UTF8.self)
  }

  // MARK: Strings

  /// Reads a string, and returns its value.
  private mutating func lexString() -> String {
    let start = position
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    skip(quotes)
    let opened = position
    var isClosed = false
    while let byte = peek(), !isClosed {
      if byte == UInt8(ascii: "\\") {
        lexEscape()
      } else if byte == UInt8(ascii: "\""), !isMultiline || isClosingQuotes() {
        isClosed = true
      } else if byte == UInt8(ascii: "\n"), !isMultiline {
        break
      } else {
        advance()
        advance { byte, _ in
          byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\n")
        }
      }
    }
    let raw = text[opened.offset..<position.offset]
    if isClosed {
      skip(quotes)
    } else {
      isCutOff = peek() == nil
      report(
        .unterminatedString,
        isMultiline ? "this string has no closing '\"\"\"'" : "this string has no closing '\"'",
        at: range(start, isMultiline ? opened : position))
    }
    return StringLiteral.value(of: raw, isMultiline: isMultiline)
  }

  private func isClosingQuotes() -> Bool {
    peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
  }

  private mutating func lexEscape() {
    let start = position
    advance()
    guard let escaped = peek(), escaped != UInt8(ascii: "\n") else { return }
    advance()
    advance { byte, _ in byte & 0xC0 == 0x80 }
    if StringLiteral.escaped(escaped) == nil {
      report(
        .unknownEscape, "only '\\\"', '\\\\' and '\\n' are escapes", at: range(start, position))
    }
  }
}

extension Token.Kind {
  fileprivate init?(punctuation byte: UInt8, inOrder: Bool) {
    switch byte {
    case UInt8(ascii: "{"): self = .leftBrace
    case UInt8(ascii: "}"): self = .rightBrace
    case UInt8(ascii: "|"): self = .bar
    case UInt8(ascii: "."): self = .dot
    case UInt8(ascii: ","): self = .comma
    case UInt8(ascii: ":"): self = .colon
    case UInt8(ascii: "="): self = .equals
    case UInt8(ascii: ">"): self = .greater
    case UInt8(ascii: "(") where inOrder: self = .leftParenthesis
    case UInt8(ascii: ")") where inOrder: self = .rightParenthesis
    case UInt8(ascii: "?") where inOrder: self = .question
    case UInt8(ascii: "+") where inOrder: self = .plus
    case UInt8(ascii: "*") where inOrder: self = .star
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  fileprivate var isNameStart: Bool { isLetter || self == UInt8(ascii: "_") }
  fileprivate var isNamePart: Bool { isNameStart || isDigit }
}
