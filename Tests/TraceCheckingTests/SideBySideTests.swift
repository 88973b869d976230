import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

@Suite("Rules on subjects side by side, across parents") struct SideBySideTests {
  private static func text(_ across: String) -> String {
    """
    grammar Notes "1.0" { text "Notes." }
    subject app { member "app" begins with launch }
    subject window within app { member "window" }
    subject note within app { member "note" }
    callback launch about app {}
    callback open about window {}
    callback save about window {}
    callback restore about window {}
    callback see about window {}
    lifecycle window about window {
      closed -> open up
      up -> open up
    }
    rule another error about note {
      restore by another window than save \(across)
      title "t" message "m"
    }
    rule unseen error about note {
      expects see by each window in up after save before restore
      title "t" message "m"
    }
    rule late error about window {
      expects see within 5 s after open
      title "t" message "m"
    }
    """
  }

  private func report(
    _ events: String, across: String = "across app"
  ) throws -> TraceReport {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text(across).utf8))
    let plan = Plan(try #require(grammar, "\(diagnostics)"))
    return try TraceCheck(plan).report(of: Self.lines(events))
  }

  private static func lines(_ events: String) -> String {
    let lines = events.split(separator: ",").map { event -> String in
      let words = event.split(separator: " ").map(String.init)
      if words[0] == "-" { return #"{"lost":0}"# }
      var members = ["\"callback\":\"\(words[0])\"", "\"app\":\"\(words[1])\""]
      if words.count > 2 { members.append("\"window\":\"\(words[2])\"") }
      if words.count > 3 { members.append("\"note\":\"\(words[3])\"") }
      return "{\(members.joined(separator: ",")),\"time\":0}"
    }
    return lines.joined(separator: "\n")
  }

  /// The report by what the trace itself shows.
  private func inferred(_ events: String) throws -> TraceReport {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text("across app").utf8))
    let plan = Plan(try #require(grammar, "\(diagnostics)"))
    let text = Self.lines(events)
    var alphabet = try TraceCheck(plan).occurred(in: text)
    alphabet.isInferred = true
    return try TraceCheck(plan, showing: alphabet).report(of: text)
  }

  private func found(_ events: String, across: String = "across app") throws -> [String] {
    try report(events, across: across).violations.map(\.rule)
  }

  @Test("apply to the next app, if its beginning is recorded and nothing was lost")
  func across() throws {
    let kept = "launch 1,save 1 a n,launch 2,restore 2 a n"
    let broken = "launch 1,save 1 a n,launch 2,restore 2 b n"
    #expect(try found(kept) == [])
    #expect(try found(broken) == ["another"])
    #expect(try found(broken, across: "") == [])
    // The last save counts.
    #expect(try found("launch 1,save 1 a n,launch 2,save 2 b n,restore 2 b n") == [])
    #expect(try found("launch 1,save 1 a n,restore 2 b n") == [])
    #expect(try found("launch 1,save 1 a n,-,launch 2,restore 2 b n") == [])
    #expect(try found("launch 1,save 1 a n,launch 2,restore 2 b") == [])
    #expect(try found("launch 1,save 1 a n,launch 2,launch 3,restore 3 b n") == ["another"])
    // In an app whose beginning is not recorded, it may have been saved again.
    #expect(try found("launch 1,save 1 a n,see 2 a n,launch 3,restore 3 b n") == [])
    #expect(try found("launch 1,save 1 a n,launch 2,see 2 a n,restore 1 b n", across: "") == [])
  }

  @Test("that name a callback which never occurs are noted once, if they would be broken")
  func unrecorded() throws {
    // In the open window, the note was never seen when the next one came.
    let unseen = "launch 1,open 1 a,save 1 a n,restore 1 a m,save 1 a n,restore 1 a m"
    #expect(try found(unseen) == ["unseen", "unseen"])
    let report = try inferred(unseen)
    #expect(report.violations.isEmpty)
    let notes = report.notes.filter { $0.id == "depends-on-recording" }
    #expect(notes.map(\.count) == [2] && notes.map(\.event) == [4])
    let message = try #require(notes.first?.message)
    #expect(
      message.hasPrefix(
        "not judged: unseen (2 times). This recording never has see;"))
    let kept = try inferred("launch 1,open 1 a,save 1 a n,see 1 a n,restore 1 a m")
    #expect(kept.notes.isEmpty && kept.violations.isEmpty)
  }

  @Test("apply even if events name no subject of another kind")
  func othersUnnamed() throws {
    // A missing window name says nothing about the notes.
    let text = """
      grammar Notes "1.0" { text "Notes." }
      subject app { member "app" begins with launch }
      subject window within app { member "window" }
      subject note within app { member "note" }
      callback launch about app {}
      callback open about window {}
      callback write about note {}
      callback close about note {}
      lifecycle window about window {
        hidden -> open shown
        shown -> open shown
      }
      lifecycle note about note {
        shut -> write open
        open -> close shut
        stay in open on write
        when app begins: open becomes shut
      }
      rule other error { anything else title "t" message "m" }
      """
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    let lines = [
      #"{"callback":"launch","app":"1"}"#, #"{"callback":"open","app":"1","window":"w"}"#,
      #"{"callback":"write","app":"1","note":"n"}"#, #"{"callback":"launch","app":"2"}"#,
      #"{"callback":"open","app":"2"}"#, #"{"callback":"close","app":"2","note":"n"}"#,
    ]
    let check = TraceCheck(Plan(try #require(grammar, "\(diagnostics)")))
    let report = try check.report(of: lines.joined(separator: "\n"))
    #expect(report.violations.map(\.event) == [6])
  }
}
