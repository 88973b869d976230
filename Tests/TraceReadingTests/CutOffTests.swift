import Testing
import TraceModel
import TraceReading

/// A recorder that is killed leaves a file that may end anywhere.
@Suite("A recording that ends in the middle") struct CutOffTests {
  private static let events = [
    #"{"callback":"a","session":"Ü\"\ud83d\ude00\/","time":-1.5e+1}"#,
    #"{"callback":"é日😀","x":{"y":[true,false,null,{}],"z":[]},"duration":0.25}"#,
    #"{"time":"2026-11-22T09:41:00Z","lost":12}"#,
    #"{"callback":"a","session":"S","time":2,"x":"\u00e9"}"#,
  ]

  /// The shapes of a trace, and whether they are lines.
  static let shapes: [(text: String, isLines: Bool)] = [
    (events.joined(separator: "\n"), true),
    ("{\"metadata\":{\"os\":\"iOS 18.4\"}}\n" + events.joined(separator: "\r\n\n"), true),
    ("[" + events.joined(separator: " ,\n ") + "\n]", false),
    ("{\"events\":[" + events.joined(separator: ",") + "],\"metadata\":{\"é\":[1,true]}}", false),
  ]

  @Test("is read up to its end, wherever that is", arguments: shapes)
  func everywhere(shape: (text: String, isLines: Bool)) throws {
    let bytes = Array(shape.text.utf8)
    var ends: [Int] = []
    for event in Self.events {
      let start = ends.last ?? 0
      ends.append(try #require(end(of: Array(event.utf8), in: bytes, from: start)))
    }
    for count in ends[0]...bytes.count {
      let text = Array(bytes[..<count])
      let blanks = Array(" \r\n".utf8)
      let isWhole =
        shape.isLines
        ? text[(ends.last { $0 <= count } ?? 0)...].allSatisfy(blanks.contains)
        : count == bytes.count
      for (usesScanner, fillsUp) in [(true, true), (false, true), (true, false)] {
        var manner = Reading.Manner()
        (manner.usesScanner, manner.fillsUp, manner.chunkSize) = (usesScanner, fillsUp, 64)
        let reading = Reading(text, manner)
        #expect(reading.error == nil, "\(legible(text))")
        #expect(reading.events.count == ends.count { $0 <= count }, "\(legible(text))")
        #expect(reading.notes.map(\.id) == (isWhole ? [] : ["cut-off"]), "\(legible(text))")
      }
    }
    // If nothing came before, there is nothing to check.
    for count in 0..<ends[0] {
      let reading = Reading(Array(bytes[..<count]), Reading.Manner())
      #expect((reading.error != nil) == !isHeaderLine(bytes[..<count]))
      #expect(reading.notes.isEmpty)
    }
  }

  /// The index after the first occurrence of some bytes in others, searched from an index on.
  private func end(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    (start...(bytes.count - part.count)).first { bytes[$0...].starts(with: part) }
      .map { $0 + part.count }
  }

  /// Whether bytes are only a header, which is a trace without events.
  private func isHeaderLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      == ["{\"metadata\":{\"os\":\"iOS 18.4\"}}"]
  }

  @Test("is reported with its end, also if a line end follows", arguments: ["", "\n", "\r\n \n\n"])
  func place(end: String) {
    for step in [1, 1 << 20] {
      let text = "{\"callback\":\"a\"}\n{\"callback\":\"b\"}\n{\"callba\(end)"
      let reading = Reading(Array(text.utf8), Reading.Manner(step: step))
      #expect(reading.error == nil)
      #expect(reading.events.count == 2)
      #expect(reading.notes.map(\.line) == [3])
      #expect(reading.notes.first?.message.hasPrefix("the recording ends in the middle") ?? false)
    }
  }

  @Test(
    "is distinguished from a malformed one",
    arguments: [
      ("{\"callback\":\"a\"}\n{\"callback\" 5", 2),
      ("{\"callback\":\"a\"}\n{\"callback\":\"a\",,", 2),
      ("{\"callback\":\"a\"}\nxyz", 2), ("{\"callback\":\"a\"}\n\"abc", 2),
      ("{\"callback\":\"a\"}\n{\"callback\":tx", 2), ("{\"callback\":\"a\"}\n{\"a\":1,\"a\":2", 2),
      ("{\"callback\":\"a\"}\n{\"callback\":\n{\"callback\":\"b\"}", 2),
      ("[{\"callback\":\"a\"},\n5", 2), ("[{\"callback\":\"a\"}\n{", 2),
      ("[{\"callback\":\"a\"},\n{\"callback\":\"b\" 5", 2),
      ("{\"events\":[{\"callback\":\"a\"}],\n\"x\" 5", 2),
      ("{\"events\":[{\"callback\":\"a\"}],\n\"events\":[", 2),
    ])
  func faults(text: String, line: Int) {
    let reading = Reading(Array(text.utf8), Reading.Manner())
    #expect(reading.error?.position?.line == line, "\(text)")
    #expect(reading.notes.isEmpty)
  }

  @Test("is also read in foreign formats")
  func foreign() {
    let call =
      #"{"eventMessage":"sceneDidBecomeActive(_:) session=S","timestamp":"x","processID":7}"#
    for (text, line) in [("\(call)\n{\"eventMessage\":\"sc", 2), ("[\(call),\n{\"a\":", 2)] {
      let reading = ForeignReading(text)
      #expect(reading.error == nil)
      #expect(reading.events.count == 1)
      #expect(reading.notes.contains { $0.hasPrefix("cut-off: ") }, "\(line)")
    }
  }
}
