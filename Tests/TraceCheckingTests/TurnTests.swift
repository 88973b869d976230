import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// A room is in a house and has lamps, so rooms take turns like houses. With the next house, a lit room has its curtains open.
@Suite("Subjects that take turns inside others") struct TurnTests {
  private static let text = """
    grammar Rooms "1.0" { text "Rooms." }
    subject house { member "house" begins with moveIn }
    subject room within house { member "room" }
    subject lamp within room { member "lamp" }
    callback moveIn about house {}
    callback see about room {}
    callback dust about lamp {}
    callback light about lamp {}
    callback draw about lamp {}
    lifecycle light about room {
      dark -> light lit
      open -> draw dark
      lit -> .
      stay in dark, lit, open on see
      start dark
      unknown dark, lit, open
      when house begins: lit become open
    }
    rule unexpected-callback error { anything else title "t" message "m" }
    """

  private static func call(_ callback: String, _ house: Int, _ room: String? = nil) -> String {
    let lamp = callback == "see" || room == nil ? "" : ",\"lamp\":\"\(room ?? "")\""
    let members = room.map { ",\"room\":\"\($0)\"\(lamp)" } ?? ""
    return "{\"callback\":\"\(callback)\",\"house\":\"\(house)\"\(members)}"
  }

  private static let lost = "{\"lost\":0}"

  private func found(_ lines: [String]) throws -> [Int] {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.text.utf8))
    let compiled = CompiledGrammar(try #require(grammar, "\(diagnostics)"))
    return try TraceCheck(compiled).report(of: lines.joined(separator: "\n")).violations.map(
      \.event)
  }

  @Test("events lost in the next house opened no curtains, whichever room is met there first")
  func lossInTheNextTurn() throws {
    let start = [Self.call("moveIn", 1), Self.call("see", 1, "a"), Self.call("moveIn", 2)]
    let (other, draw) = (Self.call("dust", 2, "b"), Self.call("draw", 2, "a"))
    #expect(try found(start + [draw]) == [4])
    #expect(try found(start + [Self.lost, draw]) == [5])
    #expect(try found(start + [Self.lost, other, draw]) == [6])
  }

  @Test("events lost before the next house began may have lit a room")
  func lossInItsOwnTurn() throws {
    let start = [
      Self.call("moveIn", 1), Self.call("see", 1, "a"), Self.lost, Self.call("moveIn", 2),
    ]
    let (other, draw) = (Self.call("dust", 2, "b"), Self.call("draw", 2, "a"))
    #expect(try found(start + [draw]) == [])
    #expect(try found(start + [other, draw]) == [])
  }
}
