import Testing
import TraceChecking
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@Suite("Rules on the values of members") struct ValueRuleTests {
  private static let grammar = """
    grammar Values "1.0" {}
    subject app { member "app" begins with launch }
    subject window within app { member "window" members "windows" }
    callback launch about app { has mood "calm" }
    callback show about window { notification "Shown" has mood "bright", "calm" }
    callback hide about window { has mood "dark" }
    callback ask about window {}
    lifecycle window about window { hidden -> show shown  shown -> hide hidden  stay in shown, hidden on ask }
    rule moody warning { mood contradicts its callback title "t" message "{callback} in another mood" }
    rule elsewhere error { launch, show, ask have thread "main", "1" title "t" message "{callback} elsewhere" }
    rule other error { anything else title "t" message "m" }
    """

  private let plan: Plan

  init() throws {
    let parsed = Grammar.parse(Array(Self.grammar.utf8))
    plan = Plan(try #require(parsed.grammar, "\(parsed.diagnostics)"))
  }

  /// The findings as rule and event.
  private func found(_ events: String...) throws -> [String] {
    let report = try TraceCheck(plan).report(of: events.map { "{\($0)}\n" }.joined())
    return report.violations.map { "\($0.rule) \($0.event)" }
  }

  private func event(_ callback: String, _ more: String = "", window: String = "w") -> String {
    #""callback": "\#(callback)", "app": "1", "window": "\#(window)"\#(more)"#
  }

  @Test("a value that belongs to another callback contradicts the call")
  func contradicts() throws {
    #expect(try found(event("show", #", "mood": "dark""#)) == ["moody 1"])
    #expect(try found(event("show", #", "mood": "calm""#)) == [])
    #expect(try found(#""callback": "launch", "app": "1", "mood": "bright""#) == ["moody 1"])
    #expect(
      try found(event("show"), event("hide", #", "mood": "calm""#), event("show"))
        == ["moody 2"])
  }

  @Test("what one call contradicts is not held against a later call with values seen before")
  func isForgotten() throws {
    let calm = #", "mood": "calm""#
    #expect(
      try found(event("show", calm), event("hide", calm), event("show", calm), event("show", calm))
        == ["moody 2", "other 4"])
  }

  @Test("a value that no callback lists proves nothing, nor does one for a callback without values")
  func unknownValue() throws {
    for value in [#""odd""#, "3", "null", #""Dark""#] {
      #expect(try found(event("show", #", "mood": \#(value)"#)) == [])
    }
    #expect(try found(event("ask", #", "mood": "dark""#)) == [])
    #expect(
      try found(#""callback": "Shown", "kind": "notification", "window": "w", "mood": "dark""#)
        == [])
  }

  @Test("a value that differs from the one in the recording is reported, wherever it is named")
  func differs() throws {
    let (main, other) = (#", "thread": "main""#, #", "thread": "x""#)
    #expect(try found(event("show", main), event("ask", other)) == ["elsewhere 2"])
    #expect(try found(event("ask", other), event("show", main)) == ["elsewhere 1"])
    #expect(
      try found(event("ask", other), #""callback": "nobodyKnows", "thread": "main""#)
        == ["elsewhere 1"])
    #expect(try found(event("show", main), event("hide", other)) == [])
    #expect(try found(event("ask"), event("ask", main), event("ask", #", "thread": 1"#)) == [])
  }

  @Test("without a named value nothing differs")
  func namesNothing() throws {
    #expect(
      try found(event("ask", #", "thread": "x""#), event("ask", #", "thread": "y""#)) == [])
    #expect(try found(event("ask", #", "thread": 7"#), event("ask", #", "thread": 8"#)) == [])
  }

  @Test("one call about several subjects is reported once, and long text is cut")
  func once() throws {
    let long = String(repeating: "é", count: 500)
    let report = try TraceCheck(plan).report(
      of: """
        {"callback": "ask", "windows": ["a", "b", "c"], "thread": "\(long)"}
        {"callback": "ask", "window": "a", "thread": "main"}
        """)
    #expect(report.violations.count == 1)
    #expect((report.violations.first?.message.count ?? 0) < 100)
  }
}
