import Testing
import TraceFindings
import TraceGrammar

@Suite("The role of a subject") struct RememberedRoleTests {
  private static let grammar = """
    grammar Roles "1.0" {}
    subject app { member "app" begins with launch }
    subject window within app { member "window" members "windows" alias "handle" }
    callback launch about app {}
    callback open about window {}
    callback show about window {}
    callback close about window {}
    lifecycle window about window {
      closed -> open opened
      opened -> show shown | close closed
      shown  -> close closed
      unknown closed
      when app begins: opened, shown become closed
    }
    rule again error in window { on show in shown title "t" message "m" }
    rule left note in window { at end in shown title "t" message "m" }
    rule other error { anything else title "t" message "m" }
    quirk Q-1 excuses again { role "external", "projector" text "t" source "s" }
    quirk Q-2 excuses left { role "external" text "t" source "s" }
    """

  /// The findings as rule, event and quirk.
  private func found(_ events: String...) throws -> [String] {
    let parsed = Grammar.parse(Array(Self.grammar.utf8))
    let grammar = try #require(parsed.grammar, "\(parsed.diagnostics)")
    let report = try TraceCheck(grammar).report(
      of: events.map { "{\($0)}\n" }.joined())
    return report.violations.map { violation in
      "\(violation.rule) \(violation.event)" + (violation.quirk.map { " \($0)" } ?? "")
    }
  }

  private func event(_ callback: String, _ more: String = "", window: String = "w") -> String {
    #""callback": "\#(callback)", "app": "1", "window": "\#(window)"\#(more)"#
  }

  private let external = #", "role": "external""#

  @Test("applies to later events that record none")
  func remembered() throws {
    let again = [event("show"), event("show"), event("close")]
    #expect(try found(event("open"), again[0], again[1], again[2]) == ["again 3"])
    #expect(
      try found(event("open", external), again[0], again[1], again[2]) == ["again 3 Q-1"])
    #expect(
      try found(event("open"), event("show", external), again[1], again[2]) == ["again 3 Q-1"])
  }

  @Test(
    "decides what an ambiguous spelling means, even for a call that does not record it")
  func chooses() throws {
    let grammar = try #require(
      Grammar.parse(
        Array(
          """
          grammar Roles "1.0" {}
          subject window { member "window" }
          callback open about window {}
          callback attach about window { spelling "appear" where role = "external" }
          callback unfold about window { spelling "appear" where role = "phone" }
          lifecycle window about window {
            closed -> open opened
            opened -> attach shown
            shown  -> unfold opened
          }
          rule other error { anything else title "t" message "{callback}" }
          """.utf8)
      ).grammar)
    func report(_ role: String) throws -> TraceReport {
      try TraceCheck(grammar).report(
        of: #"{"callback":"open","window":"w"\#(role)}"# + "\n"
          + #"{"callback":"appear","window":"w"}"# + "\n" + #"{"callback":"open","window":"w"}"#)
    }
    let legal = try report(#","role":"external""#)
    #expect(legal.violations.map(\.event) == [3] && legal.unknownCallbacks == [])
    let unknown = try report("")
    #expect(unknown.unknownCallbacks.map(\.callback) == ["appear"])
    let other = try report(#","role":"phone""#)
    // One slip explains no two different calls that are wrong.
    #expect(other.violations.map(\.callback) == ["unfold", "open"])
  }

  @Test("is the one that was recorded last")
  func replaced() throws {
    #expect(
      try found(
        event("open", external), event("show", #", "role": "phone""#), event("show"),
        event("close")) == ["again 3"])
    #expect(
      try found(
        event("open", #", "role": "phone""#), event("show"),
        event("show", #", "role": "projector""#), event("close"), event("open"), event("show"),
        event("show"), event("close")) == ["again 3 Q-1", "again 7 Q-1"])
  }

  @Test("belongs to its subject, and lasts as long")
  func ownRole() throws {
    #expect(
      try found(
        event("open", external), event("open", window: "v"), event("show", window: "v"),
        event("show", window: "v"), event("close", window: "v"), event("close"))
        == ["again 4"])
    #expect(
      try found(
        event("open", external), #""callback": "launch", "app": "2""#,
        #""callback": "open", "app": "2", "window": "w""#,
        #""callback": "show", "app": "2", "window": "w""#,
        #""callback": "show", "app": "2", "window": "w""#,
        #""callback": "close", "app": "2", "window": "w""#) == ["again 5 Q-1"])
  }

  @Test("counts at the end of a life, and if only a scene identifies the session")
  func ends() throws {
    #expect(try found(event("open", external), event("show")) == ["left 2 Q-2"])
    #expect(try found(event("open"), event("show")) == ["left 2"])
    #expect(
      try found(
        event("open", #", "handle": "h", "role": "external""#),
        #""callback": "show", "app": "1", "handle": "h""#) == ["left 2 Q-2"])
  }
}
