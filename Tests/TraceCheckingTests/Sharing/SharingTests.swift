import Foundation
import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("Several checkers of one trace")
struct SharingTests {
  /// How many times as many traces are generated, by the environment.
  private static let factor =
    ProcessInfo.processInfo.environment["CALLORDER_FUZZ"].flatMap { Int($0) } ?? 1
  /// Checkers can only share traces whose events name their sessions.
  private static let styles = LegalLifeTests.styles.filter { $0.naming == .bySession }

  /// Lives of many sessions, with and without faults.
  private func life(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var style = Self.styles[Int.random(in: 0..<Self.styles.count, using: &random)]
    style.sessions = 1...30
    style.steps = 0...300
    var generator = LifeGenerator(seed: seed, style: style)
    var life = generator.life()
    life.addMistakes(0...12, using: &random)
    return life.text
  }

  @Test("need a grammar in which subjects and spellings depend on nothing else")
  func sharedGrammars() throws {
    #expect(TraceCheck.uiScene.canBeShared)
    func canBeShared(_ lines: String) throws -> Bool {
      let text = """
        grammar Doors "1.0" {}
        subject house { member "house" begins with build }
        subject door within house { member "door" }
        callback build about house { text "t" }
        callback open about door { text "t" }
        lifecycle use about door { start shut  shut -> open shut }
        \(lines)
        """
      let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
      let parsed = try #require(grammar, "\(diagnostics.map(\.message))")
      return CompiledGrammar(parsed).canBeShared
    }
    #expect(try canBeShared(""))
    #expect(try !canBeShared("subject key within door { member \"key\" }"))
    #expect(
      try !canBeShared(
        "callback move about door { spelling \"use\" where how = \"push\" text \"t\" }"))
  }

  @Test("make the report of a single one", arguments: 0..<6 as Range<UInt64>)
  func sameReport(part: UInt64) throws {
    let count = 40 * Self.factor
    var shared = 0
    let limited: CheckingOptions = {
      var options = CheckingOptions()
      options.violationLimit = 3
      options.demandsCompleteLives = true
      return options
    }()
    let checks = [
      TraceCheck(TraceCheck.uiScene), TraceCheck(TraceCheck.uiScene, options: limited),
    ]
    for seed in (part * UInt64(count))..<((part + 1) * UInt64(count)) {
      let text = life(seed: seed)
      let check = checks[Int(seed % 2)]
      guard let report = try check.report(of: text, sharedBy: 2 + Int(seed % 4)) else { continue }
      shared += 1
      #expect(try report == check.report(of: text), "seed \(seed)")
    }
    #expect(shared > count / 5, "hardly any trace could be shared")
  }

  @Test(
    "make the report of a single one where calls may be unrecorded",
    arguments: 0..<4 as Range<UInt64>)
  func sameReportInPart(part: UInt64) throws {
    let count = 25 * Self.factor
    var shared = 0
    for seed in (part * UInt64(count))..<((part + 1) * UInt64(count)) {
      let text = life(seed: 1_000_000 + seed)
      var random = SeededGenerator(seed: seed)
      var alphabet = ObservedAlphabet()
      for callback in TraceCheck.uiScene.grammar.callbacks.indices
      where Int.random(in: 0..<4, using: &random) > 0 {
        alphabet.calls.insert(callback)
        alphabet.notifications.insert(callback)
      }
      alphabet.isInferred = true
      let check = TraceCheck(TraceCheck.uiScene.observing(alphabet))
      guard let report = try check.report(of: text, sharedBy: 2 + Int(seed % 4)) else { continue }
      shared += 1
      #expect(try report == check.report(of: text), "seed \(seed)")
    }
    #expect(shared > count / 5, "hardly any trace could be shared")
  }

  @Test("make the report of a single one by any grammar", arguments: 0..<8 as Range<UInt64>)
  func sameReportByRandomGrammars(part: UInt64) throws {
    let count = 60 * Self.factor
    var shared = 0
    for seed in (part * UInt64(count))..<((part + 1) * UInt64(count)) {
      var drawn = RandomGrammar(
        seed: seed, features: seed % 3 == 0 ? .all : [.times, .ends, .quirks, .required, .adrift])
      let compiled = CompiledGrammar(drawn.grammar)
      if !compiled.canBeShared { continue }
      let check = TraceCheck(compiled)
      for _ in 0..<4 {
        let trace = drawn.trace().map { "\($0)\n" }.joined()
        if trace.isEmpty { continue }
        guard let report = try check.report(of: trace, sharedBy: 3) else { continue }
        shared += 1
        #expect(try report == check.report(of: trace), "seed \(seed)\n\(trace)")
      }
    }
    #expect(shared > 0, "no trace could be shared")
  }
}
