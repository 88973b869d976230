import Testing

@testable import TraceReading

@Suite("The unified log") struct AppleLogTests {
  private static func entry(_ message: String, _ more: String = "") -> String {
    #"{"timestamp":"1970-01-01 01:00:12.250000+0100","eventType":"logEvent","eventMessage":"\#(message)","processID":7\#(more)}"#
  }

  private static let call = entry("sceneDidBecomeActive(_:)")

  /// The same call in every shape, with its line.
  static let shapes: [(text: String, line: Int)] = [
    (call, 1),
    ("\(call)\n{\"count\":1,\"finished\":1}\n", 1),
    ("Filtering the log data using \"process == \"App\"\"\n\(call)\n", 2),
    ("\nFiltering the log data using \"x\"\r\n\r\n\(call)\r\n", 4),
    ("[\(call)]", 1),
    ("[\n\(call)\n]\n", 2),
    ("Filtering the log data using \"x\"\n[\n\(call),\n", 3),
    ("[\(call)", 1),
    ("\u{FEFF}\(call)\n", 1),
  ]

  @Test("is read in every style, however the bytes arrive", arguments: shapes, [1, 7, 1 << 20])
  func shape(sample: (text: String, line: Int), step: Int) {
    let reading = ForeignReading(sample.text, step: step)
    #expect(reading.error == nil)
    #expect(reading.events == ["\(sample.line) sceneDidBecomeActive(_:) process=7"])
    #expect(reading.times == [12.25])
    #expect(reading.format == "apple-log")
    #expect(reading.notes == [])
  }

  @Test("has no events if nothing was logged")
  func empty() {
    for text in [
      "Filtering the log data using \"x\"", "Filtering the log data using \"x\"\n",
      "{\"count\":0,\"finished\":1}\n", "Filtering the log data using \"x\"\n[",
    ] {
      let reading = ForeignReading(text)
      #expect(reading.error == nil && reading.events == [], "\(text)")
      #expect(reading.format == "apple-log")
    }
  }

  /// Messages with the expected event; nil for no call.
  static let messages = LogLine.all("messages of the unified log")

  @Test("has a call in a message that names exactly one", arguments: messages)
  func message(sample: LogLine) {
    let reading = ForeignReading(Self.entry(sample.line))
    #expect(reading.error == nil)
    #expect(reading.events == sample.event.map { ["1 \($0) process=7"] } ?? [])
    let note = "not-lifecycle: 1 log entry is not a lifecycle call"
    // Another note says what was only mentioned.
    #expect(reading.notes.prefix(1) == (sample.event == nil ? [note] : []))
  }

  /// Texts about a scene in messages, and the members read from them.
  static let identities: [(message: String, members: String)] = [
    ("scene=A session=B", "session=B scene=A"),
    ("session: B, scene: A.", "session=B scene=A."),
    ("(scene: \\\"my scene\\\")", "scene=my scene"),
    ("<UIWindowScene: 0x600; role: R>", "scene=0x600 role=R"),
    ("scene=Optional(<UIWindowScene: 0x600>)", "scene=0x600"),
    (
      "<UISceneSession: 0x7; scene = <UIWindowScene: 0x600>; persistentIdentifier = P>",
      "session=P scene=0x600"
    ),
    ("session=<UISceneSession: 0x7; persistentIdentifier = P>", "session=P"),
    // Addresses mean nothing in another process.
    ("session=0x7", "scene=0x7"), ("session=<UISceneSession: 0x7>", "scene=0x7"),
    ("scene=(null) session=nil", ""), ("scene", ""), ("scene=", ""), ("scene=<", ""),
    ("sceneless=A", ""),
  ]

  @Test("identifies the scene of a call with labels", arguments: identities)
  func identity(sample: (message: String, members: String)) {
    let reading = ForeignReading(Self.entry("sceneDidBecomeActive(_:) " + sample.message))
    let members = sample.members.isEmpty ? "" : " " + sample.members
    #expect(reading.events == ["1 sceneDidBecomeActive(_:) process=7\(members)"])
  }

  @Test("ignores labels inside the callback itself")
  func labelsOfCallback() {
    let reading = ForeignReading(Self.entry("scene:willConnectToSession:options:"))
    #expect(reading.events == ["1 scene:willConnectToSession:options: process=7"])
  }

  @Test("has no call in the system's messages about callbacks, unless a pattern says so")
  func systemMessages() throws {
    let system = Self.entry("missing sceneDidBecomeActive(_:)", #","subsystem":"com.apple.UIKit""#)
    let library = Self.entry(
      "missing sceneDidBecomeActive(_:)",
      #","senderImagePath":"\/System\/Library\/PrivateFrameworks\/UIKitCore.framework\/UIKitCore""#)
    #expect(ForeignReading("\(system)\n\(library)").events == [])
    let pattern = try MessagePattern("missing {callback}")
    #expect(ForeignReading("\(system)\n\(library)", patterns: [pattern]).events.count == 2)
  }

  @Test("has the calls of one program; a note mentions others")
  func programs() {
    func entry(_ path: String) -> String {
      Self.entry("sceneDidBecomeActive(_:)", #","processImagePath":"\#(path)""#)
    }
    let reading = ForeignReading(
      [
        Self.entry("nothing", #","processImagePath":"\/usr\/libexec\/other""#), entry("/a/1/App"),
        entry("/b/Other"), entry("/a/2/App"), entry(""), Self.call,
      ].joined(separator: "\n"))
    #expect(reading.events.map { $0.prefix(1) } == ["2", "4", "6"])
    #expect(
      reading.notes == [
        "not-lifecycle: 1 log entry is not a lifecycle call",
        "other-programs: 2 calls are of programs other than \"App\", such as \"Other\"; a trace is about one"
          + " app, so they are not checked",
      ])
  }

  @Test("has gaps for losses")
  func losses() {
    let loss = #"{"eventType":"lossEvent","machTimestamp":1,"lossCount":17,"lossCountSaturated":0}"#
    let saturated =
      #"{"eventType":"lossEvent","machTimestamp":1,"lossCount":63,"lossCountSaturated":1}"#
    let reading = ForeignReading("\(loss)\n\(Self.call)\n\(saturated)\n")
    #expect(
      reading.events == ["1 lost", "2 sceneDidBecomeActive(_:) process=7", "3 lost"])
  }

  /// The text next to a callback, and the phase that it marks.
  static let marks = LogLine.all("words that mark a phase, next to a callback")

  @Test(
    "marks the beginning or the end of a call with a word next to the callback", arguments: marks)
  func phases(sample: LogLine) {
    let reading = ForeignReading(Self.entry(sample.line))
    #expect(
      reading.events == [
        "1 sceneDidBecomeActive(_:) \(sample.event.map { $0 + " " } ?? "")process=7"
      ])
    let labeled = ForeignReading(Self.entry("sceneDidBecomeActive(_:) end scene=A session=B"))
    #expect(labeled.events == ["1 sceneDidBecomeActive(_:) end process=7 session=B scene=A"])
  }

  @Test("may have the word for the phase where a pattern says")
  func phaseInPattern() throws {
    let pattern = try MessagePattern("{phase}: {callback} {scene}")
    let reading = ForeignReading(
      ["entering", "left", "at"].map { Self.entry("\($0): sceneDidBecomeActive(_:) A") }
        .joined(separator: "\n"), patterns: [pattern])
    #expect(
      reading.events == [
        "1 sceneDidBecomeActive(_:) begin process=7 scene=A",
        "2 sceneDidBecomeActive(_:) end process=7 scene=A",
        "3 sceneDidBecomeActive(_:) process=7 scene=A",
      ])
  }

  @Test("reads signposts by message or name, and intervals with beginning and end")
  func signposts() {
    func signpost(_ type: String) -> String {
      #"{"eventType":"signpostEvent","timestamp":"x","eventMessage":"","signpostName":"sceneDidDisconnect(_:)","signpostType":"\#(type)"}"#
    }
    let reading = ForeignReading("\(signpost("begin"))\n\(signpost("end"))\n\(signpost("event"))")
    #expect(
      reading.events == [
        "1 sceneDidDisconnect(_:) begin", "2 sceneDidDisconnect(_:) end",
        "3 sceneDidDisconnect(_:)",
      ])
    #expect(reading.times.allSatisfy { $0.isNaN })
  }

  /// Faults with their positions.
  static let faults: [(text: String, error: String)] = [
    ("\(call)\n{\"eventMessage\":\n\(call)", "2:17 the text ends inside a log entry"),
    ("\(call)\n[1]", "2:1 a log entry must be an object, not an array"),
    ("[\(call) \(call)]", "1:129 a comma or the end of the list is expected after a log entry"),
    ("[\(call)] x", "1:130 nothing is allowed after the list of events"),
    ("[\(call),\n{\"a\" 1", "2:7 the text ends inside a log entry"),
  ]

  @Test("is reported with its position if it is malformed", arguments: faults)
  func fault(sample: (text: String, error: String)) {
    #expect(ForeignReading(sample.text).error == sample.error)
  }
}
