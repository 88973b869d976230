internal import TraceModel

/// Reads the texts of one grammar into one tree: a text, the text that it extends, and so on.
struct GrammarReader: GrammarDiagnosing {
  /// The number of texts that may extend each other.
  private static let limit = 16

  /// The texts, the extending one before the one that it extends.
  private(set) var texts: [GrammarText] = []
  var diagnostics: [Diagnostic] = []
  /// Which of them are shipped, and so known to be correct.
  private(set) var isShipped: [Bool] = []
  private var trees: [GrammarTree] = []
  /// The text that is added to all of them.
  private var added: GrammarTree?

  /// Reads a text and those that it extends.
  /// - Parameters:
  ///   - profile: a text that is added to all of them; nil for none.
  ///   - find: the text with a path; the second argument is the name of the text that asks for it.
  init(
    _ text: GrammarText, isShipped: Bool, profile: FrameworkProfile? = nil,
    find: (_ path: String, _ from: String) -> GrammarText?
  ) {
    var next: (text: GrammarText, isShipped: Bool)? = (text, isShipped)
    while let current = next {
      next = nil
      guard let base = read(current.text, isShipped: current.isShipped) else { break }
      guard let found = self.find(base, find), let word = (base["GRAMMAR"] + base["PATH"]).first
      else { break }
      if texts.contains(where: { $0.name == found.text.name }) {
        report(.extendsCycle, "'\(found.text.name)' extends itself", at: word.range)
      } else if texts.count == Self.limit {
        report(
          .limitExceeded, "\(Self.limit) texts may extend each other; this is one more",
          at: word.range)
      } else {
        next = found
      }
    }
    if let profile {
      _ = read(profile.source, isShipped: true)
      added = trees.removeLast()
    }
  }

  /// All declarations as one tree: those of the widest text first, under the header of the first.
  var tree: GrammarTree {
    var tree = trees[trees.count - 1]
    for next in trees.dropLast().reversed() { tree.extend(with: next) }
    if var added {
      (added.header, added.hasHeader, added.end) = (tree.header, tree.hasHeader, tree.end)
      tree.extend(with: added)
    }
    return tree
  }

  /// Reads one text, and returns which grammar it extends, if any.
  private mutating func read(_ text: GrammarText, isShipped: Bool) -> Match? {
    let number = texts.count
    texts.append(text)
    self.isShipped.append(isShipped)
    guard text.bytes.count <= GrammarLimits.textBytes else {
      report(
        .textTooLong,
        "a grammar may have \(GrammarLimits.textBytes) bytes; this text has \(text.bytes.count)",
        at: TextNumber.mark(SourceRange(.start, .start), number))
      trees.append(GrammarTree())
      return nil
    }
    var parser = Parser(Lexer(text.bytes, number: number))
    guard parser.mayBeGrammar else {
      // A grammar or a configuration from a stranger can name any file. Nothing of it is shown.
      texts[number].bytes = []
      report(
        .notAGrammar, "this is no grammar: it does not begin with 'grammar NAME \"VERSION\" { … }'",
        at: TextNumber.mark(SourceRange(.start, .start), number))
      trees.append(GrammarTree())
      return nil
    }
    let tree = parser.parseText()
    diagnostics += parser.lexer.diagnostics + parser.diagnostics
    trees.append(tree)
    return tree.header?.head
  }

  /// The text that another extends; nil for one that is not known, which is reported.
  private mutating func find(
    _ head: Match, _ find: (_ path: String, _ from: String) -> GrammarText?
  ) -> (text: GrammarText, isShipped: Bool)? {
    if let word = head["GRAMMAR"].first {
      if let shipped = ShippedGrammar.named(word.text) { return (shipped.source, true) }
      let near = nearestName(to: word.text, among: ShippedGrammar.all.map(\.name))
      report(
        .unknownGrammar, "no built-in grammar is named '\(word.text)'", at: word.range,
        suggestion: near, notes: [.init("write the path of a file in quotes")])
    }
    if let word = head["PATH"].first {
      if let text = find(word.text, texts[texts.count - 1].name) { return (text, false) }
      report(.unknownGrammar, "the grammar '\(word.text)' cannot be read", at: word.range)
    }
    return nil
  }

  /// The findings, each with its text.
  func parts(_ diagnostics: [Diagnostic]) -> [GrammarReading.Part] {
    texts.enumerated().map { number, text in
      let own = diagnostics.filter { TextNumber.of($0.range) == number }.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.range = TextNumber.unmark(diagnostic.range)
        diagnostic.notes = diagnostic.notes.map { self.note($0, in: number) }
        return diagnostic
      }
      return GrammarReading.Part(text: text, diagnostics: own.sortedByPosition())
    }
  }

  /// A note in the form for a text: a note about another text says where to look.
  private func note(_ note: Diagnostic.Note, in text: Int) -> Diagnostic.Note {
    guard let range = note.range else { return note }
    let number = TextNumber.of(range)
    if number == text { return .init(note.message, at: TextNumber.unmark(range)) }
    return .init("\(note.message): \(texts[number].name), line \(range.start.line)")
  }
}

extension GrammarTree {
  /// Adds the declarations of a text that extends this one; the header is the text's own.
  fileprivate mutating func extend(with text: GrammarTree) {
    // Whoever makes the calls of the first text still makes them.
    let callers = header?.clauses.filter { $0.keyword.text == "called" } ?? []
    header = text.header
    header?.clauses.insert(contentsOf: callers, at: 0)
    hasHeader = text.hasHeader
    blocks += text.blocks
    damagedNames.formUnion(text.damagedNames)
    end = text.end
  }
}

extension [Diagnostic] {
  /// Sorted by start; findings with the same start keep their order.
  fileprivate func sortedByPosition() -> [Diagnostic] {
    enumerated().sorted {
      ($0.element.range.start.offset, $0.offset) < ($1.element.range.start.offset, $1.offset)
    }.map(\.element)
  }
}
