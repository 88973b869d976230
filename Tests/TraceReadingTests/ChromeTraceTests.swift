import Testing

@testable import TraceReading

@Suite("Chrome's trace events") struct ChromeTraceTests {
  private static let events = [
    #"{"name":"thread_name","ph":"M","pid":1,"args":{"name":"main"}}"#,
    #"{"name":"sceneDidBecomeActive(_:)","ph":"i","ts":1500000,"pid":7,"args":{"scene":"A","role":"R"}}"#,
    #"{"name":"own","cat":"x,uiscene","ph":"X","ts":2e6,"dur":250000,"pid":"p","args":{"session":"S","kind":"action"}}"#,
    #"{"name":"layout","ph":"X","ts":1,"dur":1}"#, #"{"name":"continue","ph":"B","ts":1}"#,
    #"{"name":"sceneDidDisconnect(_:)","ph":"E","ts":1}"#,
    #"{"name":"sceneDidDisconnect(_:)","ph":"B","ts":3000000,"args":{"sessions":["S","T"]}}"#,
  ]

  private static let expected = [
    "sceneDidBecomeActive(_:) process=7 scene=A role=R", "own action process=p session=S",
    "sceneDidDisconnect(_:) end", "sceneDidDisconnect(_:) begin sessions=S sessions=T",
  ]

  @Test(
    "are read as a list and as a document, however the bytes arrive", arguments: [1, 7, 1 << 20])
  func shapes(step: Int) {
    let list = Self.events.joined(separator: ",\n")
    for (text, metadata) in [
      ("[\(list)]", []), ("[\(list)", []), ("[\(list),\n", []),
      (
        "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\(list)],\"otherData\":{\"os\":\"iOS 18.4\",\"n\":1}}",
        ["os=iOS 18.4"]
      ),
    ] {
      let reading = ForeignReading(text, step: step)
      #expect(reading.error == nil)
      #expect(reading.events == zip([2, 3, 6, 7], Self.expected).map { "\($0) \($1)" })
      #expect(reading.times == [1.5, 2, 0.000001, 3])
      #expect(reading.durations[1] == 0.25)
      #expect(reading.format == "chrome-trace")
      #expect(reading.metadata == metadata)
      #expect(reading.notes == ["not-lifecycle: 3 trace events are not lifecycle calls"])
    }
  }

  @Test(
    "that are malformed are reported with their position",
    arguments: [
      ("{\"traceEvents\":[{\"ph\":\"i\"}", "1:27 the text ends inside the list"),
      ("{\"traceEvents\":[]\n", "2:1 '}' expected near end of file"),
      ("{\"traceEvents\":[3]}", "1:17 a trace event must be an object, not a number"),
      (
        "[{\"ph\":\"i\",\"name\":\"a\"}}",
        "1:23 a comma or the end of the list is expected after a trace event"
      ),
    ])
  func faults(text: String, error: String) {
    #expect(ForeignReading(text).error == error)
  }

  @Test("end the last call that began on the same thread, if they do not name one")
  func endsWithoutNames() {
    let events = [
      #"{"name":"sceneDidBecomeActive(_:)","ph":"B","ts":0,"pid":1,"tid":1}"#,
      #"{"name":"layout","ph":"B","ts":1,"pid":1,"tid":1}"#,
      #"{"name":"sceneDidDisconnect(_:)","ph":"B","ts":2,"pid":1,"tid":2}"#,
      #"{"ph":"E","ts":3000000,"pid":1,"tid":1}"#, #"{"ph":"E","ts":4000000,"pid":1,"tid":1}"#,
      #"{"ph":"E","ts":5000000,"pid":1,"tid":2}"#, #"{"ph":"E","ts":6,"pid":1,"tid":2}"#,
      #"{"name":"layout","ph":"E","ts":7,"pid":1,"tid":2}"#,
      #"{"name":"sceneDidBecomeActive(_:)","ph":"b","ts":8,"pid":1,"id":"0x1"}"#,
      #"{"name":"sceneDidBecomeActive(_:)","ph":"e","ts":9,"pid":1,"id":"0x1"}"#,
    ]
    let reading = ForeignReading("[\(events.joined(separator: ",\n"))]")
    #expect(
      reading.events == [
        "1 sceneDidBecomeActive(_:) begin process=1", "3 sceneDidDisconnect(_:) begin process=1",
        "5 sceneDidBecomeActive(_:) end process=1", "6 sceneDidDisconnect(_:) end process=1",
        "9 sceneDidBecomeActive(_:) begin process=1", "10 sceneDidBecomeActive(_:) end process=1",
      ])
    #expect(reading.notes == ["not-lifecycle: 4 trace events are not lifecycle calls"])
  }
}
