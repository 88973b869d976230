internal import TraceModel

/// Cuts a grammar's text into tokens, whatever its bytes are.
///
/// The last token is always `.end`. Findings are collected, never thrown, and lexing goes on after each.
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
  private(set) var tokens: [Token] = []
  /// Whether a string without closing quotes swallowed the end of the text.
  private(set) var isCutOff = false
  var diagnostics: [Diagnostic] = []

  /// Lexes the whole text.
  /// - Complexity: O(bytes).
  init(_ text: [UInt8], number: Int = 0) {
    (self.text, self.number, end) = (text, number, text.count)
    // A token has about nine bytes, with the white space around it.
    tokens.reserveCapacity(text.count / 8 + 1)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position.offset = 3 }
    checkEncoding()
    lexTokens()
  }

  private mutating func lexTokens() {
    advanceOverSpace()
    while let byte = peek() {
      lexToken(startingWith: byte)
      advanceOverSpace()
    }
    add(.end, isInString ? Self.endOfOrder : "", from: position)
  }

  /// What messages call the end of an order.
  static let endOfOrder = "the end of the order"

  /// The tokens in a string of the text, among them the signs of an order; nil if the string is not closed.
  func inside(_ string: Token) -> Lexer? {
    let range = TextNumber.unmark(string.range)
    let quote = UInt8(ascii: "\"")
    let bytes = text[range.start.offset..<range.end.offset]
    let quotes = bytes.starts(with: [quote, quote, quote]) ? 3 : 1
    guard bytes.count >= 2 * quotes, bytes.last == quote else { return nil }
    var lexer = self
    (lexer.position, lexer.end, lexer.isInString) = (range.start, range.end.offset - quotes, true)
    lexer.position.offset += quotes
    lexer.position.column += quotes
    (lexer.tokens, lexer.diagnostics, lexer.isCutOff) = ([], [], false)
    lexer.lexTokens()
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

  private mutating func advance(while condition: (UInt8) -> Bool) {
    while let byte = peek(), condition(byte) { advance() }
  }

  /// Advances over bytes that neither end a string or line nor begin an escape: most of a grammar's bytes.
  private mutating func advanceOverText() {
    var (offset, column) = (position.offset, position.column)
    while offset < end {
      let byte = text[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\n") {
        break
      }
      if byte & 0xC0 != 0x80 { column += 1 }
      offset += 1
    }
    (position.offset, position.column) = (offset, column)
  }

  /// Advances over blanks, line ends and comments.
  private mutating func advanceOverSpace() {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position.offset += 1
        position.column += 1
      case UInt8(ascii: "\n"): advance()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        advance { $0 != UInt8(ascii: "\n") }
      default: return
      }
    }
  }

  /// The part of the text between two positions.
  private func range(_ start: SourcePosition, _ end: SourcePosition) -> SourceRange {
    TextNumber.mark(SourceRange(start, end), number)
  }

  private mutating func add(_ kind: Token.Kind, _ value: String = "", from start: SourcePosition) {
    tokens.append(
      Token(kind: kind, text: value, range: range(start, position), beginsLine: !lineHasToken))
    lineHasToken = true
  }

  /// Reports the first byte that is not valid UTF-8; one message is enough for a file of another kind.
  private mutating func checkEncoding() {
    if text.reduce(0, |) < 0x80 { return }
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var place = SourcePosition.start
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        place.offset += encoded.count
        place.column += 1
        if encoded.first == UInt8(ascii: "\n") {
          place.line += 1
          place.column = 1
        }
      case .error(let length):
        var end = place
        end.offset += length
        end.column += 1
        return report(.invalidUTF8, "this byte is not UTF-8", at: range(place, end))
      case .emptyInput: return
      }
    }
  }

  // MARK: Tokens

  private mutating func lexToken(startingWith byte: UInt8) {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      lexString()
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
      advance()
      advance()
      add(.arrow, from: start)
    case let byte where byte.isDigit:
      lexNumber()
    case let byte where byte.isNameStart:
      lexName()
    default:
      if let kind = Token.Kind(punctuation: byte, inOrder: isInString) {
        advance()
        add(kind, from: start)
      } else {
        lexUnknown()
      }
    }
  }

  private mutating func lexName() {
    let start = position
    repeat {
      advance()
      // A hyphen belongs to the name only inside it, so that `a->b` stays three tokens.
      if peek() == UInt8(ascii: "-"), let after = peek(1), after.isLetter || after.isDigit {
        advance()
      }
    } while peek()?.isNamePart == true
    add(.identifier, spelled(from: start), from: start)
  }

  private mutating func lexNumber() {
    let start = position
    advance(while: \.isDigit)
    while peek() == UInt8(ascii: "."), let after = peek(1), after.isDigit {
      advance()
      advance(while: \.isDigit)
    }
    add(.number, spelled(from: start), from: start)
  }

  private mutating func lexUnknown() {
    let start = position
    advance()
    advance { $0 & 0xC0 == 0x80 }
    let scalar = spelled(from: start)
    add(.unknown, from: start)
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

  private mutating func lexString() {
    let start = position
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    for _ in 0..<quotes { advance() }
    let opened = position
    let wasFirst = !lineHasToken
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
        advanceOverText()
      }
    }
    let raw = text[opened.offset..<position.offset]
    if isClosed {
      for _ in 0..<quotes { advance() }
    } else {
      let end = isMultiline ? opened : position
      isCutOff = peek() == nil
      report(
        .unterminatedString,
        isMultiline ? "this string has no closing '\"\"\"'" : "this string has no closing '\"'",
        at: range(start, end))
    }
    let value = StringLiteral.value(of: raw, isMultiline: isMultiline)
    tokens.append(
      Token(kind: .string, text: value, range: range(start, position), beginsLine: wasFirst))
    lineHasToken = true
  }

  private func isClosingQuotes() -> Bool {
    peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
  }

  private mutating func lexEscape() {
    let start = position
    advance()
    guard let escaped = peek(), escaped != UInt8(ascii: "\n") else { return }
    advance()
    advance { $0 & 0xC0 == 0x80 }
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
