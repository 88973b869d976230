import CallOrderCore
import Testing

@Suite("Events as values") struct EventTests {
  @Test("the parameters become members with their names")
  func members() {
    let event = Event(
      "willConnect", session: "A", sessions: ["B"], scene: "s", process: "7", role: "r",
      members: ["wire": "w", "host": 4, "session": "C"])
    #expect(event["session"] == "C")
    #expect(event["sessions"] == ["B"])
    #expect(event["scene"] == "s")
    #expect(event["process"] == "7")
    #expect(event["role"] == "r")
    #expect(event["host"] == .text("4"))
    #expect(
      event.members.map(\.name) == [
        "session", "sessions", "scene", "process", "role", "wire", "host",
      ])
    #expect(event["thread"] == nil)
  }

  @Test("a member is set, replaced and removed by its name")
  func editing() {
    var event = Event("didUpdate")
    #expect(event.members.isEmpty)
    event["session"] = "A"
    event["session"] = "B"
    #expect(event.members == [Event.Member(name: "session", value: "B")])
    event["session"] = nil
    #expect(event == Event("didUpdate"))
  }
}
