import TestSupport
import Testing
@testable import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("A quirk") struct QuirkMatcherTests {
  private func matches(
    _ change: (inout Quirk) -> Void = { _ in }, rule: RuleID = 0, callback: CallbackID = 1,
    states: [StateID] = [0, 1], role: String? = "main", caller: Int? = nil, conditions: [Int] = [],
    on numbers: [Int]? = nil
  ) -> Bool {
    var quirk = Quirk(id: "Q", rule: 0, text: "", source: "")
    change(&quirk)
    let roles = ["main", "other"]
    // A quirk of another rule that names both roles, so that they have indices.
    var other = Quirk(id: "R", rule: 7, text: "", source: "")
    other.roles = roles
    let grammar = Grammar(
      name: "G", version: "1", subjects: [SubjectKind(name: "s", member: "m")],
      callbacks: ["a", "b", "c"].map { Callback(name: $0, subject: 0) },
      lifecycles: [], rules: [], quirks: [other, quirk])
    let matcher = QuirkMatcher(
      CompiledGrammar(grammar),
      platform: numbers.map { PlatformVersion(platform: "iOS", numbers: $0) })
    var violation = Violation(
      rule: "r", severity: .error, cause: .extra, event: 1, line: 1, callback: "c", spelling: "c",
      lifecycle: "l", subject: "", message: "", fingerprint: "")
    matcher.apply(
      to: &violation, rule: rule, callback: callback, states: states,
      role: role.flatMap(roles.firstIndex), caller: caller, conditions: conditions)
    #expect((violation.quirk == "Q") == (violation.severity == .note))
    return violation.quirk == "Q"
  }

  @Test("excuses only violations of its rule")
  func rule() {
    #expect(matches())
    #expect(!matches(rule: 1))
  }

  @Test("matches if all of its conditions do")
  func limits() {
    #expect(matches({ $0.callbacks = [1, 2] }))
    #expect(!matches({ $0.callbacks = [2] }))
    #expect(matches({ $0.states = [0, 1, 2] }))
    #expect(!matches({ $0.states = [0] }))
    #expect(matches({ $0.roles = ["main"] }))
    #expect(!matches({ $0.roles = ["other"] }))
    #expect(!matches({ $0.roles = ["main"] }, role: nil))
    #expect(!matches({ ($0.callbacks, $0.roles) = ([1], ["other"]) }))
  }

  @Test("may depend on the caller, and accepts an unknown caller only if it says so")
  func callers() {
    #expect(matches({ $0.callers = ["A", "B"] }, caller: 1))
    #expect(!matches({ $0.callers = ["A", "B"] }, caller: 2))
    #expect(!matches({ $0.callers = ["A"] }))
    #expect(matches({ ($0.callers, $0.allowsUnknownCaller) = (["A"], true) }))
    #expect(!matches({ ($0.callers, $0.allowsUnknownCaller) = (["A"], true) }, caller: 1))
  }

  @Test("may depend on another lifecycle")
  func conditions() {
    let condition = Quirk.Condition(lifecycle: 3, states: [1])
    #expect(matches({ $0.condition = condition }, conditions: [0]))
    #expect(!matches({ $0.condition = condition }))
    #expect(matches(conditions: [0]))
  }

  @Test(
    "accepts a possible state of the other lifecycle if not everything is recorded")
  func possibleConditions() throws {
    let compiled = TraceCheck.uiScene
    let tables = CheckingTables(compiled, demandsCompleteLives: false)
    // No call is recorded, so a subject may be in any state that follows.
    let unrecorded = CheckingTables(
      compiled.observing(RecordedCallbacks()), demandsCompleteLives: false)
    let condition = try #require(compiled.quirks.conditions.first)
    let kind = try #require(
      compiled.kinds.firstIndex { $0.lifecycles.contains(condition.lifecycle) })
    let run = try #require(compiled.kinds[kind].lifecycles.firstIndex(of: condition.lifecycle))
    func isHolding(
      in states: [StateID], inPart: Bool, of asked: SubjectKindID, by tables: CheckingTables
    ) -> Bool {
      var runs = [Run](repeating: Run(vector: 0), count: tables.kinds[asked].runCount)
      if asked == kind {
        runs[run].vector = tables.automata[condition.lifecycle].vector(ofStates: states)
      }
      return tables.plans.conditions.holding(
        for: asked, runs[...], tables, isObservedInPart: inPart
      ).contains(0)
    }
    let holding = condition.states
    let other = try #require(
      compiled.lifecycles[condition.lifecycle].declaration.states.indices
        .first { !holding.contains($0) })
    for inPart in [false, true] {
      #expect(holding.allSatisfy { isHolding(in: [$0], inPart: inPart, of: kind, by: tables) })
      #expect(isHolding(in: holding, inPart: inPart, of: kind, by: tables))
      #expect(!isHolding(in: [other], inPart: inPart, of: kind, by: tables))
      #expect(isHolding(in: holding + [other], inPart: inPart, of: kind, by: tables) == inPart)
      #expect(isHolding(in: [other], inPart: inPart, of: kind, by: unrecorded) == inPart)
      for asked in compiled.kinds.indices where asked != kind {
        #expect(!isHolding(in: [], inPart: inPart, of: asked, by: tables))
      }
    }
  }

  @Test("may be limited to versions")
  func versions() {
    let version = [PlatformVersion(platform: "iOS", numbers: [17, 2])]
    #expect(matches({ $0.since = version }, on: [17, 2]))
    #expect(matches({ $0.since = version }, on: [17, 10]))
    #expect(!matches({ $0.since = version }, on: [17]))
    #expect(matches({ $0.since = version }))
    #expect(matches({ $0.until = version }, on: [17, 1, 9]))
    #expect(!matches({ $0.until = version }, on: [17, 2]))
    #expect(matches({ $0.until = version }))
    #expect(matches({ $0.since = [PlatformVersion(platform: "tvOS", numbers: [99])] }, on: [1]))
  }
}
