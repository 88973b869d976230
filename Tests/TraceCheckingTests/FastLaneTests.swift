import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("The fast lane for ordinary calls")
struct FastLaneTests {
  @Test("changes no report", arguments: 0..<8 as Range<UInt64>)
  func sameReport(part: UInt64) throws {
    let short = TraceCheck(TraceCheck.uiScene)
    var options = CheckOptions()
    options.usesFastLane = false
    let long = TraceCheck(TraceCheck.uiScene, options: options)
    for seed in (part * 30)..<((part + 1) * 30) {
      var random = SeededGenerator(seed: seed)
      let styles = LegalLifeTests.styles
      var generator = LifeGenerator(
        seed: seed, style: styles[Int.random(in: 0..<styles.count, using: &random)])
      var life = generator.life()
      life.addMistakes(0...5, using: &random)
      #expect(
        try short.report(of: life.text) == long.report(of: life.text), "seed \(seed)\n\(life.text)")
    }
  }

  @Test("changes no report by any grammar", arguments: 0..<8 as Range<UInt64>)
  func sameReportByRandomGrammars(part: UInt64) throws {
    for seed in (part * 40)..<((part + 1) * 40) {
      var drawn = RandomGrammar(seed: seed, features: .all)
      let compiled = CompiledGrammar(drawn.grammar)
      var options = CheckOptions()
      options.coverage = true
      let short = TraceCheck(compiled, options: options)
      options.usesFastLane = false
      let long = TraceCheck(compiled, options: options)
      for _ in 0..<4 {
        let trace = drawn.trace().map { "\($0)\n" }.joined()
        if trace.isEmpty { continue }
        #expect(try short.report(of: trace) == long.report(of: trace), "seed \(seed)\n\(trace)")
      }
    }
  }

  @Test("is not used if lifecycles have too many combined states")
  func manyStates() throws {
    // Each lifecycle toggles with its own call, so there are 4,096 combined states.
    let count = 12
    var text = "grammar Switches \"1.0\" {}\n"
    text += "subject house {\n  member \"house\"\n  begins with move\n}\n"
    text += "subject panel within house { member \"panel\" }\n"
    text += "callback move about house { text \"t\" }\n"
    for number in 0..<count {
      text += "callback turn\(number) about panel { text \"t\" }\n"
      text += "callback stop\(number) about panel { text \"t\" }\n"
      text += "lifecycle light\(number) about panel {\n  start off\n"
      text += "  off -> turn\(number) on | stop\(number) stopped\n"
      text += "  on -> turn\(number) off\n  stopped -> .\n}\n"
    }
    text += "rule unexpected-callback error { anything else title \"t\" message \"m\" }\n"
    let (parsed, diagnostics) = Grammar.parse(Array(text.utf8))
    let compiled = CompiledGrammar(try #require(parsed, "\(diagnostics.map(\.message))"))
    var options = CheckOptions()
    options.coverage = true
    let short = TraceCheck(compiled, options: options)
    options.usesFastLane = false
    let long = TraceCheck(compiled, options: options)
    var random = SeededGenerator(seed: 1)
    var trace = #"{"callback": "move", "house": 1}"# + "\n"
    for event in 0..<6_000 {
      let verb = event > 5_900 && Bool.random(using: &random) ? "stop" : "turn"
      let call = "\(verb)\(Int.random(in: 0..<count, using: &random))"
      trace += #"{"callback": "\#(call)", "house": 1, "panel": 1}"# + "\n"
    }
    let report = try short.report(of: trace)
    #expect(report.counts.total > 0)
    #expect(try report == long.report(of: trace))
  }
}
