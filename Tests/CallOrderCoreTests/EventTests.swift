import CallOrderCore
import Testing

@Suite("Events as values") struct EventTests {
  @Test("every member has its name, with or without a property")
  func members() {
    let event = RecordedEvent(
      "willConnect", session: "A", sessions: ["B"], scene: "s", process: "7", role: "r",
      members: ["wire": "w", "host": 4, "session": "C"])
    #expect(event["session"] == "C")
    #expect(event["sessions"] == ["B"])
    #expect(event["scene"] == "s")
    #expect(event["process"] == "7")
    #expect(event["role"] == "r")
    #expect(event["host"] == 4)
    #expect(event.session == "C")
    #expect(event.members.map(\.name) == ["wire", "host"])
    #expect(event["thread"] == nil)
  }

  @Test("a member is set, replaced and removed by its name")
  func editing() {
    var event = RecordedEvent("didUpdate")
    #expect(event.members.isEmpty)
    event["session"] = "A"
    event["session"] = "B"
    #expect(event.session == "B" && event.members.isEmpty)
    event["session"] = nil
    for name in ["options.urls", "payloads", "wire"] {
      event[name] = "1"
      event[name] = ["2"]
      #expect(event[name] == ["2"])
      event[name] = nil
    }
    #expect(event == RecordedEvent("didUpdate"))
  }
}
