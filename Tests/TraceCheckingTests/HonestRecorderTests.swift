import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// What happens to recordings on their way, or what recorders leave out, accuses nobody; and it hides nothing about others.
@Suite("A legal life is not accused because of its recorder") struct HonestRecorderTests {
  private static let plans = [ShippedGrammar.uiScene, .practices].map { Plan($0.grammar()) }

  /// The rules that both grammars find broken.
  private func rules(_ lines: [String]) throws -> [String] {
    let text = lines.map { "{\($0)}" }.joined(separator: "\n")
    let found = try Self.plans.map {
      try UncertainEventTests.report(text, by: TraceJudge($0)).violations.filter {
        $0.severity > .note
      }
      .map { "\($0.rule) \($0.event)" }
    }
    #expect(found[0] == found[1])
    return found[0]
  }

  private static func event(_ callback: String, _ members: String = "") -> String {
    #""callback":"\#(callback)"\#(members.isEmpty ? "" : ",")\#(members)"#
  }

  private static func times(_ callback: String, _ phase: String, _ time: Double) -> String {
    event(callback, #""session":"A","process":1,"phase":"\#(phase)","time":\#(time)"#)
  }

  @Test("where the lines of a call came twice")
  func repeatedPhases() throws {
    let first = [
      Self.times("didEnterBackground", "begin", 6), Self.times("didEnterBackground", "begin", 6),
      Self.times("didEnterBackground", "end", 6.01),
      Self.event("willEnterForeground", #""session":"A","process":1,"time":60"#),
      Self.times("didEnterBackground", "begin", 103),
      Self.times("didEnterBackground", "end", 103.01),
    ]
    #expect(try rules(first + [first[5]]) == [])
    // A call that really takes too long is found.
    let slow = first.dropLast() + [Self.times("didEnterBackground", "end", 120)]
    #expect(try rules(Array(slow)) == ["slow-background 5"])
    let continued = #""session":"A","process":1,"type":"t","time":"#
    let activity = [
      Self.event("didFinishLaunching", #""process":1,"time":1"#),
      Self.event("willConnect", #""session":"A","process":1,"time":2"#),
      Self.event("willContinue", continued + "3"),
      Self.event("continue", continued + #"4,"phase":"begin""#),
      Self.event("continue", continued + #"4.1,"phase":"end""#),
    ]
    #expect(try rules(activity + [activity[4]]) == [])
    #expect(
      try rules([
        Self.event("didFinishLaunching", #""process":1,"time":8,"phase":"begin""#),
        Self.event("didFinishLaunching", #""process":1,"time":8,"phase":"begin""#),
        Self.event("didFinishLaunching", #""process":1,"time":8.1,"phase":"end""#),
        Self.event("willConnect", #""session":"A","process":1,"time":8.9"#),
      ]) == [])
  }

  @Test("where the end of a call was lost")
  func lostEnds() throws {
    let gap = #""lost":5"#
    #expect(
      try rules([
        Self.times("didEnterBackground", "begin", 6), gap,
        Self.times("didEnterBackground", "end", 103),
      ]) == [])
    #expect(
      try rules([
        Self.times("willResignActive", "begin", 8), gap,
        Self.event("didBecomeActive", #""session":"A","process":1,"time":9"#),
        Self.times("willResignActive", "end", 20), Self.times("didEnterBackground", "begin", 20.1),
        Self.times("didEnterBackground", "end", 20.2),
      ]) == [])
  }

  @Test("where lines are exchanged of which one is an end, or a launch follows")
  func exchangedLines() throws {
    func at(_ callback: String, _ time: Double, _ more: String = "") -> String {
      Self.event(callback, #""session":"A","process":2,"time":\#(time)\#(more)"#)
    }
    let back = [
      at("willResignActive", 424), at("didEnterBackground", 425), at("didBecomeActive", 450.042),
    ]
    #expect(
      try rules([
        at("didBecomeActive", 423.059), at("willEnterForeground", 423.057), back[0], back[1],
        back[2],
        at("willEnterForeground", 450.041, #","phase":"end""#), at("willResignActive", 696.1),
      ]) == [])
    #expect(
      try rules([
        Self.event("didFinishLaunching", #""time":811.8"#),
        Self.event("willEnterForeground", #""session":"A","time":3197.2278"#),
        Self.event("willConnect", #""session":"A","time":3197.2274"#),
        Self.event("willFinishLaunching", #""time":3205.8"#),
        Self.event("memoryWarning", #""time":3206.3"#),
      ]) == [])
    let end = Self.event("willTerminate", #""time":39.5"#)
    #expect(
      try rules([
        end, Self.event("willFinishLaunching", #""time":41.2"#),
        Self.event("willConnect", #""session":"A","time":41.625"#),
        Self.event("didFinishLaunching", #""time":41.624"#),
      ]) == [])
  }

  @Test("where a launch, or an end of a call without a beginning, was delivered again")
  func repeatedLaunch() throws {
    func at(_ callback: String, _ time: Double, _ more: String = "") -> String {
      Self.event(callback, #""time":\#(time)\#(more)"#)
    }
    let scene = #","scene":"x","session":"A""#
    let again = [at("willEnterForeground", 3.2, scene), at("willFinishLaunching", 9)]
    #expect(
      try rules(
        [at("didFinishLaunching", 3), at("willConnect", 3.1, scene)] + again + again + [
          at("didFinishLaunching", 9.2)
        ]) == [])
    let moves = [
      Self.times("didBecomeActive", "end", 9.51),
      at("willResignActive", 9.52, #","session":"A","process":1"#),
    ]
    #expect(
      try rules(
        [
          Self.times("willConnect", "begin", 1), Self.times("willConnect", "end", 1.1),
          Self.times("willEnterForeground", "begin", 2),
          Self.times("willEnterForeground", "end", 2),
        ] + moves + moves + [at("didEnterBackground", 9.8, #","session":"A","process":1"#)]) == [])
  }

  @Test("which names no session, though there are several")
  func severalUnnamed() throws {
    let all = #""records":"all""#
    func of(_ role: String, _ callback: String) -> String {
      Self.event(callback, #""process":1,"role":"\#(role)""#)
    }
    #expect(
      try rules([all, of("R1", "didDisconnect"), of("R0", "stateRestorationActivity")]) == [])
    #expect(
      try rules([
        all, of("R1", "didBecomeActive"), of("R0", "willResignActive"), of("R1", "didDisconnect"),
      ]) == [])
    #expect(
      try rules([
        all, of("R0", "willEnterForeground"), of("R0", "willResignActive"),
        of("R1", "willEnterForeground"),
      ]) == [])
    let launch = Self.event("didFinishLaunching", #""process":1"#)
    #expect(
      try rules([all, launch, of("R1", "willEnterForeground")]) == ["callback-before-connect 2"])
  }

  @Test("which tells of an app without scenes, where no call of a scene excuses anything")
  func withoutScenes() throws {
    let active = "applicationDidBecomeActive"
    let calls = ["didFinishLaunching", active, active, "applicationWillResignActive"]
    #expect(
      try rules(calls.map { Self.event($0, #""process":1"#) }) == ["app-activation-order 3"])
  }

  @Test("where the address of a scene is used again")
  func usedAgain() throws {
    func named(_ callback: String, _ more: String) -> String {
      Self.event(callback, #""process":1,"scene":"x","session":"A""# + more)
    }
    func alone(_ callback: String, _ more: String = "") -> String {
      Self.event(callback, #""process":1,"scene":"x""# + more)
    }
    let gone = [named("willConnect", ""), named("didDisconnect", "")]
    let other = #"{"callback":"willEnterForeground","process":1,"scene":"x","session":"B"}"#
    #expect(
      try rules(gone + [alone("willEnterForeground"), String(other.dropFirst().dropLast())]) == [])
    // The one scene that has the address is gone.
    #expect(try rules(gone + [alone("willEnterForeground")]) == ["callback-after-disconnect 3"])
    let display = #","delegate":"Display","role":"R1""#
    #expect(
      try rules([
        named("willEnterForeground", display), named("didDisconnect", display),
        alone("willResignActive", #","delegate":"Main""#),
      ]) == [])
    #expect(
      try rules([
        named("didEnterBackground", #","role":"R1""#), alone("willConnect", #","role":"R2""#),
      ]) == [])
  }

  @Test("which names delegates that get different calls")
  func delegates() throws {
    func of(_ delegate: String, _ callback: String, _ session: String) -> String {
      Self.event(callback, #""session":"\#(session)","process":1,"delegate":"\#(delegate)""#)
    }
    #expect(
      try rules([
        of("Scene", "willEnterForeground", "A"), of("Car", "didBecomeActive", "B"),
        of("Scene", "willResignActive", "A"),
      ]) == [])
  }

  @Test("and what is uncertain about others excuses nothing")
  func others() throws {
    func all(_ lines: [String]) throws -> [String] {
      let text = ([#"{"records":"all"}"#] + lines.map { "{\($0)}" }).joined(separator: "\n")
      let found = try Self.plans.map {
        try UncertainEventTests.report(text, by: TraceJudge($0)).violations.filter {
          $0.severity > .note
        }
        .map { "\($0.rule) \($0.event)" }
      }
      #expect(found[0] == found[1])
      return found[0]
    }
    let launch = Self.event("didFinishLaunching", #""process":1"#)
    let active = Self.event("didBecomeActive", #""process":1,"session":"A","role":"R1""#)
    let refresh = Self.event("requestSceneSessionRefresh", #""process":1,"kind":"action""#)
    #expect(try all([launch, refresh, active]) == ["callback-before-connect 3"])
    for others in [#""process":2,"scene":"x""#, #""process":1,"scene":"x","role":"R2""#] {
      let connect = Self.event("willConnect", others)
      #expect(try all([launch, connect, active]) == ["callback-before-connect 3"], "\(others)")
    }
    let own = Self.event("willConnect", #""process":1,"scene":"x""#)
    #expect(try all([launch, own, active]) == [])
  }

  @Test("which records notifications of an app without scenes")
  func notificationsAlone() throws {
    let names = ["didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground"]
    let lines = names.map {
      Self.event("UIApplication.\($0)Notification", #""kind":"notification""#)
    }
    let report = try UncertainEventTests.report(lines.map { "{\($0)}" }.joined(separator: "\n"))
    #expect(report.verdict == .conforming)
    let alone = try UncertainEventTests.report("{\(lines[0])}")
    #expect(alone.verdict == .inconclusive)
  }
}

/// Rules that ask for nothing but what they name.
@Suite("A rule on peers") struct PeerNeedTests {
  private static let text = """
    grammar Doors "1.0" {}
    one house
    subject key within house { member "key" }
    subject door within house { member "door" }
    callback lend about key {}
    callback use about key {}
    callback copy about key {}
    callback check about key {}
    callback hang about door {}
    lifecycle door about door {
      state there "It hangs"
      start away
      away -> hang there
    }
    rule other error about key { use, copy by another door than lend title "t" message "m" }
    rule every error about key { expects check by each door in there after lend before use title "t" message "m" }
    """

  private func report(_ lines: [String], _ text: String = text) throws -> TraceReport {
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    return try UncertainEventTests.report(
      lines.joined(separator: "\n"), by: TraceJudge(Plan(try #require(grammar, "\(diagnostics)"))))
  }

  private func line(_ callback: String, _ door: String) -> String {
    #"{"callback":"\#(callback)","key":"k","door":"\#(door)"}"#
  }

  @Test("is judged without those of its callbacks that never occur")
  func partly() throws {
    let found = try report([line("lend", "a"), line("use", "b")]).violations
    #expect(found.map { "\($0.rule) \($0.event)" } == ["other 2"])
  }

  @Test("ends with a call that names its own subject, too")
  func endOfItsOwn() throws {
    let hung = ["a", "b"].map { #"{"callback":"hang","door":"\#($0)"}"# }
    let found = try report(hung + [line("lend", "a"), line("check", "a"), line("use", "a")])
    #expect(found.violations.map { "\($0.rule) \($0.event)" } == ["every 5"])
  }

  @Test("is enough for a trace to be judged")
  func rulesAlone() throws {
    let text = """
      grammar Doors "1.0" {}
      subject door { member "door" }
      callback lock about door {}
      callback other about door {}
      rule slow error { lock takes at most 1 s title "t" message "m" }
      """
    let legal = #"{"callback":"lock","door":"A","time":1,"duration":0.5}"#
    #expect(try report([legal], text).verdict == .conforming)
    #expect(
      try report([#"{"callback":"other","door":"A","time":1}"#], text).verdict == .inconclusive)
  }
}

/// What is not judged is said.
@Suite("A rule that is not judged") struct UnjudgedRuleTests {
  private func notes(_ lines: [String], by judge: TraceJudge, header: String? = nil) throws
    -> [String]
  {
    let text = ([header].compactMap(\.self) + lines.map { "{\($0)}" }).joined(separator: "\n")
    let report = try UncertainEventTests.report(text, by: judge)
    return report.violations.filter { $0.severity > .note }.map(\.rule)
      + report.notes.filter { $0.id == "depends-on-recording" }.map(\.message)
  }

  private static let door = """
    grammar Doors "1.0" {}
    subject door { member "door" }
    callback open about door {}
    callback shut about door {}
    callback lock about door {}
    lifecycle door about door {
      closed -> open opened
      opened -> shut closed
      stay in closed, opened on lock
    }
    case lockOpen of lock while door in opened
    rule lock-while-open error about door { on lockOpen title "t" message "m" }
    """

  @Test("because of a state that an unrecorded call may have changed is named")
  func states() throws {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.door.utf8))
    let judge = TraceJudge(Plan(try #require(grammar, "\(diagnostics)")))
    let lines = ["open", "lock"].map { #""callback":"\#($0)","door":"A""# }
    #expect(
      try notes(lines, by: judge) == [
        "not judged: lock-while-open (once). This recording never has shut;"
          + #" if your recorder does record it, add "records": "all""#
      ])
    #expect(try notes(lines, by: judge, header: #"{"records":"all"}"#) == ["lock-while-open"])
    // Where the call that changes the state is recorded, nothing is open.
    let seen = [lines[0], lines[0].replacing("open", with: "shut"), lines[1]]
    #expect(try notes(seen, by: judge) == [])
  }

  private static let lock = """
    grammar Doors "1.0" {}
    subject door { member "door" }
    callback open about door {}
    action lock about door {}
    action unlock about door {}
    lifecycle door about door {
      free -> lock locked
      locked -> unlock free
      stay in free on open
    }
    rule open-while-locked error in door { on open in locked title "t" message "m" }
    """

  @Test("because of an action that never occurs is named, if others of its lifecycle do")
  func actions() throws {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.lock.utf8))
    let judge = TraceJudge(Plan(try #require(grammar, "\(diagnostics)")))
    let lock = #""callback":"lock","kind":"action","door":"A""#
    let open = #""callback":"open","door":"A""#
    for header in [nil, #"{"records":"all"}"#] {
      #expect(
        try notes([lock, open], by: judge, header: header) == [
          "not judged: open-while-locked (once). This recording never has unlock;"
            + #" if your recorder does record it, add "records": ["all", "unlock"]"#
        ])
      #expect(try notes([open, open], by: judge, header: header) == [])
    }
    let stated = #"{"records":["all","unlock"]}"#
    #expect(try notes([lock, open], by: judge, header: stated) == ["open-while-locked"])
  }
}
