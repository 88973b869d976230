import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("Rules that wait") struct SingleEventsTests {
  private static let text = """
    grammar G "1" {}
    subject s { member "m" }
    callback a about s { notification "ANotification" }
    callback b about s {}
    lifecycle l about s {
      x -> a y
      y -> a y | b x
    }
    rule again note in l { on a in y title "t" message "{callback} came in {states}" }
    rule slow error { a takes at most 1 s title "t" message "slow {callback}" }
    rule slower error { a takes at most 2 s title "t" message "slower" }
    rule late warning { b within 2 s of a title "t" message "late" }
    rule ahead warning { notification before its callback title "t" message "ahead" }
    """

  private static func rules() throws -> SingleEvents {
    let compiled = CompiledGrammar(try #require(Grammar.parse(Array(text.utf8)).grammar))
    let tables = CheckingTables(compiled, demandsCompleteLives: false)
    return SingleEvents(compiled, tables, QuirkMatcher(compiled, platform: nil))
  }

  private func subject(_ slot: Int, _ generation: UInt32 = 1) -> SubjectKey {
    SubjectKey(subject: SubjectReference(kind: 0, slot: slot), generation: generation)
  }

  private func event(_ callback: CallbackID, at time: Double = .nan) -> Occurrence {
    Occurrence(
      number: 7, line: 8, callback: callback, spelling: 0, kind: .delegate, time: time)
  }

  @Test("advice is given on a legal step if every possible state is advised against")
  func advices() throws {
    let rules = try Self.rules()
    let certain = rules.advices(0, in: [1], lifecycle: 0)
    #expect(certain.map(\.rule) == [0] && certain.map(\.states) == [[1]])
    let others = [
      rules.advices(0, in: [0, 1], lifecycle: 0), rules.advices(0, in: [0], lifecycle: 0),
      rules.advices(1, in: [1], lifecycle: 0),
    ]
    #expect(others.map(\.count) == [0, 0, 0])
  }

  /// A subject without a known role or delegate.
  private static let anybody = RecordedSubject(kind: 0, recorder: Recorder())

  @Test("advice waits for its own subject, and is taken once")
  func waiting() throws {
    var rules = try Self.rules()
    var hasAdvice = [rules.hasAdvice]
    for (slot, event) in [(0, 1), (1, 2), (0, 3)] {
      rules.wait(
        PendingFinding(
          violation: FindingCollectorTests.violation(event), rule: 0, about: Self.anybody,
          isUnnamed: false),
        of: subject(slot))
    }
    hasAdvice.append(rules.hasAdvice)
    let other = rules.takeAdvices(of: subject(0, 2)).count
    let first = rules.takeAdvices(of: subject(0)).map(\.violation.event)
    let again = rules.takeAdvices(of: subject(0)).count
    hasAdvice.append(rules.hasAdvice)
    let second = rules.takeAdvices(of: subject(1)).map(\.violation.event)
    hasAdvice.append(rules.hasAdvice)
    #expect(other == 0 && first == [1, 3] && again == 0 && second == [2])
    #expect(hasAdvice == [false, true, true, false])
  }

  @Test("a call breaks every rule whose duration it exceeds")
  func durations() throws {
    let rules = try Self.rules()
    let found = [Double.nan, 1, 1.5, 3].map { rules.tooLong($0, 0).map(\.rule) }
    #expect(found == [[], [], [1], [1, 2]])
    let slow = rules.tooLong(1.5, 0).first
    #expect(slow?.message == "slow a: it took 1.5 s, the limit is 1.0 s" && slow?.cause == .tooLate)
    let other = rules.tooLong(9, 1).count
    #expect(other == 0)
  }

  @Test("a delay belongs to one subject, and is forgotten with it")
  func delays() throws {
    var rules = try Self.rules()
    var found = [rules.delays(event(0, at: 1), of: subject(0)).count]
    found.append(rules.delays(event(1, at: 9), of: subject(1)).count)
    found.append(rules.delays(event(1, at: 9), of: subject(0, 2)).count)
    found.append(rules.delays(event(1, at: 9), of: subject(0)).count)
    found.append(rules.delays(event(1, at: 19), of: subject(0)).count)
    _ = rules.delays(event(0, at: 20), of: subject(0))
    rules.forget(subject(0))
    found.append(rules.delays(event(1, at: 29), of: subject(0)).count)
    #expect(found == [0, 0, 0, 1, 0, 0])
  }

  @Test("are reported in the words of the rule")
  func words() throws {
    let rules = try Self.rules()
    let firing = rules.notificationAhead()
    let ahead = try #require(firing)
    let described = SubjectDescription(
      kind: "s", name: "1", isUnnamed: false, about: Self.anybody, widerKind: nil)
    let before = [
      HistoryEntry(event: 3, line: 3, callback: MaybeCallback(1), state: MaybeState(1)),
      HistoryEntry(event: 4, line: 4),
    ]
    let told = rules.violation(
      ahead, event(0, at: 5), of: described, after: before, spelling: "a()", process: "p")
    #expect(told.rule == "ahead" && told.severity == .warning && told.process == nil)
    #expect(told.event == 7 && told.line == 8 && told.time == 5 && told.spelling == "a()")
    #expect(told.steps.map(\.event) == [3, 7] && told.steps.map(\.states) == [["y"], []])
    #expect(told.steps.map(\.offending) == [false, true])
    let advised = rules.advices(0, in: [1], lifecycle: 0)
    let advice = try #require(advised.first)
    let legal = rules.violation(
      advice, event(0), of: described, after: [], spelling: "a", process: "p")
    #expect(legal.message == "a came in y" && legal.lifecycle == "l" && legal.process == "p")
    #expect(legal.time == nil && legal.states == ["y"])
  }
}
