import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// A subject that last occurred elsewhere, or with an event that does not say where, may have changed since.
@Suite("Changes without an event") struct UnseenChangeTests {
  private static let text = """
    grammar Houses "1.0" { text "Houses." }
    subject house { member "house" begins with moveIn }
    subject room within house { member "room" }
    subject parcel within house { member "parcel" }
    callback moveIn about house {}
    callback leave about house {}
    callback see about room {}
    callback tidy about room {}
    callback light about room {}
    callback bring about parcel {}
    callback weigh about parcel {}
    callback open about parcel {}
    lifecycle room about room {
      bare -> light lit
      kept -> tidy ready
      ready -> light lit
      lit -> light lit
      stay in bare, kept, ready, lit on see
      start bare
      unknown bare
      when house begins: bare become kept
      when house begins: ready become lit
    }
    case leaveDark of leave while no room in lit
    rule dark error about house { on leaveDark title "t" message "m" }
    rule elsewhere error about parcel {
      open by another room than bring across house title "t" message "m"
    }
    rule closed error about parcel {
      expects open within 5 s after bring title "t" message "m"
    }
    rule untidy error about room {
      expects tidy within 5 s after see title "t" message "m"
    }
    """

  /// Events in a short form such as `bring 1 p=x r=a t=3`: house, parcel, room, seconds. `?` is an unrecorded house.
  private static func lines(_ events: String) -> String {
    events.split(separator: ",").map { event -> String in
      let words = event.split(separator: " ").map(String.init)
      var members = ["\"callback\":\"\(words[0])\""]
      if words[1] != "?" { members.append("\"house\":\"\(words[1])\"") }
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=")
        let name = ["r": "room", "p": "parcel", "t": "time"][parts[0]] ?? ""
        members.append("\"\(name)\":" + (name == "time" ? "\(parts[1])" : "\"\(parts[1])\""))
      }
      return "{\(members.joined(separator: ","))}"
    }.joined(separator: "\n")
  }

  private static func plan() throws -> Plan {
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    return Plan(try #require(grammar, "\(diagnostics)"))
  }

  private func found(_ events: String) throws -> [String] {
    try TraceCheck(Self.plan()).report(of: Self.lines(events)).violations
      .map { "\($0.rule) \($0.event)" }.sorted()
  }

  /// The report by what the trace itself shows.
  private func inferred(_ events: String) throws -> TraceReport {
    let plan = try Self.plan()
    var alphabet = try TraceCheck(plan).occurred(in: Self.lines(events))
    alphabet.isInferred = true
    return try TraceCheck(plan, showing: alphabet).report(of: Self.lines(events))
  }

  @Test("a room may be lit after two beginnings with an unrecorded call in between")
  func severalBeginnings() throws {
    let once = "moveIn 1,see 1 r=a,moveIn 2,leave 2,light 2 r=b"
    #expect(try inferred(once).violations.map(\.event) == [4])
    let twice = "moveIn 1,see 1 r=a,moveIn 2,moveIn 3,leave 3,light 3 r=b"
    #expect(try found(twice) == ["dark 5"])
    #expect(try inferred(twice).violations.isEmpty)
    // If the call were recorded, it did not come.
    let tidied = "\(twice),see 3 r=c,moveIn 4,tidy 4 r=c"
    #expect(try inferred(tidied).violations.map(\.event) == [5])
  }

  @Test("a room may be lit if the beginning of its house is not recorded")
  func unseenBeginning() throws {
    #expect(try found("moveIn 1,see 1 r=a,see 2 r=b,leave 2") == [])
  }

  @Test("a parcel may have been brought to another house, if an event about it does not say where")
  func unknownHouse() throws {
    #expect(try found("moveIn 1,bring 1 p=x r=a,open 1 p=x r=b") == ["elsewhere 3"])
    #expect(try found("moveIn 1,bring 1 p=x r=a,weigh 1 p=x,open 1 p=x r=b") == ["elsewhere 4"])
    #expect(try found("moveIn 1,bring 1 p=x r=a,weigh ? p=x,moveIn 2,open 2 p=x r=b") == [])
    // The parcel was in one house before and after.
    #expect(
      try found("moveIn 1,bring 1 p=x r=a,weigh ? p=x,open 1 p=x r=b") == ["elsewhere 4"])
    // An event about another parcel changes nothing.
    #expect(
      try found("moveIn 1,bring 1 p=x r=a,weigh ? p=y,open 1 p=x r=b") == ["elsewhere 4"])
  }

  @Test("events without a house change nothing about subjects that they do not name")
  func otherParcel() throws {
    let kept = "moveIn 1,bring 1 p=x t=1,weigh 1 p=y t=2,leave 1 t=9"
    #expect(try found(kept) == ["closed 4", "dark 4"])
    #expect(try found("moveIn 1,bring 1 p=x t=1,see ? r=a t=2,weigh 1 p=y t=9") == ["closed 4"])
    // A room that is not named did not move.
    #expect(try found("moveIn 1,see 1 r=a t=1,see ? r=b t=2,light 1 r=b t=9") == ["untidy 4"])
  }

  @Test("a time limit that only unrecorded calls could meet is noted when it passes")
  func noteOnDeadline() throws {
    let events =
      "moveIn 1,bring 1 p=x t=1,weigh 1 p=x t=4,weigh 1 p=y t=9,bring 1 p=y t=10,see 1 r=a t=20"
    #expect(try found(events) == ["closed 4", "closed 6"])
    let report = try inferred(events)
    #expect(report.violations.isEmpty)
    let notes = report.notes.filter { $0.id == "depends-on-recording" }
    #expect(notes.map(\.event) == [4] && notes.map(\.count) == [2])
    #expect(
      notes.first?.message.contains("closed (2 times). This recording never has open;") == true,
      "\(notes)")
    // If the call is recorded, there is nothing to note.
    let kept = try inferred(events.replacing("weigh 1 p=x t=4", with: "open 1 p=x t=4"))
    #expect(kept.violations.map(\.rule) == ["closed"] && kept.notes.isEmpty)
  }
}
