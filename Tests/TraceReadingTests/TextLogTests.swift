import TestSupport
import Testing

@testable import TraceReading

@Suite("Text logs") struct TextLogTests {
  /// Lines of consoles and logs, with the expected call and its time.
  static let lines = LogLine.all("lines of consoles and logs")

  /// A line that makes any text a log, with a call that no other line has: two loggers of one call are read once.
  private static let first = "first: stateRestorationActivity(for:)"

  @Test("have a call in a line that names exactly one", arguments: lines, [1, 1 << 20])
  func line(sample: LogLine, step: Int) {
    let reading = ForeignReading("\(Self.first)\r\n\n\(sample.line)\n", step: step)
    #expect(reading.error == nil)
    #expect(reading.format == "text-log")
    #expect(reading.events.dropFirst() == (sample.event.map { ["3 \($0)"] } ?? [])[...])
    #expect(
      reading.times.dropFirst().first == (sample.event == nil ? nil : sample.time ?? .nan)
        || sample.time == nil)
    #expect(
      reading.notes.prefix(1)
        == (sample.event == nil ? ["not-lifecycle: 1 line is not a lifecycle call"] : []))
  }

  @Test(
    "are distinguished from JSON by their first line", arguments: lines.filter { $0.event != nil })
  func recognition(sample: LogLine) {
    let reading = ForeignReading(sample.line)
    #expect(reading.error == nil)
    #expect(reading.events == sample.event.map { ["1 \($0)"] } ?? [])
  }

  @Test(
    "are searched for a callback in the first 16 KiB of a message, and a note mentions longer ones")
  func longLines() {
    let limit = 16 << 10
    let name = "sceneDidBecomeActive(_:)"
    func reading(namedAt start: Int, isEntry: Bool) -> ForeignReading {
      let message = String(repeating: ".", count: start - 1) + " " + name
      let line = isEntry ? #"{"timestamp":"x","eventMessage":"\#(message)"}"# : message
      return ForeignReading(isEntry ? line : "\(Self.first)\n\(line)\n")
    }
    let note =
      "long-message: 1 message is too long, more than 16384 bytes or too much for the patterns;"
      + " what may have changed by then is unknown"
    for isEntry in [false, true] {
      let last = reading(namedAt: limit - name.utf8.count, isEntry: isEntry)
      #expect(last.events.last == "\(isEntry ? 1 : 2) \(name)")
      #expect(last.notes == [])
      let after = reading(namedAt: limit, isEntry: isEntry)
      #expect(after.events.last?.hasSuffix("lost") ?? isEntry)
      #expect(after.notes.last == note)
    }
  }

  @Test("may follow the line that `log stream` prints first")
  func afterFirstLine() {
    let reading = ForeignReading(
      """
      Filtering the log data using "process == "Notes""
      Timestamp               Ty Process[PID:TID]
      1970-01-01 00:00:02.125 Df Notes[4711:13ab5] [com.example.notes:scenes] sceneDidDisconnect(_:)
      """)
    #expect(reading.error == nil)
    #expect(reading.events == ["3 sceneDidDisconnect(_:) process=4711"])
    #expect(reading.format == "text-log")
  }

  @Test(
    "may begin with a brace, as the rest of a line that was cut in two",
    arguments: [
      "{number = 1, name = main} entered", #"{"session": "A"}"#, #"{"a": 1} after 3 ms"#,
      "{{0, 0}, {390, 844}}> is key", "{ cut",
    ])
  func cutInTwo(line: String) {
    let rest = "\n1970-01-01 00:00:02.125 Df Notes[4711:13ab5] sceneDidDisconnect(_:)\n"
    for step in [1, 7, 4_096] {
      let reading = ForeignReading(line + rest, step: step)
      #expect(reading.error == nil)
      #expect(reading.events == ["2 sceneDidDisconnect(_:) process=4711"])
      #expect(reading.format == "text-log")
      // A trace of our own that is broken is no log.
      let own = "\n" + #"{"callback": "didDisconnect"}"#
      let broken = ForeignReading(line + own + rest, step: step)
      #expect(broken.error?.hasPrefix("1:") ?? false)
      // Nor is broken JSON whose second line is text.
      let text = ForeignReading(line + "\napp entered // sceneDidDisconnect(_:)" + rest, step: step)
      #expect(text.error != nil && text.events == [])
    }
  }

  @Test("have the calls of one program; a note mentions others")
  func programs() {
    let reading = ForeignReading(
      ["Notes", "Other", "Notes"].map {
        "1970-01-01 00:00:02.125 Df \($0)[4711:13ab5] sceneDidDisconnect(_:)\n"
      }.joined())
    #expect(reading.events.map { $0.prefix(1) } == ["1", "3"])
    #expect(reading.notes.map { $0.prefix(14) } == ["other-programs"])
  }

  @Test("match patterns from the start of the message or of the line")
  func patterns() throws {
    let line =
      "1970-01-01 00:00:02.125 Df Notes[4711:13ab5] [a:b] life: stateRestorationActivity of A"
    for pattern in ["life: {callback} of {scene}", "{*} life: {callback} of {scene}"] {
      let reading = ForeignReading(line, patterns: [try MessagePattern(pattern)])
      #expect(reading.events == ["1 stateRestorationActivity process=4711 scene=A"])
    }
  }

  @Test(
    "are rejected if they contain no calls",
    arguments: LogLine.all("texts that are no logs of calls"),
    [1, 1 << 20])
  func fault(sample: LogLine, step: Int) {
    #expect(ForeignReading(sample.line, step: step).error == sample.event)
  }

  @Test("may have hidden identities, which are noted and identify nothing")
  func privacy() {
    let reading = ForeignReading(
      """
      sceneDidBecomeActive(_:) session=<private> scene: A
      <private>
      """)
    #expect(reading.events == ["1 sceneDidBecomeActive(_:) scene=A", "2 lost"])
    #expect(
      reading.notes == [
        "redacted-messages: 2 messages are hidden at least in part as <private>; let the app log callbacks and"
          + " identities with privacy: .public, as in \"\\(#function, privacy: .public)\""
      ])
  }

  @Test("are reported if all messages of a unified log are hidden")
  func hiddenMessages() {
    let entry = #"{"timestamp":"x","eventMessage":"<private>","subsystem":"com.example.app"}"#
    let reading = ForeignReading("\(entry)\n\(entry)\n")
    #expect(reading.error == nil && reading.events == [])
    #expect(
      reading.notes.last
        == "redacted-messages: 2 messages are hidden at least in part as <private>; let the app log callbacks and"
        + #" identities with privacy: .public, as in "\(#function, privacy: .public)""#)
  }

  @Test("are read the same, whatever their lines are and however the bytes arrive")
  func hostile() throws {
    let patterns = [try MessagePattern("{*} {phase} {callback} session={session}")]
    var random = SeededGenerator(seed: 12)
    for _ in 0..<400 {
      let lines = (0..<6).compactMap { _ in Self.lines.randomElement(using: &random)?.line }
        .map { String(decoding: mutated(Array($0.utf8), using: &random), as: UTF8.self) }
      let text = Self.first + "\n" + lines.joined(separator: "\n")
      let whole = ForeignReading(text, patterns: patterns)
      let dripped = ForeignReading(text, patterns: patterns, step: 7)
      #expect(whole.events == dripped.events && whole.error == dripped.error, "\(text)")
      #expect(whole.notes == dripped.notes, "\(text)")
    }
  }
}
