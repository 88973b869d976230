import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@testable import TraceChecking

@Suite("While a trace is checked") struct CheckedTraceTests {
  @Test("all tables of subjects are consistent after each event", arguments: 0..<8 as Range<UInt64>)
  func invariants(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    for seed in (part * 15)..<((part + 1) * 15) {
      var drawn = RandomGrammar(seed: seed, features: .all)
      let compiled = CompiledGrammar(drawn.grammar)
      for isComplete in [false, true] {
        let tables = CheckingTables(compiled, demandsCompleteLives: isComplete)
        var options = CheckOptions()
        options.demandsCompleteLives = isComplete
        if Bool.random(using: &random) {
          (options.limits.waitingSubjects, options.limits.endedSubjects) = (1, 1)
          options.limits.tombstones = 2
        }
        var checker = Checker(compiled, tables: tables, options: options)
        var events = 0
        for event in drawn.trace() {
          // One batch per event, so that no name can be recognized by its number.
          var reader = TraceReader(
            MemorySource(Array("\(event)\n".utf8)), members: compiled.identityMembers)
          var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
          while try reader.next(into: &batch) {
            checker.check(batch)
            events += batch.events.count
            checker.subjects.directory.checkInvariants()
            for kind in tables.kindIDs {
              for subject in checker.subjects.directory.subjects(kind) {
                checker.subjects.stepper.stores[kind].checkInvariants(subject.slot)
              }
            }
          }
        }
        tables.checkInvariants()
        var report = TraceReport(path: "trace", format: "json-lines")
        checker.finish(&report)
        #expect(report.events == events)
      }
    }
  }
}
