import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

@Suite("A case that depends on whether a call is running") struct CallSpanTests {
  private let check: TraceCheck

  init() throws { check = TraceCheck(try CheckCase.grammar(in: "call-spans.txt")) }

  /// The rules that events in one house break.
  private func found(_ events: [String]) throws -> Set<String> {
    let text = ShortEvents(events, members: ["room"], always: "house=h").text
    return Set(try check.report(of: text).violations.map(\.rule))
  }

  @Test(
    "agrees with a slow count of running calls, and a part of the trace has no more violations",
    arguments: 0..<4 as Range<UInt64>)
  func random(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    var (accused, rules) = (0, Set<String>())
    for round in 0..<60 {
      var (running, wasEnded): (String?, Bool) = (nil, false)
      var (events, expected): ([String], [String]) = (["moveIn"], [])
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let room = ["r", "s"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where running == nil:
          events.append("cook( \(room)")
          running = room
        case 1:
          guard let cooked = running else { continue }
          events.append("cook) \(cooked)")
          (running, wasEnded) = (nil, true)
        case 2:
          events.append("sing")
          if running != nil { expected.append("sung") }
        default:
          events.append("!taste \(room)")
          if running == room {
            expected.append("tasted")
          } else if wasEnded {
            expected.append("not-cooked")
          }
        }
      }
      let message = "part \(part), round \(round): \(events.joined(separator: ","))"
      // Consecutive faults are one finding.
      #expect(try found(events) == Set(expected), "\(message)")
      accused += expected.count
      rules.formUnion(expected)
      let place = Int.random(in: 1...events.count, using: &random)
      let lost = events[..<place] + ["lost"] + events[place...]
      #expect(try found(Array(lost)).isSubset(of: Set(expected)), "\(message), lost \(place)")
    }
    #expect(accused > 20 && rules.count == 3)
  }
}
