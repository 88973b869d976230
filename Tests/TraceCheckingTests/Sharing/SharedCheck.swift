import TraceChecking
import TraceFindings
import TraceModel
import TraceReading

extension TraceCheck {
  /// The report that several checkers make together, one after the other on one thread; nil if they cannot.
  func report(of text: String, sharedBy count: Int) throws -> TraceReport? {
    guard compiled.canBeShared else { return nil }
    var parts = try (0..<count).map { try part($0, of: count, text) }
    let first = parts.removeFirst()
    if first.checker.cannotShare { return nil }
    for part in parts {
      if part.checker.cannotShare { return nil }
      first.checker.absorb(&part.checker)
    }
    if first.checker.cannotShare { return nil }
    var report = TraceReport(path: "trace", format: first.format)
    first.checker.finish(&report)
    return report
  }

  private final class Part {
    var checker: Checker
    var format: String
    let tables: CheckingTables

    init(_ checker: consuming Checker, _ tables: CheckingTables, format: String) {
      self.checker = checker
      self.tables = tables
      self.format = format
    }
  }

  private func part(_ index: Int, of count: Int, _ text: String) throws -> Part {
    let tables = CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
    var checker = Checker(compiled, tables: tables, options: options, share: (index, count))
    var reader = TraceReader(
      MemorySource(Array(text.utf8)), members: compiled.identityMembers, batchSize: 1 << 10)
    var batch = EventBatch(byteCapacity: 1 << 10)
    var sorter = EventSorter(compiled)
    var isSorted = false
    while try reader.next(into: &batch) {
      if isSorted { sorter.sort(&batch) }
      checker.check(batch, keepingNames: reader.keptNames)
      // A batch need not be sorted.
      isSorted.toggle()
    }
    checker.close()
    return Part(checker, tables, format: reader.header.format)
  }
}
