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

  /// A recording in which each event has its own number as its source line, and the lines of its events.
  private static func recording(_ shape: Shape) -> (text: String, lines: [Int]) {
    var text = ""
    var lines: [Int] = []
    var line = 1
    func add(_ part: String) {
      text += part
      line += part.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    switch shape {
    case .linesWithHeader: add("{\"format\":\"callorder.trace/1\"}\n")
    case .list, .listOnOneLine: add("[")
    case .document: add("{\"format\":\"callorder.trace/1\",\n\"events\":[\n")
    case .lines, .spacedLines: break
    }
    for number in 1...count {
      if shape == .spacedLines, number % 7 == 0 { add("\r\n  \n") }
      lines.append(line)
      add("{\"callback\":\"sceneDidBecomeActive(_:)\",\"session\":\"S\(number % 90)\"")
      add(",\"file\":\"Ünits.swift\",\"sourceLine\":\(number)}")
      let isLast = number == count
      switch shape {
      case .lines, .linesWithHeader: add(isLast ? "" : "\n")
      case .spacedLines: add("\r\n")
      case .list, .document: add(isLast ? "\n]" : ",\n")
      case .listOnOneLine: add(isLast ? "]" : ",")
      }
    }
    if shape == .document { add("}") }
    return (text, lines)
  }

  @Test("each requested event has its own origin, at any position", arguments: Shape.allCases)
  func anywhere(_ shape: Shape) {
    let (text, lines) = Self.recording(shape)
    #expect(text.utf8.count > TraceReader.batchSizeInBytes, "several batches are read")
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let wanted = [1, 6, 300][Int(seed % 3)]
      var numbers = Set((0..<wanted).map { _ in Int.random(in: 1...Self.count, using: &random) })
      if seed == 1 { numbers = [1, Self.count] }
      var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
      let origins = EventOrigins(
        [], besides: Self.known,
        of: Set(numbers.map { EventOrigins.Place(event: $0, line: lines[$0 - 1]) }),
        from: MemorySource(Array(text.utf8)), through: &batch,
        foreign: ForeignOptions())
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
    "only the batches of the requested events are read if it is known where they begin",
    arguments: Shape.allCases, [false, true])
  func places(_ shape: Shape, skips: Bool) throws {
    let (text, lines) = Self.recording(shape)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    var first = TraceReader(
      MemorySource(Array(text.utf8)), members: EventMembers(single: ["session"], set: nil))
    while try first.next(into: &batch) {}
    for number in [1, 2, 3_000, Self.count - 1, Self.count] {
      let source = CountingSource(text, skips: skips)
      let origins = EventOrigins(
        [], besides: Self.known, of: [.init(event: number, line: lines[number - 1])],
        from: source, at: first.places, through: &batch,
        foreign: ForeignOptions())
      #expect(origins[number].line == number)
      let limit = skips ? 2 * TraceReader.batchSizeInBytes : text.utf8.count
      #expect(source.count <= limit, "event \(number)")
    }
    #expect(text.utf8.count > 2 * TraceReader.batchSizeInBytes)
  }

  @Test("a line without an event has no origin")
  func noSuchLine() {
    let (text, lines) = Self.recording(.spacedLines)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    // Every seventh event follows a blank line.
    let last = 5_999
    let origins = EventOrigins(
      [], besides: Self.known,
      of: [
        .init(event: 1, line: lines[0]), .init(event: last, line: lines[last - 1] - 1),
        .init(event: Self.count, line: 900_000),
      ],
      from: MemorySource(Array(text.utf8)), through: &batch,
      foreign: ForeignOptions())
    #expect(last % 7 == 0 && origins[1].line == 1)
    #expect(origins[last].file == nil && origins[Self.count].file == nil)
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
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    let origins = EventOrigins(
      asked, besides: Self.known, of: [.init(event: 1, line: 1)],
      from: MemorySource(Array(event.utf8)), through: &batch,
      foreign: ForeignOptions())
    return origins[1].members.map { "\($0.name)=\($0.value)" }
  }
}
