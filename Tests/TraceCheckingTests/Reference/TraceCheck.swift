import TraceChecking
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

/// Checks traces given as text, and keeps the automata between them.
struct TraceCheck {
  let compiled: CompiledGrammar
  let tables: CheckingTables
  let options: CheckOptions

  /// The built-in grammar, prepared once.
  static let uiScene = CompiledGrammar(.uiScene())

  /// A check of generated lives, in which a configured session need not connect, and a process may show no scene, which is
  /// legal but noted.
  static var ofMadeUpLives: TraceCheck {
    var options = CheckOptions()
    options.severities["configured-without-connection"] = .some(nil)
    options.severities["scenes-not-adopted"] = .some(nil)
    return TraceCheck(uiScene, options: options)
  }

  init(_ grammar: Grammar, demandsCompleteLives: Bool = false) {
    self.init(CompiledGrammar(grammar), demandsCompleteLives: demandsCompleteLives)
  }

  init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool = false) {
    var options = CheckOptions()
    options.demandsCompleteLives = demandsCompleteLives
    self.init(compiled, options: options)
  }

  init(_ compiled: CompiledGrammar, options: CheckOptions) {
    self.compiled = compiled
    self.options = options
    tables = CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
  }

  /// The report of a trace in any of the shapes, which is read in small batches that keep their names.
  func report(of text: String) throws(TraceError) -> TraceReport {
    var reader = TraceReader(
      MemorySource(Array(text.utf8)), members: compiled.identityMembers, batchSize: 1 << 10)
    var batch = EventBatch(byteCapacity: 1 << 10)
    var checker = Checker(compiled, tables: tables, options: options)
    while try reader.next(into: &batch) { checker.check(batch) }
    var report = TraceReport(path: "trace", format: reader.header.format)
    checker.finish(&report)
    return report
  }

  /// The report of a generated trace.
  func report(of trace: [ReferenceEvent]) throws(TraceError) -> TraceReport {
    if trace.isEmpty { return try report(of: "[]") }
    return try report(of: trace.map { "\($0)\n" }.joined())
  }
}
