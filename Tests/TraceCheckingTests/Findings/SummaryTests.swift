import TestSupport
import Testing
import TraceFindings
import TraceModel
import TraceReading

@testable import TraceChecking
@testable import TraceGrammar

/// What a report says about a recording besides findings.
@Suite("What is told about a recording") struct SummaryTests {
  private static let houses = """
    grammar Houses "1.0" { text "Houses." }
    subject house { member "house" begins with moveIn }
    subject room within house { member "room" }
    subject parcel within house { member "parcel" }
    callback moveIn about house {}
    callback see about room {}
    callback light about room {}
    callback save about room {}
    callback restore about room {}
    callback bring about parcel {}
    callback weigh about parcel {}
    callback open about parcel {}
    lifecycle room about room {
      dark -> light lit
      lit -> light lit
    }
    rule unseen error about parcel {
      expects see by each room in lit after save before restore
      title "t" message "m"
    }
    rule closed error about parcel {
      expects open within 5 s after bring
      title "t" message "m"
    }
    """

  /// Events in a short form such as `bring 1 p=x r=a t=3`: house, parcel, room, seconds.
  private static func lines(_ events: String) -> [UInt8] {
    let lines = events.split(separator: ",").map { event -> String in
      let words = event.split(separator: " ").map(String.init)
      var members = ["\"callback\":\"\(words[0])\"", "\"house\":\"\(words[1])\""]
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=")
        let name = ["r": "room", "p": "parcel", "t": "time"][parts[0]] ?? ""
        members.append("\"\(name)\":" + (name == "time" ? "\(parts[1])" : "\"\(parts[1])\""))
      }
      return "{\(members.joined(separator: ","))}"
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func notes(
    _ grammar: Grammar, _ bytes: [UInt8], then gap: String? = nil
  ) throws -> [TraceReport.Note] {
    let options = CheckOptions()
    let judge = TraceJudge(Plan(grammar))
    var store = try StoredTrace(MemorySource(bytes), members: judge.plan.members).store
    if let gap {
      var event = EventDraft(judge.plan.members)
      (event.callback, event.kind) = (store.intern(gap), .gap)
      store.append(event)
    }
    let passes = judge.passes(store, Statements(), options)
    return Summary(passes, passes.outcome(among: nil)).notes(repairCost: 0)
  }

  private static func notes(_ events: String, then gap: String? = nil) throws -> [String] {
    let (grammar, diagnostics) = Grammar.parse(Array(houses.utf8))
    return try notes(try #require(grammar, "\(diagnostics)"), lines(events), then: gap).map {
      "\($0.id) \($0.event ?? 0) ×\($0.count): \($0.message)"
    }
  }

  @Test("a time limit that only unrecorded calls could meet is noted")
  func deadline() throws {
    let found = try Self.notes(
      "moveIn 1 t=0,bring 1 p=x t=1,weigh 1 p=x t=4,weigh 1 p=y t=9,bring 1 p=y t=10,see 1 r=a t=20"
    )
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "depends-on-recording 4 ×2: not judged: closed (2 times)."
          + " This recording never has open;") ?? false, "\(found)")
  }

  @Test("a rule on subjects side by side that names a callback which never comes is noted")
  func sideBySide() throws {
    let once = "moveIn 1,light 1 r=a,save 1 r=a p=x,restore 1 r=a p=y"
    let found = try Self.notes("\(once),save 1 r=a p=x,restore 1 r=a p=y")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "depends-on-recording 4 ×2: not judged: unseen (2 times)."
          + " This recording never has see;") ?? false, "\(found)")
    #expect(
      try Self.notes("moveIn 1,light 1 r=a,save 1 r=a p=x,see 1 r=a p=x,restore 1 r=a p=y") == [])
  }

  @Test("what a recording has about a subject later is not said never to come")
  func later() throws {
    let bytes = Array(
      """
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1}
      {"callback": "application(_:configurationForConnecting:options:)", "process": 1, "session": "A"}
      {"callback": "sceneWillEnterForeground(_:)", "process": 1, "session": "A"}
      {"callback": "scene(_:willConnectTo:options:)", "process": 1, "session": "A"}
      {"callback": "sceneDidBecomeActive(_:)", "process": 1, "session": "A"}
      """.utf8)
    let notes = try Self.notes(.uiScene(), bytes)
    #expect(notes.map(\.id) == ["depends-on-recording"])
    let why =
      "This recording never has scene(_:willConnectTo:options:) about this session before"
    #expect(notes.first?.message.contains(why) ?? false, "\(notes)")
  }

  @Test("a gap that names an unknown callback is one line that may report a call, and no loss")
  func gaps() throws {
    let found = try Self.notes("moveIn 1,light 1 r=a", then: "somethingElse")
    #expect(
      found.map { $0.prefix { $0 != ":" } } == ["unclear-call 3 ×1", "unknown-callback 3 ×1"])
  }
}
