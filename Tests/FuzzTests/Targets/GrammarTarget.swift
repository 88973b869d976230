import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

extension FuzzTarget {
  /// The notation of grammars: diagnostics have valid positions, and a grammar can be used for checking.
  static let grammar = FuzzTarget(name: "grammar", mutation: .text, isStrict: true) { bytes in
    let (grammar, diagnostics) = Grammar.parse(bytes)
    if (grammar == nil) != diagnostics.contains(where: { $0.severity == .error }) {
      return .complaint("a grammar despite errors, or none without errors")
    }
    var last = 0
    for diagnostic in diagnostics {
      let ranges = [diagnostic.range] + diagnostic.notes.compactMap(\.range)
      guard diagnostic.range.start.offset >= last,
        ranges.allSatisfy({
          0 <= $0.start.offset && $0.start.offset <= $0.end.offset && $0.end.offset <= bytes.count
            && $0.start.line >= 1 && $0.start.column >= 1
        })
      else { return .complaint("a diagnostic out of place: \(diagnostic)") }
      last = diagnostic.range.start.offset
    }
    let shown = DiagnosticRenderer(path: "x", text: bytes).render(diagnostics)
    guard shown.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }) else {
      return .complaint("a control character in a diagnostic")
    }
    guard let grammar else { return .rejected }
    let check = TraceCheck(grammar)
    let names = grammar.callbacks.prefix(8).map { "{\"callback\":\"\($0.name)\",\"time\":1}\n" }
      .joined()
    guard let report = try? check.report(of: names + names) else {
      return .complaint("a trace of the grammar's own callbacks is rejected")
    }
    return report.events == min(8, grammar.callbacks.count) * 2
      ? .accepted : .complaint("\(report.events) events were checked")
  }
}
