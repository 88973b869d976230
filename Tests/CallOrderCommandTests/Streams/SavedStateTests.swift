import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceJSON
import TraceReading
import TraceReporting

@Suite("A stream that is checked part by part") struct SavedStateTests {
  private static func check(key: [String] = []) -> PreparedCheck {
    var options = CheckOptions()
    options.timeline = .upTo(50)
    var reading = ReadingOptions()
    reading.key = key
    return PreparedCheck(options: options, reading: reading)
  }

  private static let plain = check()

  /// The report of a text in parts, with the state written and read between them.
  private func report(_ parts: [String], _ check: PreparedCheck) throws -> Report {
    var merge = ReportMerge(options: Self.options)
    var state: SavedState?
    for (index, part) in parts.enumerated() {
      let input = TraceInput.bytes(Array(part.utf8), name: index == 0 ? "s" : "s\(index)")
      let isLast = index == parts.count - 1
      let (report, left) = try check.report(of: input, after: state, isLast: isLast)
      #expect((left == nil) == isLast)
      state = try left.map { try SavedState(bytes: $0.bytes) }
      try merge.add(report)
    }
    return try #require(merge.report())
  }

  private static var options: CheckOptions {
    var options = CheckOptions()
    options.timeline = .upTo(50)
    return options
  }

  /// The samples in our own format, with one event per line.
  private static let samples: [(path: String, lines: [String])] = {
    SchemaTests.traces.compactMap { path in
      guard let values = try? SchemaTests.values(in: path) else { return nil }
      var lines = values
      if let events = values[0]["events"]?.array, let members = values[0].members {
        let header = members.filter { $0.name != "events" }
        lines = (header.isEmpty ? [] : [.object(header)]) + events
      } else if let events = values[0].array {
        lines = events
      }
      return (
        path,
        lines.map { String(decoding: $0.serialized(indentation: nil), as: UTF8.self) + "\n" }
      )
    }
  }()

  @Test("gives the report of one run, wherever a sample is split")
  func samples() throws {
    var cuts = 0
    for (path, lines) in Self.samples {
      let whole = Self.plain.report(of: [.bytes(Array(lines.joined().utf8), name: "s")])
      let expected = JSONReport().render(whole)
      for cut in 0...lines.count {
        let parts = [lines[..<cut].joined(), lines[cut...].joined()]
        let isSame = JSONReport().render(try report(parts, Self.plain)) == expected
        #expect(isSame, "\(path), cut before line \(cut + 1)")
        cuts += 1
      }
    }
    #expect(cuts > 1_000, "\(cuts) cuts")
  }

  @Test(
    "gives the report of one run over the recordings of many devices",
    arguments: 0..<6 as Range<UInt64>)
  func mixed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var stream = MixedStream(seed: seed, devices: 4)
    for _ in 0..<4 {
      let marks = [#"{"lost":1}"#, #"{"end":true}"#, "{\"end\":true,\(MixedStream.key(1))}"]
      stream.lines.insert(
        .init(device: 0, text: marks.randomElement(using: &random) ?? ""),
        at: Int.random(in: 1..<stream.lines.count, using: &random))
    }
    let check = Self.check(key: ["device", "launch"])
    let lines = ["{\(MixedStream.header)}\n"] + stream.lines.map { $0.text + "\n" }
    let whole = check.report(of: [.bytes(Array(lines.joined().utf8), name: "s")])
    #expect(whole.traces.count > 3 && whole.failures.isEmpty)
    let expected = JSONReport().render(whole)
    for _ in 0..<10 {
      let cuts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: 0...lines.count, using: &random)
      }
      let places = [0] + cuts.sorted() + [lines.count]
      let parts = zip(places, places.dropFirst()).map { lines[$0..<$1].joined() }
      let isSame = JSONReport().render(try report(parts, check)) == expected
      #expect(isSame, "seed \(seed), cuts \(cuts)")
    }
  }

  /// A state that contains everything that a state can contain.
  private func state() throws -> SavedState {
    let text = """
      {"metadata":{"os":"iOS 18.4"}}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":1.5,"id":"a"}
      {"end":true,"id":"a"}
      {"lost":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":"ü"}
      {"callback":"sceneWillResignActive(_:)","session":"A","id":"a"}

      """
    let part = TraceInput.bytes(Array(text.utf8), name: "s")
    let left = try Self.check(key: ["id"]).report(of: part, after: nil, isLast: false).left
    return try #require(left)
  }

  @Test("rejects a truncated or changed state, and never traps on one")
  func damaged() throws {
    let state = try state()
    let bytes = state.text
    for whole in [bytes, state.bytes] {
      #expect(try SavedState(bytes: whole).text == bytes)
      for count in whole.indices {
        #expect(throws: SavedStateError.self, "\(count) bytes") {
          try SavedState(bytes: Array(whole[..<count]))
        }
      }
    }
    let check = Self.check(key: ["id"])
    var random = SeededGenerator(seed: 1)
    var read = 0
    for number in 0..<3_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: changed.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.remove(at: place)
        case 2: changed.insert(changed[Int.random(in: changed.indices, using: &random)], at: place)
        default: changed[place] = Array("0189-{}[],\"\n".utf8).randomElement(using: &random) ?? 0
        }
      }
      if changed == bytes { continue }
      #expect(throws: SavedStateError.self, "change \(number)") { try SavedState(bytes: changed) }
      // The same with a correct checksum.
      guard let state = try? SavedState(bytes: Self.summed(changed.dropLast(18))) else { continue }
      read += 1
      _ = try? check.report(
        of: .bytes(Array(#"{"callback":"a","id":"a"}"#.utf8), name: "t"), after: state,
        isLast: true)
    }
    #expect(read > 100, "\(read) states were understood")
  }

  /// Bytes with the line that completes a state.
  private static func summed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return Array(bytes) + Array("\n\(zeros)\(digits)\n".utf8)
  }

  @Test("rejects a state of another grammar or of options that change the result")
  func foreign() throws {
    let state = try state()
    var options = CheckOptions()
    var reading = ReadingOptions()
    reading.key = ["id"]
    let part = TraceInput.bytes([], name: "s")
    func resume(_ check: PreparedCheck) throws {
      _ = try check.report(of: part, after: state, isLast: true)
    }
    #expect(throws: Never.self) {
      try resume(PreparedCheck(options: options, reading: reading))
    }
    let other = try #require(ShippedGrammar.all.first { $0.name != "UIScene" })
    let grammar = other.grammar()
    #expect(throws: SavedStateError.self) {
      try resume(PreparedCheck(against: grammar, options: options, reading: reading))
    }
    options.severities = ["launch-order": .note]
    #expect(throws: SavedStateError.self) {
      try resume(PreparedCheck(options: options, reading: reading))
    }
    reading.key = ["device"]
    #expect(throws: SavedStateError.self) { try resume(PreparedCheck(reading: reading)) }
  }

  @Test("is kept in a file between two runs of the command")
  func command() throws {
    let folder = try TemporaryFolder()
    let stream = MixedStream(seed: 3, devices: 3)
    let lines = stream.lines.map { $0.text + "\n" }
    try folder.write(lines.joined(), to: "s")
    try folder.write(lines[..<20].joined(), to: "1/s")
    try folder.write(lines[20..<30].joined(), to: "2/s")
    try folder.write(lines[30...].joined(), to: "3/s")
    let options = ["--key", "device", "--no-config", "--format", "json", "--fail-on", "never"]
    let whole = callorder(["check", "-", "--stdin-name", "s"] + options, input: lines.joined())
    func run(_ part: Int, _ words: String...) throws {
      let run = callorder(
        ["check", "-", "--stdin-name", "s"] + options + words, in: folder,
        input: try #require(folder.text("\(part)/s")))
      #expect(run.status == 0, "\(run.errorOutput)")
      try folder.write(run.output, to: "r\(part)")
    }
    try run(1, "--save-state", "state")
    try run(2, "--resume", "state", "--save-state", "state")
    try run(3, "--resume", "state")
    #expect(callorder("merge", "r2", "r1", "r3", in: folder).output == whole.output)
    let packed = try Array(Data(contentsOf: URL(filePath: folder.path("state"))))
    let saved = try SavedState(bytes: packed)
    #expect(saved.text.starts(with: "callorder.state/1 ".utf8))
    #expect(packed.count < saved.text.count / 2)
    for (words, status, message) in [
      (["1/s", "2/s", "--save-state", "new"], 2, "need exactly one PATH"),
      (["1", "--resume", "r1"], 2, "need exactly one PATH"),
      (["1/s", "--resume", "r1"], 3, "r1: this is not a saved state"),
      (["1/s", "--resume", "state", "--key", "launch"], 3, "state: the saved state was made with"),
      (["1/s", "--resume", "missing"], 3, "missing: "),
      (["missing", "--save-state", "new"], 3, "missing: "),
      (["1/s", "--save-state", "1/s"], 2, "would be written over"),
      (["r1", "--save-state", "new"], 3, "new was not written"),
    ] as [([String], Int32, String)] {
      let run = callorder(["check", "--no-config", "--key", "device"] + words, in: folder)
      #expect(run.status == status, "\(words)")
      #expect(run.errorOutput.contains(message), "\(words): \(run.errorOutput)")
    }
    #expect(!folder.names.contains("new"))
  }
}
