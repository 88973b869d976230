import CallOrderKit
import CallOrderRecorderCore
import Foundation
import TestSupport
import Testing

@Suite("What a recorder writes") struct EncodingTests {
  @Test("is one line per event, with every member in its place")
  func members() throws {
    let recording = MemoryRecording()
    let header = RecordingHeader(
      app: "com.example.notes", version: "2.4.1", os: "iOS 18.4", sdk: "iOS 18.2",
      device: "iPhone", startedAt: 1_763_794_000,
      records: ["UISceneDidActivateNotification", "handle"])
    let recorder = Recorder(
      header, to: [.memory(recording)], launch: "1a2b3c4d", isOnMainThread: true)
    var event = RecordedEvent("scene(_:willConnectTo:options:)")
    (event.session, event.scene, event.role, event.state) = ("A", "0x10290a3c0", "r", "background")
    (event.caller, event.through) = ("UIKitCore", "AnalyticsSDK")
    event.options = [.init("urls", 2), .init("shortcutItem", true)]
    (event.payloads, event.file, event.sourceLine) = (["p", "q"], "Notes/SceneDelegate.swift", 12)
    recorder.record(event)
    var discard = RecordedEvent("application(_:didDiscardSceneSessions:)")
    (discard.sessions, discard.phase) = (["A", "B"], .begin)
    recorder.record(discard)
    var handle = RecordedEvent("handle", kind: .action)
    (handle.payload, handle.type) = ("p", "com.example.edit")
    handle.members = [
      .init("n", .number(-3)), .init("yes", .truth(true)), .init("l", .list(["x"])),
    ]
    recorder.record(handle)
    recorder.end()
    let lines = recording.text.replacing(/"time":\d+\.\d{6},/, with: "").split(separator: "\n")
    #expect(
      lines == [
        #"{"format":"callorder.trace/1","metadata":{"app":"com.example.notes","version":"2.4.1","os":"iOS 18.4","sdk":"iOS 18.2","device":"iPhone","launch":"1a2b3c4d","startedAt":1763794000},"records":["UISceneDidActivateNotification","handle"]}"#,
        #"{"callback":"scene(_:willConnectTo:options:)","session":"A","scene":"0x10290a3c0","process":"1a2b3c4d","role":"r","caller":"UIKitCore","through":"AnalyticsSDK","state":"background","thread":"main","options":{"urls":2,"shortcutItem":true},"payloads":["p","q"],"file":"Notes/SceneDelegate.swift","sourceLine":12}"#,
        #"{"callback":"application(_:didDiscardSceneSessions:)","phase":"begin","sessions":["A","B"],"process":"1a2b3c4d","thread":"main"}"#,
        #"{"callback":"handle","kind":"action","process":"1a2b3c4d","thread":"main","payload":"p","type":"com.example.edit","n":-3,"yes":true,"l":["x"]}"#,
      ])
    let report = checkTraces([.bytes(recording.bytes, name: "x")])
    #expect(report.failures.isEmpty)
    #expect(report.traces[0].events == 3)
    #expect(report.traces[0].metadata.map(\.name).contains("launch"))
  }

  @Test("keeps the sign of a time, also before the first second")
  func times() {
    for (time, text) in [
      (-0.5, "-0.500000"), (-1.25, "-1.250000"), (0, "0.000000"), (-0.000_000_4, "0.000000"),
      (2.000_001, "2.000001"), (-86_400, "-86400.000000"),
    ] {
      var event = RecordedEvent("call")
      event.time = time
      let bytes = [UInt8](encoding: { $0.event(event) })
      #expect(
        String(decoding: bytes, as: UTF8.self) == "{\"callback\":\"call\",\"time\":\(text)}\n")
    }
  }

  @Test("names the SDK as grammars do")
  func sdk() {
    for (name, sdk) in [
      ("iphoneos26.0", "iOS 26.0"), ("iphonesimulator18.2", "iOS 18.2"),
      ("appletvsimulator26.1", "tvOS 26.1"), ("xros2.0", "visionOS 2.0"), ("macosx26.0", nil),
      ("iphoneos", nil), ("", nil),
    ] as [(String, String?)] {
      #expect(RecordingHeader.sdk(named: name) == sdk)
    }
  }

  @Test("is JSON with the same values, whatever the strings contain", arguments: 0..<40)
  func hostile(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let recording = MemoryRecording()
    let header = RecordingHeader(app: text(&random), os: text(&random), records: [text(&random)])
    let recorder = Recorder(header, to: [.memory(recording)], launch: text(&random))
    var events: [RecordedEvent] = []
    for _ in 0..<20 {
      var event = RecordedEvent(text(&random), kind: .action)
      (event.session, event.sessions, event.file) = (
        text(&random), [text(&random), text(&random)], text(&random)
      )
      event.members = [.init(text(&random), .text(text(&random))), .init("session", .number(1))]
      event.members.append(event.members[0])
      events.append(event)
      recorder.record(event)
    }
    recorder.end()
    let bytes = recording.bytes
    #expect(String(validating: bytes, as: UTF8.self) != nil)
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any], "\(seed)")
    }
    #expect(lines.count == 21)
    #expect((lines[0]["metadata"] as? [String: Any])?["app"] as? String == header.app)
    #expect(lines[0]["records"] as? [String] == header.records)
    for (line, event) in zip(lines.dropFirst(), events) {
      #expect(line["callback"] as? String == event.callback)
      #expect(line["session"] as? String == event.session)
      #expect(line["sessions"] as? [String] == event.sessions)
      #expect(line["process"] as? String == recorder.launch)
      #expect(line["file"] as? String == event.file)
    }
    // Our own reader rejects duplicate members.
    let report = checkTraces([.bytes(bytes, name: "x")])
    #expect(report.failures.map(\.message) == [], "seed \(seed)")
  }

  @Test("has no U+0000 in a string, because readers reject it")
  func zero() {
    let recording = MemoryRecording()
    Recorder(RecordingHeader(app: "a\0b"), to: [.memory(recording)]).end()
    #expect(recording.text.contains(#""app":"a\ufffdb""#))
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\r", "\t", "\u{1}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "😀",
      "\u{FFFD}", "/", "'", "{", "\u{202E}",
    ]
    var text = "x"
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
    }
    return text
  }
}
