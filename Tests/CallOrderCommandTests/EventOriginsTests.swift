import TestSupport
import Testing
import TraceModel
import TraceReading

@testable import CallOrderKit

/// The origins of the events of listed violations, which are read after the check.
@Suite("Origins of events") struct EventOriginsTests {
  /// How a recording is written.
  enum Shape: CaseIterable {
    case lines, linesWithHeader, spacedLines, list, listOnOneLine, document
  }

  private static let count = 6_000
  private static let known: Set = ["process", "session", "sessions"]

  /// A recording in which each event has its own number as its source line.
  private static func recording(_ shape: Shape) -> String {
    var text = ""
    switch shape {
    case .linesWithHeader: text += "{\"format\":\"callorder.trace/1\"}\n"
    case .list, .listOnOneLine: text += "["
    case .document: text += "{\"format\":\"callorder.trace/1\",\n\"events\":[\n"
    case .lines, .spacedLines: break
    }
    for number in 1...count {
      if shape == .spacedLines, number % 7 == 0 { text += "\r\n  \n" }
      text += "{\"callback\":\"sceneDidBecomeActive(_:)\",\"session\":\"S\(number % 90)\""
      text += ",\"file\":\"Ünits.swift\",\"sourceLine\":\(number)}"
      let isLast = number == count
      switch shape {
      case .lines, .linesWithHeader: text += isLast ? "" : "\n"
      case .spacedLines: text += "\r\n"
      case .list, .document: text += isLast ? "\n]" : ",\n"
      case .listOnOneLine: text += isLast ? "]" : ","
      }
    }
    return shape == .document ? text + "}" : text
  }

  /// How many bytes are read at a time.
  private static let chunkSize = 256 << 10

  @Test("each requested event has its own origin, at any position", arguments: Shape.allCases)
  func anywhere(_ shape: Shape) {
    let text = Self.recording(shape)
    #expect(text.utf8.count > 2 * Self.chunkSize)
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let wanted = [1, 6, 300][Int(seed % 3)]
      var numbers = Set((0..<wanted).map { _ in Int.random(in: 1...Self.count, using: &random) })
      if seed == 1 { numbers = [1, Self.count] }
      let origins = EventOrigins(
        [], besides: Self.known, of: Set(numbers.map { EventOrigins.Place(event: $0) }),
        from: MemorySource(Array(text.utf8)), foreign: ForeignOptions())
      for number in numbers {
        #expect(origins[number].file == "Ünits.swift", "event \(number), seed \(seed)")
        #expect(origins[number].line == number, "seed \(seed)")
      }
    }
  }

  /// Counts the bytes that are read.
  private final class CountingSource: SkippingSource {
    private let source: MemorySource
    private let skips: Bool
    private(set) var count = 0

    init(_ text: String, skips: Bool) {
      (source, self.skips) = (MemorySource(Array(text.utf8)), skips)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let read = source.read(into: buffer)
      count += read
      return read
    }

    func skip(_ count: Int) -> Bool { skips && source.skip(count) }
  }

  @Test(
    "only what is near the requested events is read if it is known where events begin",
    arguments: Shape.allCases, [false, true])
  func places(_ shape: Shape, skips: Bool) throws {
    let text = Self.recording(shape)
    let members = EventMembers(single: ["session"], set: nil)
    var store = TraceStore(members: members)
    var first = StoreReader(MemorySource(Array(text.utf8)), members: members)
    while try first.next(into: &store) {}
    #expect(store.events.count == Self.count)
    for number in [1, 2, 1_024, 1_025, 3_000, Self.count - 1, Self.count] {
      let source = CountingSource(text, skips: skips)
      let origins = EventOrigins(
        [], besides: Self.known, of: [.init(event: number)], from: source, at: first.places,
        foreign: ForeignOptions())
      #expect(origins[number].line == number)
      if skips { #expect(source.count <= Self.chunkSize, "event \(number)") }
    }
    // Some that are close together, and some far from each other.
    let some = [2, 3, 1_024, 1_025, 1_026, 4_100, Self.count]
    let origins = EventOrigins(
      [], besides: Self.known, of: Set(some.map { .init(event: $0) }),
      from: CountingSource(text, skips: skips), at: first.places, foreign: ForeignOptions())
    for number in some { #expect(origins[number].line == number) }
  }

  @Test("an event that does not exist has no origin, and hides no other")
  func noSuchEvent() {
    let origins = EventOrigins(
      [], besides: Self.known, of: [.init(event: 1), .init(event: Self.count + 1)],
      from: MemorySource(Array(Self.recording(.spacedLines).utf8)), foreign: ForeignOptions())
    #expect(origins[1].line == 1)
    #expect(origins[Self.count + 1].file == nil)
  }

  @Test("a value of another kind hides no origin")
  func otherKinds() {
    let text = #"""
      {"callback":"a","caller":{"name":"x"},"file":"A.swift","sourceLine":1.5}
      {"callback":"b","file":"B.swift","sourceLine":2}
      """#
    let origins = EventOrigins(
      ["caller"], besides: Self.known, of: [.init(event: 1), .init(event: 2)],
      from: MemorySource(Array(text.utf8)), foreign: ForeignOptions())
    #expect(origins[1].file == "A.swift" && origins[1].line == nil)
    #expect(origins[1].members.isEmpty)
    #expect(origins[2].file == "B.swift" && origins[2].line == 2)
  }

  @Test("other members are shown as recorded, in their order")
  func members() {
    let event =
      #"{"callback":"a","session":"S","time":1,"thread":"main","role":"R","build":[1,{"n":null}],"#
      + #""on":true,"size":1.5,"empty":"","session é":"x"}"#
    #expect(
      told(event, asked: ["role", "caller"]) == [
        "role=R", "thread=main", #"build=[1,{"n":null}]"#, "on=true", "size=1.5", "empty=",
        "session é=x",
      ])
    #expect(told(#"{"callback":"a","process":7,"sessions":["b"]}"#, asked: ["role"]) == [])
  }

  @Test("of many members the first are shown, and of long ones the beginning")
  func manyMembers() {
    let many = (1...400).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    #expect(
      told("{\"callback\":\"a\",\(many)}", asked: []) == (1...12).map { "m\($0)=\($0)" })
    let long = String(repeating: "é", count: 5_000)
    let cut = String(repeating: "é", count: 120) + "…"
    #expect(
      told("{\"callback\":\"a\",\"\(long)\":\"\(long)\",\"\(long)2\":1}", asked: [])
        == ["\(cut)=\(cut)"])
    let filler = String(repeating: " ", count: 1 << 16)
    #expect(told("{\"callback\":\"a\",\(filler)\"m\":1}", asked: []) == [], "a very large event")
  }

  /// The members of the only event of a recording, as `name=value`.
  private func told(_ event: String, asked: [String]) -> [String] {
    let origins = EventOrigins(
      asked, besides: Self.known, of: [.init(event: 1)], from: MemorySource(Array(event.utf8)),
      foreign: ForeignOptions())
    return origins[1].members.map { "\($0.name)=\($0.value)" }
  }
}
