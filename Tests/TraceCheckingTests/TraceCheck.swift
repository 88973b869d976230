import TraceChecking
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

/// Checks traces given as text, with automata that are kept from one to the next.
struct TraceCheck {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private let options: CheckingOptions

  init(_ grammar: Grammar, demandsCompleteLives: Bool = false) {
    compiled = CompiledGrammar(grammar)
    tables = CheckingTables(compiled, demandsCompleteLives: demandsCompleteLives)
    var options = CheckingOptions()
    options.demandsCompleteLives = demandsCompleteLives
    self.options = options
  }

  /// The report of a trace in any of the shapes.
  func report(of text: String) throws(TraceError) -> TraceReport {
    var reader = TraceReader(MemorySource(Array(text.utf8)), members: compiled.identityMembers)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    var checker = Checker(compiled, tables: tables, options: options)
    while try reader.next(into: &batch) { checker.check(batch) }
    var report = TraceReport(path: "trace", format: reader.header.format)
    checker.finish(&report)
    return report
  }

  /// The report of a made-up trace.
  func report(of trace: [ReferenceEvent]) throws(TraceError) -> TraceReport {
    if trace.isEmpty { return try report(of: "[]") }
    return try report(of: trace.map { "\($0)\n" }.joined())
  }
}
