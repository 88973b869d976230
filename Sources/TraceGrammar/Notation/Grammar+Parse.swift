public import TraceDiagnostics
internal import TraceModel

extension Grammar {
  /// Reads a grammar from its text, whatever the bytes are.
  ///
  /// All findings of one run are reported together: a mistake does not hide those after it.
  /// - Parameter text: the text in the notation of lifecycle grammars, in UTF-8.
  /// - Returns: the grammar, nil when any finding is an error; and the findings, sorted by position.
  /// - Complexity: O(bytes) for the text, plus what the checks of the meaning need: for each lifecycle, the
  ///   sets of states that its start reaches.
  public static func parse(_ text: [UInt8]) -> (grammar: Grammar?, diagnostics: [Diagnostic]) {
    parse(text, isKnownToBeSound: false)
  }

  /// Reads a grammar from its text.
  /// - Parameter isKnownToBeSound: whether the checks of its meaning were made before and are left out.
  package static func parse(
    _ text: [UInt8], isKnownToBeSound: Bool
  ) -> (grammar: Grammar?, diagnostics: [Diagnostic]) {
    guard text.count <= GrammarLimits.textBytes else {
      let message =
        "a grammar may have \(GrammarLimits.textBytes) bytes; this text has \(text.count)"
      let place = SourceRange(.start, .start)
      return (nil, [Diagnostic(.textTooLong, message, at: place)])
    }
    let lexer = Lexer(text)
    var parser = Parser(lexer.tokens, isCutOff: lexer.isCutOff)
    let syntax = parser.parseGrammar()
    var resolver = Resolver(syntax)
    let resolved = resolver.resolve()
    var diagnostics = lexer.diagnostics + parser.diagnostics + resolver.diagnostics
    if let resolved, !isKnownToBeSound, !diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics += GrammarChecks.findings(in: resolved)
    }
    let isUsable = !diagnostics.contains { $0.severity == .error }
    return (isUsable ? resolved?.grammar : nil, diagnostics.sortedByPosition())
  }
}

extension [Diagnostic] {
  /// By where they begin; what begins at one place stays in its order.
  fileprivate func sortedByPosition() -> [Diagnostic] {
    enumerated().sorted {
      ($0.element.range.start.offset, $0.offset) < ($1.element.range.start.offset, $1.offset)
    }.map(\.element)
  }
}
