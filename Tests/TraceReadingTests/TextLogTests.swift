import TestSupport
import Testing

@testable import TraceReading

@Suite("Text logs") struct TextLogTests {
  /// Lines of consoles and logs, with the expected call and its time.
  static let lines: [(line: String, event: String?, time: Double?)] = [
    // Xcode's console, with and without the prefix of the message.
    ("sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", nil),
    (
      "1970-01-02 01:00:00.250000+0100 Notes[4711:80533] sceneDidBecomeActive(_:) session=S",
      "sceneDidBecomeActive(_:) process=4711 session=S", 86_400.25
    ),
    (
      "1970-01-02 00:00:01.5+0000 Notes[4711:80533] [scenes] -[SceneDelegate sceneDidBecomeActive:]",
      "-[SceneDelegate sceneDidBecomeActive:] process=4711", 86_401.5
    ),
    // `log stream --style compact`, `log show` and its style syslog.
    (
      "1970-01-01 00:00:02.125 Df Notes[4711:13ab5] [com.example.notes:scenes] sceneDidDisconnect(_:) scene=A",
      "sceneDidDisconnect(_:) process=4711 scene=A", 2.125
    ),
    (
      "1970-01-01 00:00:02.125 I  Notes[4711:13ab5] (Notes.debug.dylib) [com.example.notes:scenes] sceneDidDisconnect(_:)",
      "sceneDidDisconnect(_:) process=4711", 2.125
    ),
    (
      "1970-01-01 00:00:03.000000+0000 0x13ab5    Default     0x0                  4711   0    Notes: [com.example.notes:scenes] sceneDidDisconnect(_:)",
      "sceneDidDisconnect(_:) process=4711", 3
    ),
    (
      "1970-01-01 00:00:03.000000+0000  localhost Notes[4711]: (Notes) [com.example.notes:scenes] sceneDidDisconnect(_:)",
      "sceneDidDisconnect(_:) process=4711", 3
    ),
    // The system log of a device.
    (
      "Jan  2 00:00:01 iPhone Notes(Foundation)[4711] <Notice>: scene:willConnectToSession:options: <UIWindowScene: 0x1050>",
      "scene:willConnectToSession:options: process=4711 scene=0x1050", 86_401
    ),
    // Build servers.
    (
      "1970-01-01T00:00:04.7500000Z \u{1B}[32mbegin sceneDidBecomeActive(_:)\u{1B}[0m",
      "sceneDidBecomeActive(_:) begin", 4.75
    ),
    ("[00:00:05]: sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 5),
    ("[00:00:06,5] sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 6.5),
    ("[SceneDelegate.swift:41] sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", nil),
    ("🟢 sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", nil),
    // Loggers.
    (
      "1970/01/02 00:00:00:250  -[SceneDelegate sceneDidBecomeActive:] resumed",
      "-[SceneDelegate sceneDidBecomeActive:]", 86_400.25
    ),
    (
      "02.01.1970 00:00:01,5 [SceneDelegate] sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
      86_401.5
    ),
    (
      "2.1.70 00:00:01 sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
      36_525 * 86_400 + 86_401
    ),
    (
      "01/02/1970, 9:00:01 PM: sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
      86_400 + 75_601
    ),
    (
      "13/01/1970 12:00:01 AM sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 12 * 86_400 + 1
    ),
    (
      "Jan 2, 1970 at 9:00:01 AM sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
      86_400 + 32_401
    ),
    ("1970-01-02 01:00:01 +0100: sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 86_401),
    ("default\t00:00:01.5+0000\tNotes\tsceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 1.5),
    (
      "ts=1970-01-01T00:00:01Z level=info msg=\"sceneDidBecomeActive(_:)\" session=A",
      "sceneDidBecomeActive(_:) session=A", 1
    ),
    (
      "💚 00:00:01.5 DEBUG sceneDidBecomeActive(_:):18 - hi",
      "sceneDidBecomeActive(_:)", 1.5
    ),
    ("+12.25s sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 12.25),
    ("[1732264860.250] sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", 1_732_264_860.25),
    ("10.20.0 - [Core] sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", nil),
    // No calls.
    ("Timestamp               Ty Process[PID:TID]", nil, nil),
    (
      "1970-01-01 00:00:02.125 Df Notes[4711:13ab5] [com.apple.UIKit:Scenes] no sceneDidDisconnect(_:)",
      nil, nil
    ),
    ("3   Notes   0x0000000104b2c1a4 -[SceneDelegate sceneDidBecomeActive:] + 44", nil, nil),
    (#"{"callback":"sceneDidBecomeActive(_:)"}"#, nil, nil),
    ("layout", nil, nil),
  ]

  /// A line that makes any text a log, with a call that no other line has: two loggers of one call are read once.
  private static let first = "first: stateRestorationActivity(for:)"

  @Test("have a call in a line that names exactly one", arguments: lines, [1, 1 << 20])
  func line(sample: (line: String, event: String?, time: Double?), step: Int) {
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
  func recognition(sample: (line: String, event: String?, time: Double?)) {
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

  /// Texts that are not logs of calls, and the expected messages.
  static let faults: [(text: String, error: String)] = [
    (
      "nothing of that kind\nin any line",
      "1:1 a trace begins with { or [; this is text, and no line names a lifecycle callback: say what its lines mean"
        + " in .callorder.json, with \"messagePatterns\", or with \"messages\": {\"scene is active\":"
        + " \"sceneDidBecomeActive\"}"
    ),
    (
      "1970-01-01 00:00:02.125 Df Notes[4711:13ab5] [com.example.notes:scenes] <private>\n",
      "1:1 a trace begins with { or [; this is text, and no line names a lifecycle callback: 1 message is hidden"
        + " as <private>; let the app log callbacks and identities with privacy: .public, as in"
        + #" "\(#function, privacy: .public)""#
    ),
    (
      "\u{1}\u{2}sceneDidBecomeActive(_:)",
      "1:1 a trace begins with { or [; this is neither a document, nor a list of events, nor JSON Lines"
    ),
    ("[1, 2]", "1:2 an event must be an object, not a number"),
    ("[\"sceneDidBecomeActive(_:)\"]", "1:2 an event must be an object, not a string"),
  ]

  @Test("are rejected if they contain no calls", arguments: faults, [1, 1 << 20])
  func fault(sample: (text: String, error: String), step: Int) {
    #expect(ForeignReading(sample.text, step: step).error == sample.error)
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
