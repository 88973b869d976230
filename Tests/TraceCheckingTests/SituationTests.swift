import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceModel

@testable import TraceChecking

/// Houses with rooms that are lit or dark, and parcels that are brought into a room and opened there.
private enum Houses {
  static let text = """
    grammar Houses "1.0" {}
    subject house { member "house" begins with moveIn }
    subject room within house { member "room" }
    subject parcel within house { member "parcel" }
    callback moveIn about house {}
    callback leave about house {}
    callback light about room {}
    callback darken about room {}
    callback bring about parcel {}
    callback open about parcel {}
    callback announce about parcel {}
    callback see about parcel {}
    lifecycle room about room {
      dark -> light lit
      lit -> darken dark
      stay in dark on darken
      stay in lit on light
      when house begins: lit becomes dark
    }
    case leaveLit of leave while some room in lit
    case lightAlone of light while no other room in lit and while room in dark
    case lightBeside of light while another room in lit
    case brightBring of bring where fragile and while room in lit
    rule left-lit error about house { on leaveLit title "t" message "{callback}" }
    rule alone note about room { on lightAlone title "t" message "{callback}" }
    rule beside note about room { on lightBeside title "t" message "{callback}" }
    rule bright note about parcel { on brightBring title "t" message "{callback}" }
    rule elsewhere error about parcel {
      open by another room than bring title "t" message "{callback}"
    }
    rule twice error about parcel {
      at most once see by each room after announce title "t" message "{callback}"
    }
    rule bright-long error about room {
      expects darken within 5 s after light title "t" message "{callback}"
    }
    rule unseen error about parcel {
      expects see by each room in lit after announce before leave title "t" message "{callback}"
    }
    """

  /// One event; the room or parcel is nil if the callback has none or it was not recorded.
  struct Event {
    var callback: String
    var house: String?
    var room: String?
    var parcel: String?
    var isFragile: Bool?
    var time: Int?

    var line: String {
      var members = ["\"callback\":\"\(callback)\""]
      if let house { members.append("\"house\":\"\(house)\"") }
      if let room { members.append("\"room\":\"\(room)\"") }
      if let parcel { members.append("\"parcel\":\"\(parcel)\"") }
      if let time { members.append("\"time\":\(time)") }
      if let isFragile { members.append("\"fragile\":\(isFragile)") }
      return callback == "lost" ? "{\"lost\":0}" : "{\(members.joined(separator: ","))}"
    }
  }

  static func random(using random: inout SeededGenerator) -> [Event] {
    var events: [Event] = []
    var time = 0
    for house in ["h", "i"].prefix(Int.random(in: 1...2, using: &random)) {
      events.append(Event(callback: "moveIn", house: house))
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let callbacks = [
          "light", "light", "darken", "bring", "open", "announce", "see", "see", "leave",
        ]
        let callback = callbacks.randomElement(using: &random) ?? ""
        time += Int.random(in: 0...4, using: &random)
        var event = Event(callback: callback, house: house, time: time)
        if !["announce", "leave"].contains(callback) {
          event.room = ["r", "s"].randomElement(using: &random)
        }
        if ["bring", "open", "announce", "see"].contains(callback) {
          event.parcel = ["p", "q"].randomElement(using: &random)
        }
        if callback == "bring" { event.isFragile = Bool.random(using: &random) }
        events.append(event)
      }
    }
    return events
  }

  /// The violations of a complete recording, found by a simulation: `rule event`, with events counted from 0.
  /// - Parameter isRepeated: whether to repeat findings that are reported only once per subject in a house.
  static func faults(in events: [Event], isRepeated: Bool) -> Set<String> {
    var found: Set<String> = []
    var lit: Set<String> = []
    var brought: [String: String] = [:]
    var seen: [String: Set<String>] = [:]
    var unseen: [String: Set<String>] = [:]
    var owedSince: [String: Int] = [:]
    /// Rooms that were lit and not darkened since, even if that was already reported as too long.
    var isOwed: Set<String> = []
    // Findings that are reported once per subject in a house, because nothing legal comes in between.
    var told: Set<String> = []
    func tell(_ rule: String, of subject: String, _ number: Int) {
      if told.insert("\(rule) \(subject)").inserted || isRepeated {
        found.insert("\(rule) \(number)")
      }
    }
    for (number, event) in events.enumerated() {
      let (room, parcel) = (event.room ?? "", event.parcel ?? "")
      if let time = event.time {
        for (late, since) in owedSince where time > since + 5 {
          found.insert("bright-long \(number)")
          owedSince[late] = nil
        }
      }
      switch event.callback {
      case "moveIn":
        (lit, brought, seen, unseen, owedSince) = ([], [:], [:], [:], [:])
      case "light":
        if !lit.subtracting([room]).isEmpty {
          tell("beside", of: room, number)
        } else if !lit.contains(room) {
          tell("alone", of: room, number)
        }
        lit.insert(room)
        if !isOwed.contains(room) { owedSince[room] = event.time }
        isOwed.insert(room)
      case "darken":
        lit.remove(room)
        isOwed.remove(room)
        owedSince[room] = nil
      case "bring":
        if event.isFragile == true, lit.contains(room) {
          tell("bright", of: parcel, number)
        }
        brought[parcel] = room
      case "open":
        if let first = brought[parcel], first != room {
          found.insert("elsewhere \(number)")
          brought[parcel] = nil
        }
      case "announce":
        seen[parcel] = []
        unseen[parcel] = lit
      case "see":
        if seen[parcel]?.insert(room).inserted == false { found.insert("twice \(number)") }
        unseen[parcel]?.remove(room)
      default:
        if !lit.isEmpty { tell("left-lit", of: event.house ?? "", number) }
        if unseen.values.contains(where: { !$0.isDisjoint(with: lit) }) {
          found.insert("unseen \(number)")
        }
        unseen = [:]
      }
      if event.callback == "moveIn" { (isOwed, told) = ([], []) }
    }
    return found
  }
}

@Suite("A question about the state of subjects, and about subjects side by side")
struct SituationTests {
  private let plan: Plan

  init() throws {
    let (grammar, diagnostics) = Grammar.parse(Array(Houses.text.utf8))
    plan = Plan(try #require(grammar, "\(diagnostics)"))
  }

  /// The rules that a trace breaks, each with the number of the event in `numbers`.
  private func found(
    _ lines: [String], numbers: [Int], without callback: String? = nil
  ) throws -> Set<String> {
    var observed: RecordedCallbacks?
    if let callback {
      observed = RecordedCallbacks()
      observed?.calls = Set(
        plan.grammar.callbacks.indices.filter {
          plan.grammar.callbacks[$0].name != callback
        })
    }
    let report = try TraceCheck(plan, showing: observed).report(of: lines.joined(separator: "\n"))
    return Set(report.violations.map { "\($0.rule) \(numbers[$0.event - 1])" })
  }

  @Test("has the same answer as a simulation", arguments: 0..<6 as Range<UInt64>)
  func certain(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    var rules: Set<Substring> = []
    for round in 0..<80 {
      let events = Houses.random(using: &random)
      let expected = Houses.faults(in: events, isRepeated: false)
      let found = try found(events.map(\.line), numbers: Array(events.indices))
      #expect(
        found == expected,
        "part \(part), round \(round):\n\(events.map(\.line).joined(separator: "\n"))")
      rules.formUnion(found.map { $0.prefix { $0 != " " } })
    }
    #expect(rules.count == 8, "\(rules)")
  }

  @Test("gives no violation for what is unknown", arguments: 0..<6 as Range<UInt64>)
  func blinded(part: UInt64) throws {
    var random = SeededGenerator(seed: part &+ 100)
    var (accused, silent) = (0, 0)
    for round in 0..<160 {
      let events = Houses.random(using: &random)
      let expected = Houses.faults(in: events, isRepeated: true)
      var seen = Array(events.enumerated())
      var callback: String?
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0...seen.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: seen = Array(seen.dropFirst(place))
        case 1: seen = Array(seen.prefix(place))
        case 2 where place + 2 < seen.count:
          seen.replaceSubrange(
            place..<(place + 2), with: [(offset: -1, element: Houses.Event(callback: "lost"))])
        case 3 where place < seen.count: seen[place].element.room = nil
        case 4 where place < seen.count: seen[place].element.isFragile = nil
        case 7 where place < seen.count:
          (seen[place].element.house, seen[place].element.room) = (nil, nil)
        case 8 where place < seen.count: seen[place].element.house = nil
        case 5: for index in seen.indices.dropFirst(place) { seen[index].element.time = nil }
        case 6 where callback == nil:
          callback = ["light", "darken", "bring", "announce", "see"].randomElement(using: &random)
          seen.removeAll { $0.element.callback == callback }
        default: break
        }
      }
      if seen.isEmpty { continue }
      let found = try found(
        seen.map(\.element.line), numbers: seen.map(\.offset), without: callback)
      // The delay shows at the next event, which may not be recorded.
      let late = expected.filter { $0.hasPrefix("bright-long") }
      let isLate = found.contains { $0.hasPrefix("bright-long") }
      #expect(!isLate || !late.isEmpty)
      #expect(
        found.filter { !$0.hasPrefix("bright-long") }.isSubset(of: expected),
        "part \(part), round \(round), without \(callback ?? "nothing"):\n\(seen.map(\.element.line).joined(separator: "\n"))"
      )
      if found.isEmpty { silent += 1 } else { accused += 1 }
    }
    print("blinded houses, part \(part): \(accused) accused, \(silent) silent")
    #expect(accused > 20 && silent > 20)
  }

  @Test("names the peer of the first event, and the missing one")
  func words() throws {
    let lines = [
      #"{"callback":"moveIn","house":"h"}"#, #"{"callback":"light","house":"h","room":"r"}"#,
      #"{"callback":"announce","house":"h","parcel":"p"}"#, #"{"callback":"leave","house":"h"}"#,
    ]
    let report = try TraceCheck(plan).report(of: lines.joined(separator: "\n"))
    let violation = try #require(report.violations.first { $0.rule == "unseen" })
    #expect(violation.message == "leave: room r had none")
    #expect(violation.subject == "p" && violation.lifecycle == "parcel")
    #expect(violation.related == [.init(event: 3, line: 3, message: "announce came here")])
  }
}
