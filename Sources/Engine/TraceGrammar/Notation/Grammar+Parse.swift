public import TraceModel

extension Grammar {
  /// Reads a grammar from its text, whatever the bytes are.
  ///
  /// All findings of one run are reported together: a mistake does not hide those after it. A text may extend a
  /// shipped grammar; for one that extends a file use `read(_:find:)`.
  /// - Parameter text: the text in the notation of lifecycle grammars, in UTF-8.
  /// - Returns: the grammar, nil when any finding is an error; and the findings, sorted by position.
  /// - Complexity: O(bytes) for the text, plus what the checks of the meaning need: for each lifecycle, the
  ///   sets of states that its start reaches.
  public static func parse(_ text: [UInt8]) -> (grammar: Grammar?, diagnostics: [Diagnostic]) {
    let reading = read(GrammarText(name: "", bytes: text)) { _, _ in nil }
    return (reading.grammar, reading.parts[0].diagnostics)
  }

  /// Reads a grammar from its text and from those that it extends.
  /// - Parameters:
  ///   - text: the text in the notation of lifecycle grammars.
  ///   - find: reads the file with a path, as written in the text whose name is the second argument; nil where there
  ///     is none. The name of what it finds tells texts apart.
  /// - Complexity: that of `parse(_:)`.
  public static func read(
    _ text: GrammarText, find: (_ path: String, _ from: String) -> GrammarText?
  ) -> GrammarReading {
    read(text, isShipped: false, find: find)
  }

  /// Reads a grammar; the meaning of shipped texts is not checked again.
  /// - Parameter profile: a framework's profile to add to the grammar, which has to extend UIKit's; nil for none.
  package static func read(
    _ text: GrammarText, isShipped: Bool, profile: FrameworkProfile? = nil,
    find: (_ path: String, _ from: String) -> GrammarText?
  ) -> GrammarReading {
    let reader = GrammarReader(text, isShipped: isShipped, profile: profile, find: find)
    var diagnostics = reader.diagnostics
    var resolved: ResolvedGrammar?
    // Names that are missing because a text could not be found are no mistake of the other texts.
    if !diagnostics.contains(where: \.isAboutTexts) {
      var resolver = Resolver(reader.tree)
      resolved = resolver.resolve()
      // The text of a string without an end is no link, and that is already reported.
      let reported = Set(reader.diagnostics.map(\.range.start.offset))
      diagnostics += resolver.diagnostics.filter { diagnostic in
        diagnostic.code != GrammarDiagnosticCode.unsafeLink.rawValue
          || !reported.contains(diagnostic.range.start.offset)
      }
    }
    if let known = resolved, !diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics += GrammarChecks.findings(in: known) {
        !reader.isShipped[TextNumber.of($0)]
      }
    }
    if diagnostics.contains(where: { $0.severity == .error }) { resolved = nil }
    // The positions in the first text have no mark.
    let grammar = reader.texts.count == 1 ? resolved?.grammar : resolved?.grammar.unmarked()
    return GrammarReading(grammar: grammar, parts: reader.parts(diagnostics))
  }
}

extension Diagnostic {
  /// Whether it is about the texts that make a grammar, so that the others cannot be judged.
  fileprivate var isAboutTexts: Bool {
    let codes: [GrammarDiagnosticCode] = [
      .textTooLong, .notAGrammar, .unknownGrammar, .extendsCycle,
    ]
    return codes.contains { $0.rawValue == code }
  }
}

extension Grammar {
  /// The same grammar with each part's position in its own text.
  fileprivate func unmarked() -> Grammar {
    var grammar = self
    func unmark(_ range: inout SourceRange) { range = TextNumber.unmark(range) }
    for index in callbacks.indices { unmark(&grammar.callbacks[index].range) }
    for index in rules.indices { unmark(&grammar.rules[index].range) }
    for index in quirks.indices { unmark(&grammar.quirks[index].range) }
    for index in lifecycles.indices {
      unmark(&grammar.lifecycles[index].range)
      for state in lifecycles[index].states.indices {
        unmark(&grammar.lifecycles[index].states[state].range)
      }
    }
    return grammar
  }
}
