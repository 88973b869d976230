internal import TraceModel

/// Reads tokens into a tree, by recursive descent, and goes on after every mistake.
///
/// Three rules make recovery good and termination certain. A clause that fails skips to the next word at
/// the beginning of a line that may begin a clause or a declaration, or to the closing brace. Each token is
/// reported at most once. And every loop ends when a round has consumed nothing. Blocks do not nest, so no
/// text can make the parser recurse.
///
/// This file holds what all declarations share; `Parser+Declarations.swift` and its siblings read them.
struct Parser {
  /// The words that begin a declaration.
  static let declarationWords = [
    "grammar", "subject", "callback", "action", "case", "group", "lifecycle", "rule", "quirk",
    "scenario", "severity", "spellings", "notifications", "one",
  ]

  private let tokens: [Token]
  private let isCutOff: Bool
  private var index = 0
  private var reportedIndex = -1
  private(set) var diagnostics: [Diagnostic] = []

  /// Makes a parser.
  /// - Parameters:
  ///   - tokens: the text's tokens; the last must be `.end`.
  ///   - isCutOff: whether the end of the text was swallowed by a string, so that nothing is missing there.
  init(_ tokens: [Token], isCutOff: Bool) {
    self.tokens = tokens
    self.isCutOff = isCutOff
  }

  /// Whether a text may be meant as a grammar: it is empty, begins with `grammar` or nearly so, or with another
  /// declaration and its name.
  static func mayBeGrammar(_ tokens: [Token]) -> Bool {
    let (first, second) = (tokens[0], tokens[min(1, tokens.count - 1)])
    return first.kind == .end || first.isWord("grammar")
      || first.kind == .identifier && nearestName(to: first.text, among: ["grammar"]) != nil
      || declarationWords.contains(first.text) && second.kind == .identifier
  }

  // MARK: Tokens

  /// The next token, or one further on; the end of the text repeats for ever.
  func peek(_ distance: Int = 0) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  /// The position right after the last token that was read, where a missing one belongs.
  var endOfLast: SourceRange {
    let position = index > 0 ? tokens[index - 1].range.end : peek().range.start
    return SourceRange(position, position)
  }

  @discardableResult
  mutating func advance() -> Token {
    let token = peek()
    if token.kind != .end { index += 1 }
    return token
  }

  /// Reads a token of this kind if it is next.
  mutating func take(_ kind: Token.Kind) -> Token? { peek().kind == kind ? advance() : nil }

  /// Reads this word if it is next.
  mutating func takeWord(_ word: String) -> Bool {
    guard peek().isWord(word) else { return false }
    advance()
    return true
  }

  // MARK: Reporting

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports the next token as unexpected, unless it, or the character in its place, has been reported.
  mutating func reportUnexpected(
    _ expected: String, among words: [String] = [], note: String? = nil
  ) {
    let token = peek()
    guard reportedIndex != index, token.kind != .unknown else { return }
    if token.kind == .end, isCutOff { return }
    reportedIndex = index
    let suggestion =
      token.kind == .identifier ? nearestName(to: token.text, among: words) : nil
    report(
      Diagnostic(
        .unexpectedToken, "expected \(expected), found \(token.description)", at: token.range,
        suggestion: suggestion, notes: note.map { [.init($0)] } ?? []))
  }

  /// Reports that something is missing after the last token.
  mutating func reportMissing(_ expected: String) {
    guard reportedIndex != index else { return }
    reportedIndex = index
    report(Diagnostic(.unexpectedToken, "expected \(expected) here", at: endOfLast))
  }

  // MARK: Expecting

  mutating func expect(_ kind: Token.Kind, _ expected: String? = nil) -> Token? {
    if let token = take(kind) { return token }
    reportUnexpected(expected ?? kind.rawValue)
    return nil
  }

  mutating func expectWord(_ word: String) -> Bool {
    if takeWord(word) { return true }
    reportUnexpected("'\(word)'", among: [word])
    return false
  }

  mutating func expectWords(_ words: String...) -> Bool {
    for word in words where !expectWord(word) { return false }
    return true
  }

  /// Reads a name; `role` says in a message what it should name, such as "the name of a state".
  mutating func expectName(_ role: String) -> Word? {
    expect(.identifier, role).map { Word(text: $0.text, range: $0.range) }
  }

  mutating func expectString(_ role: String = "a string in quotes") -> Word? {
    expect(.string, role).map { Word(text: $0.text, range: $0.range) }
  }

  /// Reads one or more names with commas between them.
  mutating func expectNames(_ role: String) -> [Word]? {
    expectList { parser in parser.expectName(role) }
  }

  /// Reads one or more strings with commas between them.
  mutating func expectStrings() -> [Word]? {
    expectList { parser in parser.expectString() }
  }

  /// Reads one or more elements with commas between them; nil when one is malformed.
  mutating func expectList<Element>(
    of element: (inout Parser) -> Element?
  ) -> [Element]? {
    var list: [Element] = []
    repeat {
      guard let next = element(&self) else { return nil }
      list.append(next)
    } while take(.comma) != nil
    return list
  }

  // MARK: Blocks and recovery

  /// Whether a declaration begins here: its word, first of a line, and a name or a string after it.
  var isAtDeclaration: Bool {
    let token = peek()
    guard token.kind == .identifier, token.beginsLine,
      peek(1).kind == .identifier || peek(1).kind == .string
    else { return false }
    return Self.declarationWords.contains(token.text)
  }

  /// Reads `{ clause… }`.
  /// - Parameters:
  ///   - owner: what the block belongs to, for messages, such as "callback 'willConnect'".
  ///   - words: the words that begin a clause, for recovery and suggestions.
  ///   - isOther: whether another clause begins here than one with such a word.
  ///   - clause: reads one clause and says whether it was well formed; it must not report an unknown word.
  /// - Returns: whether every clause was well formed, so that a clause that is not in the block was not written.
  @discardableResult
  mutating func parseBlock(
    of owner: String, words: [String], isOther: (Parser) -> Bool = { _ in false },
    clause: (inout Parser) -> Bool
  ) -> Bool {
    let reported = diagnostics.count
    var isWhole = true
    guard let brace = expect(.leftBrace) else {
      skipToDeclaration()
      return false
    }
    while take(.rightBrace) == nil {
      if peek().kind == .end, isCutOff { return false }
      if peek().kind == .end || isAtDeclaration && !isOther(self) {
        report(
          Diagnostic(
            .missingBrace, "the block of \(owner) is not closed", at: endOfLast,
            notes: [.init("it was opened here", at: brace.range)]))
        return false
      }
      let before = index
      let token = peek()
      var isWellFormed = false
      if isOther(self) || token.kind == .identifier && words.contains(token.text) {
        isWellFormed = clause(&self)
      } else if token.kind == .identifier {
        if reportedIndex != index {
          reportedIndex = index
          report(
            Diagnostic(
              .unknownClause, "\(owner) has no clause '\(token.text)'", at: token.range,
              suggestion: nearestName(to: token.text, among: words)))
        }
        advance()
      } else {
        reportUnexpected("a clause of \(owner) or '}'")
      }
      if !isWellFormed {
        isWhole = false
        skipToClause(words, isOther)
      }
      if index == before { advance() }
    }
    return isWhole && diagnostics.count == reported
  }

  /// Skips to where the next clause or declaration may begin, or the block ends. A block in braces on the
  /// way is skipped whole.
  private mutating func skipToClause(_ words: [String], _ isOther: (Parser) -> Bool) {
    var depth = 0
    while true {
      let token = peek()
      switch token.kind {
      case .end: return
      case .leftBrace: depth += 1
      case .rightBrace:
        if depth == 0 { return }
        depth -= 1
      case .identifier where token.beginsLine:
        if isAtDeclaration { return }
        if depth == 0, words.contains(token.text) || isOther(self) { return }
      default: break
      }
      advance()
    }
  }

  /// Skips to the next declaration, or to a name in the first column, which is most likely meant to begin
  /// one. A block in braces on the way is skipped whole, unless a declaration cuts it off.
  mutating func skipToDeclaration() {
    var depth = 0
    while peek().kind != .end, !isAtDeclaration {
      let token = peek()
      if token.kind == .leftBrace { depth += 1 }
      if token.kind == .rightBrace { depth = max(0, depth - 1) }
      if token.kind == .identifier, depth == 0, token.beginsLine, token.range.start.column == 1 {
        return
      }
      advance()
    }
  }

  /// Keeps a clause's value, and reports it when there is one already.
  /// - Parameter value: nil when it is malformed, which was reported.
  /// - Returns: whether it is well formed.
  mutating func keep<Value>(_ value: Value?, in slot: inout Value?, of keyword: Token) -> Bool {
    guard let value else { return false }
    if slot == nil {
      slot = value
    } else {
      report(
        Diagnostic(
          .repeatedClause, "the clause '\(keyword.text)' is written twice", at: keyword.range))
    }
    return true
  }
}
