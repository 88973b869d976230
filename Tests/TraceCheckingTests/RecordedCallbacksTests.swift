import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar
import TraceReading

@Suite("Callbacks that a recording does not show")
struct RecordedCallbacksTests {
  private static let uiScene = TraceCheck.uiScene
  private let strict = TraceCheck(TraceCheck.uiScene)

  /// The report by what the trace itself shows.
  private func observed(_ life: [LifeEvent]) throws -> TraceReport {
    var alphabet = try strict.occurred(in: life.text)
    alphabet.isInferred = true
    return try TraceCheck(Self.uiScene, showing: alphabet).report(of: life.text)
  }

  @Test("are named in a note, and only those that would have been required")
  func namesWhatIsMissing() throws {
    let left = [
      "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
      "didEnterBackground", "didDisconnect",
    ]
    var notes = 0
    let grammar = Self.uiScene.grammar
    for seed: UInt64 in 0..<40 {
      var generator = LifeGenerator(seed: seed)
      let life = generator.life()
      for callback in left {
        let recorded = life.filter { $0.callback != callback }
        if recorded.isEmpty || recorded.count == life.count { continue }
        let report = try observed(recorded)
        let missing = report.notes.filter { $0.id == "depends-on-recording" }
        notes += missing.count
        #expect(report.counts.errors + report.counts.warnings == 0, "\(callback), seed \(seed)")
        #expect(missing.count <= 1, "\(callback), seed \(seed): \(missing.map(\.message))")
        for note in missing {
          let name = grammar.writtenName(callback)
          let text = "This recording never has \(name)"
          #expect(note.message.contains(text), "\(note.message)")
        }
      }
    }
    #expect(notes > 50)
  }

  @Test("leave nine of ten single faults in complete lives errors or warnings")
  func stillFindsFaults() throws {
    var (strictly, found, total) = (0, 0, 0)
    for fault in InjectedFault.allCases {
      for seed: UInt64 in 0..<40 {
        var style = LifeGenerator.Style()
        style.processes = 3...4
        style.steps = 30...60
        var generator = LifeGenerator(seed: seed, style: style)
        let life = generator.life()
        var random = SeededGenerator(seed: seed &+ 7)
        guard let (trace, _) = fault.injected(into: life, in: life.indices, &random) else {
          continue
        }
        let all = try strict.report(of: trace.text)
        if all.counts.errors + all.counts.warnings == 0 { continue }
        strictly += 1
        let some = try observed(trace)
        if some.counts.errors + some.counts.warnings > 0 { found += 1 }
        total += 1
        #expect(some.repairCost <= all.repairCost, "\(fault), seed \(seed)")
      }
    }
    print("single faults: \(found) of \(strictly) are found by what occurs")
    #expect(total > 200)
    #expect(found * 10 >= strictly * 9)
  }

  @Test("never make a conforming trace anything else", arguments: 0..<4 as Range<UInt64>)
  func conformsUnderEveryAlphabet(part: UInt64) throws {
    for seed in (part * 10)..<((part + 1) * 10) {
      var drawn = RandomGrammar(seed: seed)
      let plan = Plan(drawn.grammar)
      let strict = TraceCheck(plan)
      for _ in 0..<6 {
        let trace = drawn.trace()
        let text = trace.map { "\($0)\n" }.joined()
        if text.isEmpty { continue }
        var random = SeededGenerator(seed: seed)
        let all = try strict.report(of: text)
        var alphabet = try strict.occurred(in: text)
        for callback in drawn.grammar.callbacks.indices where Bool.random(using: &random) {
          alphabet.calls.insert(callback)
        }
        let some = try TraceCheck(plan, showing: alphabet).report(of: text)
        // The costs of each lifecycle never grow (`SilentCallTests.monotone`); their sum may. An event that breaks
        // two lifecycles is one edit, and with fewer callbacks shown one of the two may be broken by a later event.
        if all.counts.total == 0 { #expect(some.counts.total == 0, "seed \(seed)\n\(text)") }
      }
    }
  }
}
