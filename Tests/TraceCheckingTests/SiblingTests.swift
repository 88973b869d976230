import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

@Suite("A call to another subject of the same kind, as a letter of a lifecycle") struct SiblingTests
{
  private static let text = """
    grammar Screens "1.0" { text "One screen at a time." }
    subject app { member "app" begins with launch }
    subject screen within app { member "screen" }
    callback launch about app {}
    callback show about screen {}
    callback hide about screen {}
    case showElsewhere of show by another screen
    lifecycle front about screen {
      state away "The screen is away"
      state front "The screen is in front"
      start away
      away  -> show front
      front -> hide away
      stay in away on showElsewhere, hide
      when app begins: front becomes away
    }
    rule shown-over error in front { on showElsewhere in front title "t" message "{callback} while {states}" }
    rule shown-twice error in front { on show in front title "t" message "m" }
    """
  private let compiled: CompiledGrammar

  init() throws {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text.utf8))
    compiled = CompiledGrammar(try #require(grammar, "\(diagnostics)"))
  }

  private struct Event {
    var callback: String
    var app: String
    var screen: String?

    var line: String {
      if callback == "-" { return #"{"lost":0}"# }
      let screen = self.screen.map { ",\"screen\":\"\($0)\"" } ?? ""
      return "{\"callback\":\"\(callback)\",\"app\":\"\(app)\"\(screen)}"
    }
  }

  private func report(_ events: [Event], without callback: String? = nil) throws -> TraceReport {
    var compiled = compiled
    if let callback {
      var observed = RecordedCallbacks()
      observed.calls = Set(
        compiled.grammar.callbacks.indices.filter {
          compiled.grammar.callbacks[$0].name != callback
        })
      compiled = compiled.observing(observed)
    }
    return try TraceCheck(compiled).report(of: events.map(\.line).joined(separator: "\n"))
  }

  @Test("is a step of the other subjects, and not of its own")
  func steps() throws {
    let events = [
      Event(callback: "launch", app: "1"), Event(callback: "show", app: "1", screen: "a"),
      Event(callback: "show", app: "1", screen: "b"),
      Event(callback: "hide", app: "1", screen: "b"),
    ]
    let violation = try #require(try report(events).violations.first)
    #expect(violation.rule == "shown-over" && violation.subject == "a" && violation.event == 3)
    #expect(violation.callback == "show" && violation.message == "show while front")
    #expect(try report(events).violations.count == 1)
    // In another app it is not a step.
    var elsewhere = events
    elsewhere.insert(Event(callback: "launch", app: "2"), at: 2)
    elsewhere[3].app = "2"
    elsewhere[4].app = "2"
    #expect(try report(elsewhere).violations.isEmpty)
    // The subject that is shown is unknown.
    var unnamed = events
    unnamed[2].screen = nil
    #expect(try report(unnamed).violations.isEmpty)
  }

  /// The violations of a complete recording, as `rule event`, found by a simulation.
  private static func faults(in events: [Event]) -> Set<String> {
    var front: [String: Set<String>] = [:]
    var found: Set<String> = []
    for (number, event) in events.enumerated() {
      let screen = event.screen ?? ""
      switch event.callback {
      case "launch": front[event.app] = []
      case "hide": front[event.app]?.remove(screen)
      case "show":
        let others = front[event.app, default: []]
        if others.contains(screen) { found.insert("shown-twice \(number)") }
        if !others.subtracting([screen]).isEmpty { found.insert("shown-over \(number)") }
        // The repair is not to show it, or to hide the others.
        if others.isEmpty { front[event.app, default: []].insert(screen) } else { return found }
      default: break
      }
    }
    return found
  }

  @Test(
    "is found exactly where a simulation finds it, and nowhere else if something is missing",
    arguments: 0..<6 as Range<UInt64>)
  func random(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    var (broken, silent, rules) = (0, 0, Set<Substring>())
    for round in 0..<80 {
      var events: [Event] = []
      for app in ["1", "2"].prefix(Int.random(in: 1...2, using: &random)) {
        events.append(Event(callback: "launch", app: app))
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          let callback = ["show", "hide"].randomElement(using: &random) ?? ""
          let screen = ["a", "b", "c"].randomElement(using: &random)
          events.append(Event(callback: callback, app: app, screen: screen))
        }
      }
      let expected = Self.faults(in: events)
      let message = "part \(part), round \(round):\n\(events.map(\.line).joined(separator: "\n"))"
      let first = try report(events).violations.filter { violation in
        expected.isEmpty || expected.contains { $0.hasSuffix(" \(violation.event - 1)") }
      }
      #expect(Set(first.map { "\($0.rule) \($0.event - 1)" }) == expected, "\(message)")
      rules.formUnion(expected.map { $0.prefix { $0 != " " } })
      // A legal part stays legal if something is missing.
      let end = expected.compactMap { Int($0.split(separator: " ")[1]) }.min() ?? events.count
      var seen = Array(events[..<end])
      var callback: String?
      for _ in 0..<Int.random(in: 1...2, using: &random) where !seen.isEmpty {
        let place = Int.random(in: 0..<seen.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: seen = Array(seen.dropFirst(place))
        case 1:
          seen.replaceSubrange(
            place..<min(place + 2, seen.count), with: [Event(callback: "-", app: "")])
        case 2: seen[place].screen = nil
        case 3 where callback == nil:
          callback = ["show", "hide"].randomElement(using: &random)
          seen.removeAll { $0.callback == callback }
        default: seen.removeAll { $0.callback == "launch" && $0.app == "1" }
        }
      }
      if !seen.contains(where: { $0.callback != "-" }) { continue }
      let left = try report(seen, without: callback).violations.map(\.rule)
      #expect(
        left.isEmpty,
        "\(message)\n\(seen.map(\.line).joined(separator: "\n")) without \(callback ?? "nothing")")
      if expected.isEmpty { silent += 1 } else { broken += 1 }
    }
    #expect(broken > 20 && silent > 5 && rules.count == 2)
  }
}
