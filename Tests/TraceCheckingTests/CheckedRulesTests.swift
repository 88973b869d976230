import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@Suite("Rules that a trace cannot show to be broken") struct CheckedRulesTests {
  /// The rules that count as checked, where the recording shows what occurs.
  private func checked(
    _ callbacks: String..., adding members: String = "", off: [String] = [],
    records: Set<String> = []
  ) throws -> Set<String> {
    let text = callbacks.map { callback in
      #"{"callback": "\#(callback)", "process": 1, "session": "s", "scene": "c"\#(members)}"#
    }.joined(separator: "\n")
    let whole = TraceCheck.uiScene
    var alphabet = try TraceCheck(whole).occurred(in: text)
    for callback in whole.grammar.callbacks.indices
    where records.contains(whole.grammar.callbacks[callback].name) {
      alphabet.calls.insert(callback)
    }
    var options = CheckOptions()
    for rule in off { options.severities[rule] = .some(nil) }
    let report = try TraceCheck(whole, showing: alphabet, options: options).report(of: text)
    return Set(report.coverage.rules.filter { $0.exercised + $0.violated > 0 }.map(\.id))
  }

  @Test("are those that an unrecorded call may always have kept")
  func unrecorded() throws {
    let rule = "background-without-resign"
    #expect(
      try !checked("willConnect", "willEnterForeground", "didBecomeActive", "didEnterBackground")
        .contains(rule))
    #expect(
      try checked(
        "willConnect", "willEnterForeground", "didBecomeActive", "didEnterBackground",
        records: ["willResignActive"]
      ).contains(rule))
  }

  @Test("are those that are switched off")
  func off() throws {
    #expect(try checked("didBecomeActive", "willResignActive").contains("activate-while-active"))
    #expect(
      try !checked("didBecomeActive", "willResignActive", off: ["activate-while-active"])
        .contains("activate-while-active"))
  }

  @Test("are those about members that no event has")
  func members() throws {
    for (rule, members) in [
      ("state-contradicts-callback", #", "state": "active""#),
      ("callback-off-main", #", "thread": "main""#), ("slow-background", #", "duration": 0.1"#),
    ] {
      #expect(try !checked("didEnterBackground").contains(rule), "\(rule)")
      #expect(try checked("didEnterBackground", adding: members).contains(rule), "\(rule)")
    }
    // Nothing says which thread is the main one.
    #expect(
      try !checked("didEnterBackground", adding: #", "thread": "7""#).contains("callback-off-main"))
  }

  @Test("are never those that are broken, whatever the recording shows")
  func broken() throws {
    var count = 0
    for fault in InjectedFault.allCases {
      for seed: UInt64 in 0..<6 {
        var generator = LifeGenerator(seed: seed)
        let life = generator.life()
        var random = SeededGenerator(seed: seed &+ 7)
        guard let (trace, _) = fault.injected(into: life, in: life.indices, &random) else {
          continue
        }
        let left = Set(trace.map(\.callback)).sorted().randomElement(using: &random)
        for text in [trace.text, trace.filter { $0.callback != left }.text] {
          let alphabet = try TraceCheck(TraceCheck.uiScene).occurred(in: text)
          let report = try TraceCheck(TraceCheck.uiScene, showing: alphabet).report(of: text)
          let rules = try #require(report.coverageCounts?.coverage.rules)
          for rule in rules where rule.violated > 0 {
            count += 1
            #expect(rule.exercised > 0, "\(rule.id), \(fault), seed \(seed)")
          }
        }
      }
    }
    #expect(count > 50)
  }
}
