import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// Subjects that belong to others which exist side by side, such as the holds of a lock, stay where they are.
@Suite("A subject stays with its owner") struct LastingOwnerTests {
  private func found(
    _ grammar: String, _ events: [String], records: String = #"{"records":"all","complete":true}"#,
    complete: Bool = false
  ) throws -> [String] {
    let (parsed, diagnostics) = Grammar.parse(Array(grammar.utf8))
    let grammar = try #require(parsed, "\(diagnostics.map(\.message))")
    let lines = [records] + events.map { "{\"callback\":\($0)}" }
    let report = try TraceCheck(grammar, demandsCompleteLives: complete)
      .report(of: lines.joined(separator: "\n"))
    // What the form of the rule does not judge, the check itself does.
    return report.violations.filter { $0.rule != "incomplete-lifecycle" }
      .map { "\($0.rule) \($0.event) \($0.subject)" }
  }

  // MARK: - Its end

  private static func holds(_ rule: String, begins: String = "") -> String {
    """
    grammar Holds "1" {}
    subject lock { member "lock" \(begins) }
    subject hold within lock { member "hold" }
    callback create about lock {}
    callback acquire about hold {}
    callback release about hold {}
    lifecycle hold about hold {
      start free
      free -> acquire held | .
      held -> release free
    }
    rule unreleased error \(rule) title "t" message "{callback}" }
    rule other error { anything else title "t" message "m" }
    """
  }

  private static let twoHeld = [
    #""acquire","lock":1,"hold":"a""#, #""acquire","lock":2,"hold":"b""#,
  ]

  @Test(
    "is judged in an earlier wider subject as in the last one, in every form",
    arguments: [
      "{ at end of an incomplete life", "in hold { at end in held",
      "about hold { expects release after acquire",
    ])
  func end(rule: String) throws {
    let both = ["unreleased 1 a", "unreleased 2 b"]
    #expect(try found(Self.holds(rule), Self.twoHeld, complete: true) == both)
    // It may be released where the recording does not reach, but not where it is told to be complete.
    let back = Self.twoHeld + [#""release","hold":"b""#]
    #expect(try found(Self.holds(rule), back, complete: true) == ["unreleased 1 a"])
    let released = back + [#""release","hold":"a""#]
    #expect(try found(Self.holds(rule), released, complete: true) == [])
  }

  @Test("is not judged as a duty without the demand for complete lives, whichever came last")
  func cutOff() throws {
    let duty = Self.holds("about hold { expects release after acquire")
    #expect(try found(duty, Self.twoHeld) == [])
    #expect(try found(duty, Self.twoHeld.reversed()) == [])
  }

  @Test("is found in subjects that begin, too")
  func begun() throws {
    let created = [#""create","lock":1"#, #""create","lock":2"#] + Self.twoHeld
    let grammar = Self.holds("{ at end of an incomplete life", begins: "begins with create")
    #expect(
      try found(grammar, created, complete: true) == ["unreleased 3 a", "unreleased 4 b"])
  }

  // MARK: - Its events

  private static let iterators = """
    grammar Iterators "1" {}
    subject map { member "map" }
    subject view within map { member "view" }
    subject iterator within view { member "iterator" members "iterators" }
    callback open about view {}
    callback iterate about iterator {}
    callback change about map {}
    callback next about iterator {}
    lifecycle iterator about iterator {
      state stale "The map was changed"
      start new
      new -> iterate fresh
      fresh -> next fresh | change stale
      stay in new, stale on change
    }
    rule unsafe error in iterator { on next in stale title "t" message "m" }
    rule other error { anything else title "t" message "m" }
    """

  private static let opened = [
    #""open","map":1,"view":"v""#, #""open","map":2,"view":"w""#,
    #""iterate","view":"v","iterator":"a""#, #""iterate","view":"w","iterator":"b""#,
  ]

  @Test(
    "an event without the wider subjects belongs to those of its subject",
    arguments: [
      #"{"records":"all","complete":true}"#, #"{"records":"all"}"#, "{\"complete\":true}",
    ])
  func events(records: String) throws {
    let last = [#""change","map":1"#, #""next","iterator":"b""#, #""next","iterator":"a""#]
    #expect(
      try found(Self.iterators, Self.opened + last, records: records) == ["unsafe 7 a"])
    let first = [#""change","map":2"#, #""next","iterator":"a""#, #""next","iterator":"b""#]
    #expect(
      try found(Self.iterators, Self.opened + first, records: records) == ["unsafe 7 b"])
  }

  @Test("each of a set stays with its own")
  func sets() throws {
    let events = [#""next","iterators":["a","b"]"#, #""change","map":1"#]
    #expect(
      try found(Self.iterators, Self.opened + events + [#""next","iterators":["b","a"]"#])
        == ["unsafe 7 a"])
    #expect(try found(Self.iterators, Self.opened + events + [#""next","iterator":"b""#]) == [])
  }

  @Test("an event that names another wider subject moves its subject there")
  func moved() throws {
    let moves = [#""next","map":2,"view":"w","iterator":"a""#, #""change","map":1"#]
    #expect(try found(Self.iterators, Self.opened + moves + [#""next","iterator":"a""#]) == [])
    // Once it came there, it stays there.
    let changed = moves + [#""change","map":2"#, #""next","iterator":"a""#]
    #expect(
      try found(Self.iterators, Self.opened + changed + [#""next","iterator":"b""#])
        == ["unsafe 8 a", "unsafe 9 b"])
  }

  @Test("a call that asks about it leaves it there")
  func asked() throws {
    let asking = """

      callback look about map {}
      case lookAtFresh of look while iterator in fresh
      lifecycle looks about map { start some  some -> lookAtFresh some }
      """
    let events = [#""look","map":2,"iterator":"a""#, #""change","map":1"#]
    #expect(
      try found(Self.iterators + asking, Self.opened + events + [#""next","iterator":"a""#])
        == ["unsafe 7 a"])
  }

  @Test("a session does not stay with its process, as sessions outlive it")
  func process() throws {
    let lines = [
      #"{"records":"all"}"#,
      #"{"callback":"didFinishLaunching","process":1}"#,
      #"{"callback":"willConnect","session":"A","process":1}"#,
      #"{"callback":"didFinishLaunching","process":2}"#,
      #"{"callback":"willConnect","session":"A"}"#,
    ]
    let report = try TraceCheck(TraceCheck.uiScene).report(of: lines.joined(separator: "\n"))
    #expect(report.violations.isEmpty)
    #expect(report.notes.map(\.id) == ["owner-missing"])
  }

  // MARK: - The only one

  private static let craft = """
    grammar Craft "1" {}
    one craft
    callback bootStart about craft {}
    callback bootEnd about craft {}
    lifecycle boot about craft {
      down -> bootStart booting | .
      booting -> bootEnd down
    }
    rule boots error { anything else title "t" message "m" }
    rule end error { at end of an incomplete life title "t" message "{callback}" }
    """

  @Test(
    "of which there is only one is checked without an identity",
    arguments: [#"{"records":"all","complete":true}"#, #"{"records":"all"}"#])
  func single(records: String) throws {
    let start = [#""bootStart""#]
    #expect(try found(Self.craft, start + start, records: records) == ["boots 2 "])
    #expect(
      try found(Self.craft, start + [#""bootEnd""#] + start, records: records) == [])
    #expect(
      try found(Self.craft, start, records: records, complete: true) == ["end 1 "])
  }

  @Test("may be one of each wider subject, or the widest")
  func singleWithin() throws {
    let text = """
      grammar Parts "1" {}
      one app { begins with launch }
      one craft within app
      subject part within app { member "part" }
      callback launch about app {}
      callback bootStart about craft {}
      callback bootEnd about craft {}
      callback use about part {}
      lifecycle app about app { state up "u"  start down  down -> launch up  stay in up on use }
      lifecycle boot about craft { down -> bootStart booting  booting -> bootEnd down }
      lifecycle part about part { state used "u"  start fresh  fresh -> use used }
      rule other error { anything else title "t" message "m" }
      """
    let events = [
      #""launch""#, #""bootStart""#, #""launch""#, #""bootStart""#, #""use","part":1"#,
      #""use","part":2"#, #""use","part":1"#,
    ]
    #expect(try found(text, events) == ["other 3 ", "other 4 ", "other 7 1"])
  }
}
