import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

@Suite("If some events do not name their subject")
struct PartialIdentityTests {
  private func report(_ events: [LifeEvent]) throws -> TraceReport {
    try TraceCheck(TraceCheck.uiScene).report(of: events.text)
  }

  private func check(_ grammar: String) throws -> TraceCheck {
    let (parsed, diagnostics) = Grammar.parse(Array(grammar.utf8))
    return TraceCheck(try #require(parsed, "\(diagnostics.map(\.message))"))
  }

  /// Rooms of houses: what is legal for a room at first depends on what is known about its house.
  private static let rooms = """
    grammar Rooms "1.0" {}
    subject house { member "house" begins with built }
    subject room within house { member "room" }
    callback built about house {}
    callback painted about room {}
    callback sold about room { replaced by painted notification "RoomSold" }
    callback entered about room {}
    callback left about room {}
    lifecycle house about house {
      none -> built there
      there -> .
    }
    lifecycle room about room {
      start fresh
      unknown fresh, inherited
      fresh -> painted done
      inherited -> entered inherited
      done -> left done
      stay in fresh on sold
    }
    rule unexpected-callback error { anything else title "t" message "m" }
    """

  @Test(
    "a subject whose first event names no process may have begun in another one")
  func firstMetAdrift() throws {
    let lines = [
      #"{"callback": "built", "house": "1"}"#, #"{"callback": "entered", "room": "a"}"#,
      #"{"callback": "entered", "room": "a", "house": "2"}"#,
    ]
    #expect(try check(Self.rooms).report(of: lines.joined(separator: "\n")).violations == [])
    let named = lines[0] + "\n" + #"{"callback": "entered", "room": "a", "house": "1"}"#
    #expect(try check(Self.rooms).report(of: named).violations.count == 1)
  }

  @Test("an unnamed last event is no violation of subjects that ended before")
  func staleNaming() throws {
    let life = [
      LifeEvent("didFinishLaunching", process: 1),
      LifeEvent("configurationForConnecting", session: "A", process: 1),
      LifeEvent("willConnect", session: "B", process: 1),
      LifeEvent("willEnterForeground", session: "B", process: 1),
    ]
    let last = LifeEvent("openURLContexts", session: "B")
    for events in [life, life + [last]] {
      #expect(try report(events).violations.map(\.rule) == ["configured-without-connection"])
    }
  }

  /// Events of one or two processes: a callback, and whether the session and the scene are named.
  private func life(_ events: String) -> [LifeEvent] {
    var process = 0
    return events.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      var event = LifeEvent(String(parts[0]))
      if event.callback == "didFinishLaunching" { process += 1 }
      event.process = process
      for name in parts.dropFirst() {
        if name.hasPrefix("s") { event.scene = String(name) } else { event.session = String(name) }
      }
      return event
    }
  }

  @Test(
    "a session may have connected again by a scene that does not name it",
    arguments: [
      "willConnect:s2 willEnterForeground:s2 didBecomeActive:A:s2",
      "willConnect:s2 willEnterForeground:s2 didBecomeActive:A willResignActive:A",
      "willConnect:A willEnterForeground:s2 didBecomeActive:A",
      "willConnect:s2 willEnterForeground:A:s2 didBecomeActive:s2",
    ], ["didDisconnect:A:s1", "didDisconnect:A", "didFinishLaunching"])
  func connectedAgain(events: String, end: String) throws {
    let life = life(
      "didFinishLaunching willConnect:A:s1 willEnterForeground:A:s1 didBecomeActive:A:s1"
        + " willResignActive:s1 didEnterBackground:A:s1 \(end) \(events)")
    #expect(try report(life).violations.map(\.message) == [])
  }

  @Test(
    "a scene that is on screen before it connects is found, and so are faults once all are distinguished",
    arguments: [
      ("willEnterForeground:s2 willConnect:B:s2", "callback-before-connect"),
      (
        "willConnect:s2 willEnterForeground:A:s2 didBecomeActive:s2 didEnterBackground:s2",
        "background-without-resign"
      ),
      (
        "willConnect:s2 willEnterForeground:A:s2 didBecomeActive:A didEnterBackground:A",
        "background-without-resign"
      ),
    ])
  func stillFound(events: String, rule: String) throws {
    let life = life(
      "didFinishLaunching willConnect:A:s1 willEnterForeground:A:s1 didBecomeActive:A:s1"
        + " willResignActive:s1 didEnterBackground:s1 didDisconnect:A:s1 \(events)")
    #expect(try report(life).violations.map(\.rule) == [rule])
  }

  @Test("events without a subject may concern a session of another process")
  func nobody() throws {
    let calls = ["didFinishLaunching", "willConnect"]
    var events = calls.map { LifeEvent($0, process: 1) } + calls.map { LifeEvent($0, process: 2) }
    events += [LifeEvent("willEnterForeground"), LifeEvent("didBecomeActive", process: 1)]
    #expect(try report(events).violations == [])
    events.remove(at: 4)
    #expect(try report(events).violations.count == 1)
  }

  @Test("a call without a subject may have connected a session in the new process")
  func nobodyInTheNewProcess() throws {
    var events = [
      LifeEvent("didFinishLaunching", process: 1),
      LifeEvent("willConnect", session: "A", process: 1),
      LifeEvent("didFinishLaunching", process: 2), LifeEvent("willConnect", process: 2),
      LifeEvent("willEnterForeground", session: "A", process: 2),
    ]
    #expect(try report(events).violations == [])
    events.swapAt(2, 3)
    events[2].process = 1
    #expect(try report(events).violations.map(\.event) == [5])
  }

  @Test("a notification for a replaced subject does not show a second one")
  func noSecond() throws {
    let check = try check(Self.rooms)
    let before = [
      #"{"callback": "built", "house": "1"}"#, #"{"callback": "painted", "house": "1"}"#,
    ]
    func report(_ last: String) throws -> TraceReport {
      try check.report(of: (before + [last]).joined(separator: "\n"))
    }
    let posted = try report(#"{"callback": "sold", "kind": "notification", "house": "1"}"#)
    #expect(posted.notes == [] && posted.verdict == .conforming)
    // Nor does what is recorded as an action of the app.
    let done = try report(#"{"callback": "painted", "kind": "action", "house": "1"}"#)
    #expect(done.notes.map(\.id) == ["other-kind"] && done.verdict == .conforming)
    let several = try report(#"{"callback": "painted", "house": "1"}"#)
    #expect(several.notes.map(\.id) == ["subjects-not-told-apart"])
  }
}
