import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

/// Rules about single events and ends, quirks, and aliases, in the smallest grammars that show them.
@Suite("Rules on single events") struct SingleEventTests {
  @Test("every rule on the duration of a call is applied")
  func twoDurations() throws {
    let rules = """
      rule slow warning { a takes at most 1 s title "t" message "m" }
      rule slower error { a, b takes at most 2 s title "t" message "m" }
      """
    #expect(try found([#""callback": "a", "duration": 3"#], rules) == ["slow 1", "slower 1"])
    #expect(try found([#""callback": "a", "duration": 1.5"#], rules) == ["slow 1"])
    #expect(try found([#""callback": "b", "duration": 3"#], rules) == ["slower 1"])
    #expect(try found([#""callback": "a", "duration": 1"#], rules) == [])
  }

  @Test("a call is timed even if its notification came first, but a notification is not")
  func durationOfAnEcho() throws {
    let rule = #"rule slow warning { a takes at most 1 s title "t" message "m" }"#
    let notification = #""callback": "ANotification", "duration": 3"#
    #expect(try found([notification], rule) == [])
    #expect(try found([notification, #""callback": "a", "duration": 3"#], rule) == ["slow 2"])
    let parts = [
      #""callback": "a", "phase": "begin", "time": 1"#,
      #""callback": "a", "phase": "end", "time": 4"#,
    ]
    #expect(try found([notification] + parts, rule) == ["slow 2"])
  }

  @Test("a delay ends with the first matching call, and begins if its time is known")
  func delays() throws {
    let rule = #"rule late warning { b within 2 s of a title "t" message "m" }"#
    func found(_ events: (String, Int?)...) throws -> [String] {
      try self.found(
        events.map { "\"callback\": \"\($0.0)\"" + ($0.1.map { ", \"time\": \($0)" } ?? "") },
        rule)
    }
    #expect(try found(("a", 0), ("b", 3)) == ["late 2"])
    #expect(try found(("a", 0), ("b", 2)) == [])
    #expect(try found(("a", 0), ("b", 1), ("b", 9)) == [])
    #expect(try found(("a", 0), ("a", 5), ("b", 6)) == [])
    #expect(try found(("a", 0), ("a", nil), ("b", 6)) == [])
    #expect(try found(("a", 0), ("b", nil), ("b", 6)) == [])
    #expect(try found(("b", 0), ("a", 1), ("b", 9), ("a", 10), ("b", 19)) == ["late 3", "late 5"])
  }

  @Test("a quirk with a role excuses a call that takes too long or does not end")
  func quirks() throws {
    let slow = """
      rule slow warning { a takes at most 1 s title "t" message "m" }
      quirk Q-1 excuses slow { role "main" text "t" source "s" }
      """
    let call = #""callback": "a", "duration": 3"#
    #expect(try found([call + #", "role": "main""#], slow) == ["slow 1 Q-1"])
    #expect(try found([call + #", "role": "other""#], slow) == ["slow 1"])
    #expect(try found([call], slow) == ["slow 1"])
    let open = #"rule left-open error in l { at end in y title "t" message "m" }"#
    let quirk = #"quirk Q-1 excuses left-open { in y on a text "t" source "s" }"#
    #expect(try found([#""callback": "a""#], open) == ["left-open 1"])
    #expect(try found([#""callback": "a""#], open + "\n" + quirk) == ["left-open 1 Q-1"])
  }

  @Test("the role at an end is the one recorded by then")
  func roleOfAnEnd() throws {
    let grammar = """
      grammar G "1.0" {}
      subject app { member "app" begins with launch }
      subject item within app { member "item" }
      callback launch about app {}
      callback open about item {}
      callback see about item {}
      callback close about item {}
      lifecycle item about item {
        x -> open y
        y -> close x
        stay in x on see
        stay in y on see
        when app begins: y becomes x
      }
      rule left-open error in item { at end in y title "t" message "m" }
      quirk Q-1 excuses left-open { in y on open role "main" text "t" source "s" }
      """
    let events = [
      #""callback": "launch", "app": 1"#,
      #""callback": "open", "app": 1, "item": "i", "role": "main""#,
      #""callback": "launch", "app": 2"#,
    ]
    let next = #""callback": "see", "app": 2, "item": "i", "role": "#
    #expect(try found(events + [next + "\"main\""], in: grammar) == ["left-open 2 Q-1"])
    #expect(try found(events + [next + "\"other\""], in: grammar) == ["left-open 2 Q-1"])
  }

  @Test("a version without its last components is the first of those versions")
  func versions() throws {
    let slow = #"rule slow warning { a takes at most 1 s title "t" message "m" }"#
    func excuses(_ limits: String, on numbers: [Int]) throws -> Bool {
      let quirk = "quirk Q-1 excuses slow { \(limits) text \"t\" source \"s\" }"
      let platform = PlatformVersion(platform: "iOS", numbers: numbers)
      return try found([#""callback": "a", "duration": 3"#], slow + "\n" + quirk, platform) != [
        "slow 1"
      ]
    }
    #expect(try excuses("since iOS 17.0", on: [17]))
    #expect(try excuses("since iOS 17.0", on: [17, 0, 1]))
    #expect(try !excuses("since iOS 17.1", on: [17]))
    #expect(try !excuses("until iOS 17.0", on: [17]))
    #expect(try excuses("until iOS 17.0", on: [16, 9]))
    #expect(try excuses("since tvOS 18.0", on: [17]))
  }

  @Test(
    "an alias stands for the identity that it last occurred with, even if that is an earlier one")
  func aliasReturns() throws {
    let both = [
      #""callback": "a", "m": "1", "alias": "x""#, #""callback": "a", "m": "2", "alias": "x""#,
    ]
    let first = #""callback": "b", "m": "1", "alias": "x""#
    let alone = #""callback": "b", "alias": "x""#
    // The second subject is at its start again: another `b` is illegal.
    #expect(try found(both + [alone, alone], "") == ["unexpected 4"])
    // The alias has returned to the first subject, which is at its start.
    #expect(try found(both + [first, alone], "") == ["unexpected 4"])
    #expect(try subject(both + [first, alone]) == "1")
    #expect(try subject(both + [alone, alone]) == "2")
  }

  @Test("an event that only rules out another state is not the one that led to a state")
  func laterEventsOfAnUncertainLife() throws {
    let text = """
      grammar G "1" {}
      subject s { member "m" }
      callback a about s {}
      callback b about s {}
      callback c about s {}
      lifecycle l about s {
        unknown x, y
        x -> a y | c x
        y -> b y
        z -> a x
      }
      rule left-open error in l { at end in y after later events title "t" message "m" }
      rule unexpected error { anything else title "t" message "m" }
      """
    #expect(try found([#""callback": "a""#], in: text) == [])
    #expect(try found([#""callback": "a""#, #""callback": "b""#], in: text) == ["left-open 1"])
  }

  @Test("a trace in which no event is checked is inconclusive")
  func droppedEvents() throws {
    let text = """
      grammar G "1" {}
      subject s { member "m" }
      callback a about s {}
      callback b about s {}
      lifecycle l about s { x -> a x }
      """
    let unnamed = #"{"callback": "a"}"#
    let unseen = #"{"callback": "b", "m": "1"}"#
    #expect(try report([unnamed], in: text).verdict == .conforming)
    #expect(try report([unnamed, unseen], in: text).verdict == .inconclusive)
    #expect(
      try report([unnamed, #"{"callback": "a", "m": "1"}"#], in: text).verdict == .conforming)
  }

  // MARK: Texts

  private static func grammar(_ rules: String) -> String {
    """
    grammar G "1" {}
    subject s { member "m" alias "alias" }
    callback a about s { notification "ANotification" }
    callback b about s {}
    lifecycle l about s {
      x -> a y | b x
      y -> b x | a y
      start x
      unknown x
    }
    \(rules)
    """
  }

  /// The grammar in which a subject may have only one `b` after an `a`.
  private static let strict = """
    grammar G "1" {}
    subject s { member "m" alias "alias" }
    callback a about s {}
    callback b about s {}
    lifecycle l about s {
      x -> a y
      y -> b x
      unknown x
    }
    rule unexpected error { anything else title "t" message "m" }
    """

  /// The rules that fire, each with its event and the quirk that excuses it; without rules in the strict grammar.
  private func found(
    _ events: [String], _ rules: String, _ platform: PlatformVersion? = nil
  ) throws -> [String] {
    try found(events, in: rules.isEmpty ? Self.strict : Self.grammar(rules), platform)
  }

  private func found(
    _ events: [String], in grammar: String, _ platform: PlatformVersion? = nil
  ) throws -> [String] {
    try report(events.map { "{\($0)}" }, in: grammar, platform).violations.map {
      "\($0.rule) \($0.event)" + ($0.quirk.map { " \($0)" } ?? "")
    }.sorted()
  }

  private func subject(_ events: [String]) throws -> String? {
    try report(events.map { "{\($0)}" }, in: Self.strict).violations.first?.subject
  }

  private func report(
    _ lines: [String], in grammar: String, _ platform: PlatformVersion? = nil
  ) throws -> TraceReport {
    let (parsed, diagnostics) = Grammar.parse(Array(grammar.utf8))
    let sound = try #require(parsed, "\(diagnostics.map(\.message))")
    var options = CheckOptions()
    options.platform = platform
    return try TraceCheck(Plan(sound), options: options)
      .report(of: lines.map { $0 + "\n" }.joined())
  }
}
