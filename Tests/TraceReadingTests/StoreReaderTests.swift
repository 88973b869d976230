import Testing
import TraceModel
import TraceReading

/// The events of a text as `line callback session process`, or its error.
private func outcome(_ text: String, step: Int = 1 << 20) -> [String] {
  let reading = Reading(Array(text.utf8), Reading.Manner(step: step))
  if let error = reading.error {
    let place = error.position.map { "\($0.line):\($0.column) " } ?? ""
    return ["\(place)\(error.message)"]
  }
  return reading.events.map { event in
    let names = [event.callback, event.values[1], event.values[0]].map {
      String(decoding: $0 ?? [], as: UTF8.self)
    }
    return "\(event.line) \(event.kind == .gap ? "lost" : names.joined(separator: " "))"
  }
}

@Suite("A reader of a trace") struct StoreReaderTests {
  private static let first = #"{"callback":"a","session":"S","process":7}"#
  private static let second = #"{"callback":"b"}"#
  private static let both = ["a S 7", "b  "]

  /// The same two events in every shape, with their lines.
  static let shapes: [(text: String, lines: [Int])] = [
    ("\(first)\n\(second)\n", [1, 2]),
    ("\(first)\n\(second)", [1, 2]),
    ("\(first)\r\n\r\n  \r\n\(second)\r\n", [1, 4]),
    ("\u{FEFF}\n\(first)\n\n\(second)", [2, 4]),
    (
      "{\"format\":\"callorder.trace/1\",\"metadata\":{\"os\":\"iOS 18.4\"}}\n\(first)\n\(second)",
      [2, 3]
    ),
    ("[\(first),\(second)]", [1, 1]),
    ("[\n\(first),\n\(second)\n]\n", [2, 3]),
    ("{\"events\":[\(first), \n\n\(second)]}", [1, 3]),
    (
      "{\n\"format\":\"callorder.trace/1\",\n\"events\":[\n\(first),\(second)],\"metadata\":{}}",
      [4, 4]
    ),
    ("{\"x\":[\"]\",{\"events\":[]}],\"events\" : [\(first),\(second)] , \"y\":1}\n", [1, 1]),
    (
      "[{\"callback\"\n:\"\\u0061\",\"process\":\"7\",\"session\":\"S\"},\n{\"callback\":\"b\"}]",
      [1, 3]
    ),
  ]

  @Test("reads every shape, however the bytes arrive", arguments: shapes, [1, 2, 7, 1 << 20])
  func shape(sample: (text: String, lines: [Int]), step: Int) {
    let expected = zip(sample.lines, Self.both).map { "\($0) \($1)" }
    #expect(outcome(sample.text, step: step) == expected)
  }

  @Test(
    "reports what is wrong with a text, and where",
    arguments: LogLine.all("texts that are no trace"))
  func fault(sample: LogLine) {
    #expect(outcome(sample.line) == [sample.event ?? ""])
  }

  @Test(
    "recognizes events of our own format, whatever else they contain",
    arguments: [
      #"{"callback":"a","ph":"i","name":"x","ts":1}"#, #"{"callback":"a","schema":"cio"}"#,
      #"{"callback":"a","eventMessage":"x","timestamp":"y","eventType":"z"}"#,
      #"{"callback":"a","breadcrumbs":[{"name":"x"}],"exceptions":[],"event_id":""}"#,
    ])
  func ownEvents(text: String) {
    #expect(outcome(text) == ["1 a  "])
    #expect(outcome("[\(text)]") == ["1 a  "])
    #expect(outcome("{\"breadcrumbs\":[],\"events\":[\(text)]}") == ["1 a  "])
    #expect(outcome("{\"metadata\":{}}\n\(text)") == ["2 a  "])
    #expect(
      outcome("{\"format\":\"callorder.trace/1\",\"sdk\":1,\"user\":{\"breadcrumbs\":[]}}\n\(text)")
        == ["2 a  "])
  }

  @Test("rejects a member that occurs twice, in an ordinary event and in one with escapes")
  func duplicates() {
    for name in ["callback", "x", "\\u0078"] {
      let error = outcome("{\"callback\":\"a\",\"\(name)\":\"b\",\"\(name)\":\"c\"}")
      #expect(error.count == 1 && error[0].hasSuffix("a member occurs twice"), "\(error)")
    }
  }

  @Test(
    "accepts the maximum number of events, including gaps, and rejects one more with its position")
  func eventCount() {
    #expect(ReadingLimits().eventCount == 100_000_000)
    let events = [#"{"callback":"a"}"#, #"{"lost":2}"#, #"{"callback":"b"}"#, #"{"callback":"c"}"#]
    let shapes = [("", "\n", "\n"), ("[\n", ",\n", "]"), ("{\"events\":[\n", ",\n", "]}")]
    for (usesScanner, chunkSize) in [(true, 1 << 10), (false, 1 << 10), (true, 40)] {
      var manner = Reading.Manner()
      (manner.usesScanner, manner.chunkSize) = (usesScanner, chunkSize)
      manner.limits.eventCount = 3
      for (start, separator, end) in shapes {
        func reading(_ count: Int) -> Reading {
          Reading(
            Array((start + events.prefix(count).joined(separator: separator) + end).utf8), manner)
        }
        #expect(reading(3).error == nil)
        #expect(reading(3).events.count == 3)
        #expect(reading(4).error?.message == "a trace may have at most 3 events")
        #expect(reading(4).events.count == 3)
        #expect(reading(4).error?.position?.line == (start.isEmpty ? 4 : 5))
        #expect(reading(4).error?.position?.column == 1)
      }
    }
  }

  @Test("reads times as seconds and as RFC 3339, with any offset")
  func times() throws {
    let texts = ["12.25", "\"1970-01-01T00:00:12.25Z\"", "\"1970-01-01 01:00:12.250+0100\""]
    for text in texts {
      let store = try StoredTrace(
        MemorySource(Array("[{\"callback\":\"a\",\"time\":\(text)}]".utf8)), members: .uiScene
      ).store
      #expect(store.events.map(\.time) == [12.25], "\(text)")
    }
  }
}
