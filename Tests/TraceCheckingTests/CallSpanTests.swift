import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

@Suite("A case that depends on whether a call is running") struct CallSpanTests {
  private static let text = """
    grammar Kitchen "1.0" { text "Meals." }
    subject house { member "house" begins with moveIn }
    subject room within house { member "room" alias "door" }
    callback moveIn about house {}
    callback cook about room { notification "Cooked" }
    callback sing about house {}
    action taste about room {}
    case tasteWhileCooking of taste during cook
    case tasteElsewhere of taste outside cook
    case singWhileCooking of sing during cook, moveIn
    rule tasted note about room { on tasteWhileCooking title "t" message "m" }
    rule not-cooked note about room { on tasteElsewhere title "t" message "m" }
    rule sung note about house { on singWhileCooking title "t" message "m" }
    """
  private let check: TraceCheck

  init() throws {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text.utf8))
    check = TraceCheck(try #require(grammar, "\(diagnostics)"))
  }

  /// The rules that a trace in one house breaks; an event is written `cook( r` for the beginning of a call, `cook) r` for its
  /// end, `cook r 5 2` with time and duration, and `-` for a gap.
  private func found(_ events: String, extra: String = "") throws -> [String] {
    let lines = events.split(separator: ",").map { event -> String in
      let words = event.split(separator: " ").map(String.init)
      if words[0] == "-" { return #"{"lost":0}"# }
      let name = words[0].filter(\.isLetter)
      var members = ["\"callback\":\"\(name)\"", "\"house\":\"h\""]
      if name == "taste" { members.append(#""kind":"action""#) }
      if words[0].hasSuffix("(") { members.append(#""phase":"begin""#) }
      if words[0].hasSuffix(")") { members.append(#""phase":"end""#) }
      if words.count > 1, words[1] != "*" { members.append("\"room\":\"\(words[1])\"") }
      if words.count > 2 { members.append("\"time\":\(words[2])") }
      if words.count > 3 {
        members.append(
          "\"\(words[3].contains("t") ? "thread" : "duration")\":\(words[3].contains("t") ? "\"\(words[3])\"" : words[3])"
        )
      }
      return "{\(members.joined(separator: ","))}"
    }
    return try check.report(of: lines.joined(separator: "\n")).violations.map(\.rule)
  }

  @Test("is certain between the events of a call's beginning and end")
  func phases() throws {
    #expect(try found("moveIn,cook( r,taste r,cook) r") == ["tasted"])
    #expect(try found("moveIn,cook( r,cook) r,taste r") == ["not-cooked"])
    // In another room, and during a call whose end was not recorded before.
    #expect(try found("moveIn,cook( r,cook) r,cook( r,taste s,cook) r") == ["not-cooked"])
    #expect(try found("moveIn,taste r,cook( r,cook) r") == [])
    // An event that names no room comes while the call runs.
    #expect(try found("moveIn,cook( r,sing,cook) r") == ["sung"])
  }

  @Test("is certain by time and duration, except for equal and missing times")
  func times() throws {
    #expect(try found("moveIn,cook r 5 2,taste r 6") == ["tasted"])
    #expect(try found("moveIn,cook r 5 2,taste r 8") == ["not-cooked"])
    #expect(try found("moveIn,cook r 5 2,taste r 7") == [])
    #expect(try found("moveIn,cook r 5 2,taste r 5") == [])
    #expect(try found("moveIn,cook r 5 2,taste r 4") == [])
    #expect(try found("moveIn,cook r 5 2,taste r") == [])
    #expect(try found("moveIn,cook r 5 2,cook r 9 1,taste r 6") == [])
  }

  @Test(
    "is unknown if ends are not recorded, events were lost, or the beginning is missing")
  func unknown() throws {
    #expect(try found("moveIn,cook r,taste r") == [])
    // A notification is not a call.
    #expect(try found("moveIn,Cooked r 5 2,taste r 8") == [])
    #expect(try found("moveIn,cook( r,cook) r,cook r,taste r") == [])
    #expect(try found("moveIn,cook) r,taste r") == [])
    #expect(try found("moveIn,cook( r,-,taste r") == [])
    #expect(try found("moveIn,cook( r,cook) r,-,taste r") == [])
    #expect(try found("cook( r,cook) r,taste r") == [])
    // On another thread it comes at the same time, but not within the call.
    #expect(try found("moveIn,cook( r 1 t1,taste r 2 t2,cook) r 3") == [])
    #expect(try found("moveIn,cook( r 1 t1,taste r 2 t1,cook) r 3") == ["tasted"])
  }

  @Test("is unknown for a call that names its subject in another way")
  func alias() throws {
    let lines = [
      #"{"callback":"moveIn","house":"h"}"#,
      #"{"callback":"cook","phase":"begin","house":"h","door":"d"}"#,
      #"{"callback":"taste","kind":"action","house":"h","room":"r"}"#,
    ]
    #expect(try check.report(of: lines.joined(separator: "\n")).violations.isEmpty)
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
          events.append("taste \(room)")
          if running == room {
            expected.append("tasted")
          } else if wasEnded {
            expected.append("not-cooked")
          }
        }
      }
      let message = "part \(part), round \(round): \(events.joined(separator: ","))"
      // Consecutive faults are one finding.
      #expect(Set(try found(events.joined(separator: ","))) == Set(expected), "\(message)")
      accused += expected.count
      rules.formUnion(expected)
      let place = Int.random(in: 1...events.count, using: &random)
      let lost = events[..<place] + ["-"] + events[place...]
      let left = Set(try found(lost.joined(separator: ",")))
      #expect(left.isSubset(of: Set(expected)), "\(message), lost \(place)")
    }
    #expect(accused > 20 && rules.count == 3)
  }
}
