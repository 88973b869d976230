internal import TraceDiagnostics

/// What can be wrong with a grammar whose names are all known.
enum GrammarChecks {
  /// The findings, in no particular order.
  static func findings(in resolved: ResolvedGrammar) -> [Diagnostic] {
    []
  }
}
