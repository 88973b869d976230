import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

/// Grammars of the maximum size: every grammar that `Grammar.parse` accepts can be used for checking.
@Suite("A grammar at its limits") struct GrammarLimitTests {
  @Test("the built-in grammar with one more subject and its own member can be used")
  func oneMoreMember() throws {
    let own =
      ShippedGrammar.uiScene.text + """

        subject window within session { member "window" }
        callback windowOpened about window {}
        callback windowClosed about window {}
        lifecycle window about window {
          shut -> windowOpened open
          open -> windowClosed shut
        }
        """
    let report = try report(
      of: #"{"callback": "windowOpened", "window": "w1", "session": "s", "process": 1}"# + "\n"
        + #"{"callback": "windowOpened", "window": "w1", "session": "s", "process": 1}"# + "\n"
        + #"{"callback": "windowOpened", "window": "w2", "session": "s", "process": 1}"# + "\n",
      in: own)
    #expect(report.violations.map(\.rule) == ["unexpected-callback"])
    #expect(report.violations.map(\.event) == [2])
  }

  @Test("the maximum number of subjects can be used", arguments: [false, true])
  func subjects(nested: Bool) throws {
    let last = GrammarLimits.subjectKinds - 1
    let subjects = (0...last).map { number in
      "subject s\(number) \(nested && number > 0 ? "within s\(number - 1) " : ""){ member \"m\" }\n"
    }
    let text =
      header + subjects.joined() + callbacks(["a", "b"], about: "s\(last)")
      + "lifecycle l about s\(last) {\n  x -> a y\n  y -> b x\n}\n" + Self.rule
    try expectSecondCallIsWrong(text)
  }

  @Test("the maximum number of identifying members can be used")
  func members() throws {
    let last = GrammarLimits.identityMembers - 1
    let subjects = (0...last).map {
      "subject s\($0) { member \"\($0 == last ? "m" : "m\($0)")\" }\n"
    }
    let text =
      header + subjects.joined() + callbacks(["a", "b"], about: "s\(last)")
      + "lifecycle l about s\(last) {\n  x -> a y\n  y -> b x\n}\n" + Self.rule
    try expectSecondCallIsWrong(text)
  }

  @Test("the maximum number of states of a lifecycle can be used")
  func states() throws {
    let count = GrammarLimits.states
    let steps = (0..<count).map { "  x\($0) -> \($0 == 0 ? "a" : "b") x\(($0 + 1) % count)\n" }
    let text =
      header + "subject s { member \"m\" }\n" + callbacks(["a", "b"], about: "s")
      + "lifecycle l about s {\n" + steps.joined() + "}\n" + Self.rule
    try expectSecondCallIsWrong(text)
  }

  @Test("the maximum number of callbacks can be used")
  func manyCallbacks() throws {
    let names = ["a", "b"] + (2..<GrammarLimits.callbacks).map { "c\($0)" }
    let text =
      header + "subject s { member \"m\" }\n" + callbacks(names, about: "s")
      + "group all = \(names.dropFirst().joined(separator: ", "))\n"
      + "lifecycle l about s {\n  x -> a y\n  y -> all x\n}\n" + Self.rule
    try expectSecondCallIsWrong(text)
  }

  @Test("the maximum number of lifecycles and rules can be used")
  func lifecyclesAndRules() throws {
    let count = GrammarLimits.lifecycles
    let lifecycles = (0..<count).map { "lifecycle l\($0) about s {\n  x -> a y\n  y -> b x\n}\n" }
    let rules = (1..<GrammarLimits.rules).map {
      "rule r\($0) error in l\($0) { on a in y title \"t\" message \"m\" }\n"
    }
    let text =
      header + "subject s { member \"m\" }\n" + callbacks(["a", "b"], about: "s")
      + lifecycles.joined() + rules.joined() + Self.rule
    let report = try report(of: Self.twice, in: text)
    #expect(report.violations.map(\.event) == [2])
  }

  /// Searching large lifecycles over a large alphabet takes time, so the searches are limited.
  @Test("a lifecycle with too many sets of states to search is still checked")
  func searchGivesUp() throws {
    let names = ["a", "b"] + (2..<500).map { "c\($0)" }
    let steps = (0..<50).map { "  x\($0) -> \($0 == 0 ? "a" : "all") x\(($0 + 1) % 50)\n" }
    let text =
      header + "subject s { member \"m\" }\n" + callbacks(names, about: "s")
      + "group all = \(names.joined(separator: ", "))\n"
      + "lifecycle l about s {\n" + steps.joined() + "}\n" + Self.rule
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    #expect(grammar != nil, "\(diagnostics.map(\.message))")
  }

  @Test("events may meet the conditions of cases in more ways than there are numbers for")
  func manyWays() throws {
    let cases = (0..<17).map { "case d\($0) of c\($0 / 4) where m\($0) in \"1\"\n" }
    let text =
      header + "subject s { member \"m\" }\n"
      + callbacks(["a", "b"] + (0..<5).map { "c\($0)" }, about: "s") + cases.joined()
      + "group all = b, \((0..<17).map { "d\($0)" }.joined(separator: ", "))\n"
      + "lifecycle l about s {\n  x -> a y\n  y -> all y\n}\n" + Self.rule
    let ways = (0..<70_000).map { way in
      let members = (0..<17).map { ",\"m\($0)\":\"\(way >> $0 & 1)\"" }
      return "{\"callback\":\"c0\",\"m\":\"1\"\(members.joined())}\n"
    }
    let first = "{\"callback\":\"a\",\"m\":\"1\"}\n"
    let report = try report(of: first + ways.joined() + first, in: text)
    #expect(report.violations.map(\.event) == [70_002])
  }

  @Test("any number of subjects may ask each other, the first to be met last")
  func chain() throws {
    let text =
      header + "subject s { member \"m\" members \"ms\" }\n" + callbacks(["a", "b"], about: "s")
        + """
        case known of b while l in y
        lifecycle l about s { start x  x -> a y  y -> known y }
        \(Self.rule)
        """
    let count = 20_000
    let met = (0..<count).map { "{\"callback\":\"a\",\"m\":\"\($0)\"}\n" }
    let asked = (1..<count).reversed().map {
      "{\"callback\":\"b\",\"ms\":[\"\($0 - 1)\",\"\($0)\"]}\n"
    }
    let report = try report(of: (met + asked + [met[0]]).joined(), in: text)
    #expect(report.violations.map(\.event) == [2 * count])
  }

  // MARK: Texts

  private let header = "grammar Large \"1.0\" {}\n"
  private static let rule =
    "rule unexpected-callback error { anything else title \"t\" message \"m\" }\n"
  /// The call `a`, which is legal once, twice.
  private static let twice = """
    {"callback": "a", "m": "1"}
    {"callback": "a", "m": "1"}

    """

  private func callbacks(_ names: [String], about subject: String) -> String {
    names.map { "callback \($0) about \(subject) {}\n" }.joined()
  }

  private func expectSecondCallIsWrong(
    _ grammar: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try report(of: Self.twice, in: grammar)
    #expect(report.violations.map(\.event) == [2], sourceLocation: sourceLocation)
  }

  private func report(
    of trace: String, in grammar: String
  ) throws -> TraceReport {
    let (grammar, diagnostics) = Grammar.parse(Array(grammar.utf8))
    let sound = try #require(grammar, "\(diagnostics.map(\.message))")
    return try TraceCheck(Plan(sound)).report(of: trace)
  }
}
