import TestSupport
import Testing
import TraceModel
import TraceReading

@testable import CallOrderKit

/// Where events of listed violations say that they come from, read after the check.
@Suite("Origins of events") struct EventOriginsTests {
  /// How a recording is written, and how many lines come before its first event.
  enum Shape: CaseIterable {
    case lines, linesWithHeader, spacedLines, list, listOnOneLine, document
  }

  private static let count = 6_000
  private static let firstLine = 41

  /// A recording of which each event tells its own number as its line in a file, and the lines of its events.
  private static func recording(_ shape: Shape) -> (text: String, lines: [Int]) {
    var text = ""
    var lines: [Int] = []
    var line = firstLine
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

  @Test("each event that is asked for tells its own, wherever it stands", arguments: Shape.allCases)
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
        [], of: Set(numbers.map { EventOrigins.Place(event: $0, line: lines[$0 - 1]) }),
        from: MemorySource(Array(text.utf8)), firstLine: Self.firstLine, through: &batch,
        foreign: ForeignOptions())
      for number in numbers {
        #expect(origins[number].file == "Ünits.swift", "event \(number), seed \(seed)")
        #expect(origins[number].line == number, "seed \(seed)")
      }
    }
  }

  @Test("an event whose line has none tells nothing")
  func noSuchLine() {
    let (text, lines) = Self.recording(.spacedLines)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    // The line before the seventh event of each seven is blank. What is in the first batch is known by its number.
    let last = 5_999
    let origins = EventOrigins(
      [],
      of: [
        .init(event: 1, line: lines[0]), .init(event: last, line: lines[last - 1] - 1),
        .init(event: Self.count, line: 900_000),
      ],
      from: MemorySource(Array(text.utf8)), firstLine: Self.firstLine, through: &batch,
      foreign: ForeignOptions())
    #expect(last % 7 == 0 && origins[1].line == 1)
    #expect(origins[last].file == nil && origins[Self.count].file == nil)
  }
}
