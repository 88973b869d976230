internal import TraceModel

/// Reads tokens into declarations by their patterns, and goes on after every mistake.
///
/// Three rules make recovery good and termination certain. A clause that fails skips to the next word at
/// the beginning of a line that may begin a clause or a declaration, or to the closing brace. Each token is
/// reported at most once. And every loop ends when a round has consumed nothing. Blocks do not nest, so no
/// text can make the parser recurse.
struct Parser: GrammarDiagnosing {
  private(set) var lexer: Lexer
  /// The next tokens, each in the place of its number's remainder. All of them at once would need new memory.
  private var window: [Token]
  private static let windowSize = 16
  private var index = 0
  private var reportedIndex = -1
  /// The position right after the last token that was read, where a missing one belongs.
  private(set) var endOfLast: SourceRange
  var diagnostics: [Diagnostic] = []

  init(_ lexer: Lexer) {
    var lexer = lexer
    window = (0..<Self.windowSize).map { _ in lexer.next() }
    self.lexer = lexer
    endOfLast = SourceRange(window[0].range.start, window[0].range.start)
  }

  /// Whether the text may be meant as a grammar: it is empty, begins with `grammar` or nearly so, or with another
  /// declaration and its name.
  var mayBeGrammar: Bool {
    let (first, second) = (peek(), peek(1))
    return first.kind == .end || first.isWord("grammar")
      || first.kind == .identifier && nearestName(to: first.text, among: ["grammar"]) != nil
      || Shape.named[first.text] != nil && second.kind == .identifier
  }

  // MARK: Tokens

  /// The next token, or one further on; the end of the text repeats for ever.
  func peek(_ distance: Int = 0) -> Token { window[(index + distance) % Self.windowSize] }

  @discardableResult
  mutating func advance() -> Token {
    let token = peek()
    if token.kind != .end {
      window[index % Self.windowSize] = lexer.next()
      index += 1
      endOfLast = SourceRange(token.range.end, token.range.end)
    }
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

  /// Reports the next token as unexpected, unless it, or the character in its place, has been reported.
  mutating func reportUnexpected(
    _ expected: String, among words: [String] = [], note: String? = nil
  ) {
    let token = peek()
    guard reportedIndex != index, token.kind != .unknown else { return }
    if token.kind == .end, lexer.isCutOff { return }
    reportedIndex = index
    let suggestion =
      token.kind == .identifier ? nearestName(to: token.text, among: words) : nil
    report(
      .unexpectedToken, "expected \(expected), found \(token.description)", at: token.range,
      suggestion: suggestion, notes: note.map { [.init($0)] } ?? [])
  }

  /// Reports that something is missing after the last token.
  mutating func reportMissing(_ expected: String) {
    guard reportedIndex != index else { return }
    reportedIndex = index
    report(.unexpectedToken, "expected \(expected) here", at: endOfLast)
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

  /// Reads a name; `role` says in a message what it should name, such as "the name of a state".
  mutating func expectName(_ role: String) -> Word? {
    expect(.identifier, role).map(Word.init)
  }

  /// Reads one or more elements with commas between them, up to a word that a comma may stand before; nil if one is
  /// malformed.
  mutating func expectList<Element>(
    upTo end: String? = nil, of element: (inout Parser) -> Element?
  ) -> [Element]? {
    var list: [Element] = []
    repeat {
      guard let next = element(&self) else { return nil }
      list.append(next)
      if let end, peek().isWord(end) || peek().kind == .comma && peek(1).isWord(end) { break }
    } while take(.comma) != nil
    return list
  }

  // MARK: Patterns

  /// Reads what a pattern describes.
  /// - Returns: whether it is well formed; if not, that is reported.
  mutating func match(_ parts: ArraySlice<Pattern.Part>, into match: inout Match) -> Bool {
    var rest = parts
    while let part = rest.popFirst() {
      switch part {
      case .word(let word): if !expectWord(word) { return false }
      case .sign(let kind): if expect(kind) == nil { return false }
      case .slot(_, let slot) where slot.kind == .steps:
        let steps = expectList { parser -> Match? in
          var step = Match(Word(parser.peek()))
          return parser.match(Shape.step.parts[...], into: &step) ? step : nil
        }
        guard let steps else { return false }
        match.steps = steps
      case .slot(_, let slot) where slot.kind == .order:
        guard let order = parseOrder(slot.role) else { return false }
        match.order = order
      case .slot(let name, let slot):
        let role =
          name == "NAME" ? "the \(Shape.named[match.keyword.text]?.role ?? "")'s name" : nil
        guard let words = read(slot, role ?? slot.role, before: rest.first) else { return false }
        match.fill(name, words)
      case .choice(let choices, let isOptional):
        guard let chosen = choices.first(where: { mayBegin($0) }) else {
          if isOptional { continue }
          reportUnexpected(part.expected.inWords("or"), among: part.firstWords)
          return false
        }
        if let word = chosen.first?.word { match.choices.append(word) }
        if !self.match(chosen[...], into: &match) { return false }
      }
    }
    match.range.end = endOfLast.end
    return true
  }

  /// Whether a choice is next: its first part, and after an optional comma its second.
  private func mayBegin(_ choice: [Pattern.Part]) -> Bool {
    if let word = wordAfterComma(choice) {
      return peek().isWord(word) || peek().kind == .comma && peek(1).isWord(word)
    }
    return choice.first?.mayBegin(with: peek()) ?? false
  }

  /// The word that a comma may stand before.
  private func wordAfterComma(_ parts: [Pattern.Part]) -> String? {
    guard parts.count > 1, case .choice(let choices, isOptional: true) = parts[0],
      case .sign(.comma)? = choices.first?.first
    else { return nil }
    return parts[1].word
  }

  /// Reads what fills a slot; nil if it is malformed, which is reported.
  private mutating func read(_ slot: Slot, _ role: String, before next: Pattern.Part?) -> [Word]? {
    switch slot.kind {
    case .name: return expectName(role).map { [$0] }
    case .text: return expect(.string, role).map { [Word($0)] }
    case .texts: return expectList { $0.expect(.string, role).map(Word.init) }
    case .names:
      var end: String?
      if case .choice(let choices, _)? = next { end = choices.first.flatMap(wordAfterComma) }
      return expectList(upTo: end) { $0.expectName(role) }
    case .versions:
      let versions = expectList { parser -> [Word]? in
        guard let platform = parser.expectName(role),
          let version = parser.expect(.number, "a version such as '13.0'")
        else { return nil }
        return [platform, Word(version)]
      }
      return versions?.flatMap(\.self)
    case .seconds:
      guard let number = expect(.number, role), let unit = expectName("'s' or 'ms'") else {
        return nil
      }
      return [Word(number), unit]
    case .path:
      guard var path = expectName(role) else { return nil }
      while take(.dot) != nil {
        guard let part = expectName("the name of a member within '\(path.text)'") else {
          return nil
        }
        path.text += ".\(part.text)"
        path.range.end = part.range.end
      }
      return [path]
    case .number:
      guard let number = expect(.number) else { return nil }
      if Double(number.text).map({ $0 <= GrammarLimits.seconds }) ?? false { return [Word(number)] }
      report(.invalidNumber, "this number is out of bounds", at: number.range)
      return nil
    case .steps, .order: return []
    }
  }

  /// Reads `inactive -> didBecomeActive active | .`, and keeps the alternatives that are well formed: two words for a
  /// step and one for an end.
  private mutating func parseProduction(into block: inout Block) -> Bool {
    let state = Word(advance())
    advance()
    var alternatives: [Word] = []
    defer {
      var production = Match(Word(text: "->", range: state.range))
      production.fill("STATE", [state])
      production.fill("ALTERNATIVES", alternatives)
      block.clauses.append(production)
    }
    repeat {
      if let end = take(.dot) {
        alternatives.append(Word(text: ".", range: end.range))
        continue
      }
      guard let callback = expectNameOfAlternative("the name of a callback, or '.'"),
        let target = expectNameOfAlternative("the name of the state after '\(callback.text)'")
      else { return false }
      alternatives += [callback, target]
    } while take(.bar) != nil
    return true
  }

  /// Reads a name that is not the left side of the next production.
  private mutating func expectNameOfAlternative(_ role: String) -> Word? {
    if peek().beginsLine, isAtProduction {
      reportMissing(role)
      return nil
    }
    return expectName(role)
  }

  /// Whether `STATE ->` is next; a state may have the name of a clause.
  private var isAtProduction: Bool { peek().kind == .identifier && peek(1).kind == .arrow }

  // MARK: Declarations

  /// Reads a whole text.
  mutating func parseText() -> GrammarTree {
    var tree = GrammarTree()
    while peek().kind != .end {
      let word = peek()
      guard word.kind == .identifier, word.beginsLine || isAtDeclaration,
        let shape = Shape.named[word.text]
      else {
        reportUnknownDeclaration()
        advance()
        skip()
        continue
      }
      let isFirst = tree.blocks.isEmpty && !tree.hasHeader && tree.damagedNames.isEmpty
      advance()
      if shape.word == "grammar" {
        reportSecondHeader(word, tree, isFirst: isFirst)
        tree.hasHeader = true
      }
      let name = peek()
      guard let block = parseDeclaration(shape, word) else {
        if name.kind == .identifier { tree.damagedNames.insert(name.text) }
        skip()
        continue
      }
      if shape.word != "grammar" {
        tree.blocks.append(block)
      } else if tree.header == nil {
        tree.header = block
      }
    }
    tree.end = SourceRange(peek().range.start, peek().range.start)
    return tree
  }

  private mutating func reportUnknownDeclaration() {
    let token = peek()
    guard token.kind == .identifier else { return reportUnexpected("a declaration") }
    report(
      .unknownDeclaration, "no declaration begins with '\(token.text)'", at: token.range,
      suggestion: nearestName(to: token.text, among: Shape.all.map(\.word)))
  }

  private mutating func reportSecondHeader(_ word: Token, _ tree: GrammarTree, isFirst: Bool) {
    if let first = tree.header {
      report(
        .misplacedHeader, "a text contains one grammar", at: word.range,
        notes: [.init("the first is here", at: first.name.range)])
    } else if !isFirst {
      report(
        .misplacedHeader, "the 'grammar' declaration comes first in a text", at: word.range)
    }
  }

  /// Reads what follows a declaration's first word; nil if its head is malformed.
  private mutating func parseDeclaration(_ shape: Shape, _ word: Token) -> Block? {
    var block = Block(head: Match(Word(word)))
    guard match(shape.head.parts[...], into: &block.head) else { return nil }
    switch shape.body {
    case .none: break
    case .conditions:
      repeat {
        // After conditions on values alone, `where` may be missing.
        let isOnValues = block.clauses.allSatisfy { !$0["ASKED"].isEmpty }
        let isPlain =
          isOnValues && !block.clauses.isEmpty && !Shape.condition.parts[0].mayBegin(with: peek())
        var condition = Match(Word(peek()))
        let pattern = isPlain ? Shape.valueCondition : Shape.condition
        guard match(pattern.parts[...], into: &condition) else { return nil }
        block.clauses.append(condition)
      } while takeWord("and")
    case .optionalBlock where peek().kind != .leftBrace: break
    case .block, .optionalBlock: parseBlock(shape, into: &block)
    }
    return block
  }

  // MARK: Blocks and recovery

  /// Whether a declaration begins here: its word, first of a line, and a name or a string after it.
  private var isAtDeclaration: Bool {
    let token = peek()
    guard token.kind == .identifier, token.beginsLine,
      peek(1).kind == .identifier || peek(1).kind == .string
    else { return false }
    return Shape.named[token.text] != nil
  }

  /// Reads `{ clause… }`, and keeps the clauses that are well formed.
  private mutating func parseBlock(_ shape: Shape, into block: inout Block) {
    let reported = diagnostics.count
    defer { block.isWhole = block.isWhole && diagnostics.count == reported }
    guard let brace = expect(.leftBrace) else {
      block.isWhole = false
      return skip()
    }
    while take(.rightBrace) == nil {
      block.isWhole = block.isWhole && !(peek().kind == .end && lexer.isCutOff)
      if peek().kind == .end, lexer.isCutOff { return }
      if peek().kind == .end || isAtDeclaration && !isAtOther(shape) {
        return report(
          .missingBrace, "the block of \(block.title) is not closed", at: endOfLast,
          notes: [.init("it was opened here", at: brace.range)])
      }
      let before = index
      if !parseClause(shape, into: &block) {
        block.isWhole = false
        skip(inBlockOf: shape)
      }
      if index == before { advance() }
    }
  }

  /// Whether a clause is next that begins with a name of the grammar.
  private func isAtOther(_ shape: Shape) -> Bool {
    switch shape.word {
    case "lifecycle": isAtProduction
    case "rule": isAtNames(shape)
    default: false
    }
  }

  /// Reads a clause, and says whether it is well formed; if not, that is reported.
  private mutating func parseClause(_ shape: Shape, into block: inout Block) -> Bool {
    let token = peek()
    let hasNames = isAtOther(shape)
    if hasNames, shape.word == "lifecycle" { return parseProduction(into: &block) }
    if hasNames || shape.word == "rule" && FormNotation.firstWords.contains(token.text) {
      guard let form = parseForm(hasNames: hasNames) else { return false }
      add(form, to: &block, shape)
      return true
    }
    guard token.kind == .identifier else {
      reportUnexpected("a clause of \(block.title) or '}'")
      return false
    }
    guard let pattern = shape.clauses[token.text] else {
      if reportedIndex != index {
        reportedIndex = index
        report(
          .unknownClause, "\(block.title) has no clause '\(token.text)'", at: token.range,
          suggestion: nearestName(to: token.text, among: shape.words))
      }
      advance()
      return false
    }
    var clause = Match(Word(advance()))
    guard match(pattern.parts[...], into: &clause) else { return false }
    add(clause, to: &block, shape)
    return true
  }

  /// Keeps a clause, and reports it when there is one already.
  private mutating func add(_ clause: Match, to block: inout Block, _ shape: Shape) {
    let keyword = clause.keyword.text
    let isForm = clause.form != nil
    let isRepeated = block.clauses.contains {
      isForm ? $0.form != nil : $0.form == nil && $0.keyword.text == keyword
    }
    if !isRepeated || !isForm && shape.repeatable.contains(keyword) {
      block.clauses.append(clause)
    } else if isForm {
      report(.repeatedClause, "a rule can say when it fires only once", at: clause.range)
    } else {
      report(
        .repeatedClause, "the clause '\(keyword)' is written twice", at: clause.keyword.range)
    }
  }

  /// Skips to the next declaration; in a block, to the next clause or the end of the block; elsewhere, to a name in the first
  /// column, which is most likely meant to begin a declaration. A block in braces on the way is skipped whole, unless a
  /// declaration cuts it off.
  private mutating func skip(inBlockOf shape: Shape? = nil) {
    var depth = 0
    while peek().kind != .end, !isAtDeclaration {
      let token = peek()
      if token.kind == .rightBrace {
        if depth == 0, shape != nil { return }
        depth = max(0, depth - 1)
      } else if token.kind == .leftBrace {
        depth += 1
      } else if token.kind == .identifier, token.beginsLine, depth == 0 {
        let isNext =
          shape.map { $0.words.contains(token.text) || isAtOther($0) }
          ?? (token.range.start.column == 1)
        if isNext { return }
      }
      advance()
    }
  }
}

// MARK: - Forms of rules

extension Parser {
  /// Whether a form that begins with a name is next.
  private func isAtNames(_ shape: Shape) -> Bool {
    if isAtNamesOfForm { return true }
    let (first, second) = (peek(), peek(1))
    // Two names that no clause begins with are most likely such a form with a mistake further on.
    return first.kind == .identifier && second.kind == .identifier && !second.beginsLine
      && !isAtDeclaration && !shape.words.contains(first.text)
      && nearestName(to: first.text, among: shape.words) == nil
  }

  /// Whether a form is next that begins with a name, even one that is also a clause's word.
  private var isAtNamesOfForm: Bool {
    // What follows a name is another one or a word, so clauses with texts are none.
    guard peek().kind == .identifier, peek(1).kind != .string else { return false }
    // Two words after it are enough, so that a mistake in the third is reported as one.
    return peek(1).kind == .comma
      || FormNotation.all.contains {
        let next = $0.pattern.parts.dropFirst().prefix(2)
        return $0.beginsWithName && agreement(with: next, after: 1) == next.count
      }
  }

  /// How many parts of a pattern the tokens agree with that come after the next ones, where each part is one token.
  private func agreement(with parts: ArraySlice<Pattern.Part>, after distance: Int = 0) -> Int {
    zip(parts, distance...).prefix { $0.mayBegin(with: peek($1)) }.count
  }

  /// Reads a form.
  /// - Parameter hasNames: whether it begins with names.
  private mutating func parseForm(hasNames: Bool) -> Match? {
    var match = Match(Word(peek()))
    var names: [Word] = []
    if hasNames {
      guard let list = expectList(of: { $0.expectName("the name of a callback or group") }) else {
        return nil
      }
      names = list
    }
    let candidates = FormNotation.all.filter {
      $0.beginsWithName == hasNames && (names.count < 2 || $0.beginsWithNames)
    }.map { form in
      let rest = form.pattern.parts.dropFirst(hasNames ? 1 : 0)
      return (form: form, rest: rest, agreement: agreement(with: rest))
    }
    let most = candidates.map(\.agreement).max() ?? 0
    let best = candidates.filter { $0.agreement == most }
    if most == 0 || best.count > 1 {
      for _ in 0..<most { advance() }
      let expected = best.compactMap { $0.rest.dropFirst(most).first }
      reportUnexpected(
        expected.flatMap(\.expected).unique.inWords("or"), among: expected.flatMap(\.firstWords),
        note: ["before", "after"].contains(peek().text) ? Self.orderNote : nil)
      return nil
    }
    let form = best[0].form
    if case .slot(let name, _)? = form.pattern.parts.first { match.fill(name, names) }
    guard self.match(best[0].rest, into: &match) else { return nil }
    match.form = form
    // A character that no word begins with is reported, and the rest of the form may stand after it.
    return peek().kind == .unknown || reportCondition(after: match) ? nil : match
  }

  private static let orderNote =
    "for a call that has to come first, write 'expects … after … before …'"

  /// Reports a condition after `on A`, where only the case can stand that has it.
  private mutating func reportCondition(after match: Match) -> Bool {
    let token = peek()
    let words = ["where", "while", "when", "if", "during", "outside", "after", "before"]
    guard match.keyword.text == "on", match["STATES"].isEmpty, token.kind == .identifier,
      words.contains(token.text)
    else { return false }
    reportUnexpected(
      "'in' and states, or nothing",
      note: ["after", "before"].contains(token.text)
        ? Self.orderNote
        : "a condition belongs to a case: write 'case NAME of \(match.word("CALLBACKS").text) while …' and 'on NAME'"
    )
    return true
  }
}
