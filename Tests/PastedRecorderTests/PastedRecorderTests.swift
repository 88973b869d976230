import CallOrderRecorder
import TestSupport
import Testing
import UIKit

/// The recorder that `callorder init recorder` writes, in an app that a simulated UIKit calls.
///
/// In this module `CallOrder` is the pasted one; the package's is `CallOrderRecorder.CallOrder`.
@Suite("The pasted recorder", .serialized) @MainActor struct PastedRecorderTests {
  init() throws {
    // Sets the caches folder.
    setenv("XDG_CACHE_HOME", NSTemporaryDirectory() + "callorder-pasted-\(getpid())", 1)
  }

  @Test("is short enough to be read before it is pasted")
  func length() throws {
    let path = "Sources/Reports/CProgramFiles/integration/CallOrder.swift"
    #expect(try #require(Repository.bytes(path)).count { $0 == UInt8(ascii: "\n") } < 240)
  }

  @Test("writes every call and notification that is played")
  func lives() throws {
    for seed in 0..<20 {
      var style = LifeGenerator.Style()
      style.processes = 1...1
      var lives = LifeGenerator(seed: UInt64(seed), style: style)
      let system = SimulatedUIKit()
      system.launch()
      CallOrder.start(inReleaseBuilds: true)
      for event in lives.life() { system.play(event) }
      let lines = try lines(of: CallOrder.stop()).dropFirst()
      let recorded = lines.map { line in
        SimulatedUIKit.Played(
          callback: line["callback"] as? String ?? "",
          kind: line["kind"] as? String ?? "delegate",
          sessions: line["sessions"] as? [String]
            ?? (line["session"] as? String).map { [$0] } ?? [])
      }
      let different = zip(recorded, system.played).first { $0 != $1 }
      #expect(different == nil && recorded.count == system.played.count, "seed \(seed)")
    }
  }

  @Test("records the same for each call as the package")
  func same() throws {
    let memory = MemoryRecording()
    let (session, options) = (UISceneSession("A \"quoted\"\n"), UIScene.ConnectionOptions())
    options.urlContexts = [UIOpenURLContext(try #require(URL(string: "notes://1")))]
    options.shortcutItem = UIApplicationShortcutItem(type: "new")
    let scene = UIWindowScene(session: session, connectionOptions: options)
    scene.activationState = .foregroundActive
    let activity = NSUserActivity(activityType: "edit")
    let application = UIApplication.launch()
    application.openSessions = [session, UISceneSession("B")]

    CallOrder.start(
      recording: ["handle"], methods: ["sceneDidDisconnect(_:)"], inReleaseBuilds: true)
    CallOrderRecorder.CallOrder.start(
      recording: [.handle], methods: ["sceneDidDisconnect(_:)"], to: [.memory(memory)],
      callers: false)
    UIKit.Thread.$isSimulated.withValue(true) {
      let center = NotificationCenter.default
      center.post(name: UIApplication.didFinishLaunchingNotification, object: application)
      center.post(name: UIScene.willConnectNotification, object: scene)
    }
    CallOrder.record(file: "f", line: 1)
    CallOrderRecorder.CallOrder.record(file: "f", line: 1)
    CallOrder.record(scene, options, file: "f", line: 2)
    CallOrderRecorder.CallOrder.record(scene, options, file: "f", line: 2)
    CallOrder.record(session, options, file: "f", line: 3)
    CallOrderRecorder.CallOrder.record(session, options, file: "f", line: 3)
    CallOrder.record([session, UISceneSession("B")] as Set, file: "f", line: 4)
    CallOrderRecorder.CallOrder.record([session, UISceneSession("B")], file: "f", line: 4)
    CallOrder.record(scene, options.urlContexts, file: "f", line: 5)
    CallOrderRecorder.CallOrder.record(scene, options.urlContexts, file: "f", line: 5)
    CallOrder.record(scene, activity, file: "f", line: 6)
    CallOrderRecorder.CallOrder.record(scene, activity, file: "f", line: 6)
    CallOrder.record(scene, type: "edit", file: "f", line: 7)
    CallOrderRecorder.CallOrder.record(scene, type: "edit", file: "f", line: 7)
    CallOrder.did("handle", payload: "x", session: "A", file: "f", line: 8)
    CallOrderRecorder.CallOrder.did(.handle, payload: "x", session: "A", file: "f", line: 8)
    let pasted = try lines(of: CallOrder.stop())
    CallOrderRecorder.CallOrder.stop()
    let packaged = try lines(of: memory.bytes)
    #expect(packaged.count == 11)
    #expect(pasted.map(comparable) == packaged.map(comparable))
  }

  @Test("records nothing after it has ended, and a new recording in a file of its own")
  func again() throws {
    CallOrder.start(inReleaseBuilds: true)
    CallOrder.record(callback: "one")
    let first = CallOrder.stop()
    CallOrder.record(callback: "late")
    CallOrder.did("late")
    #expect(CallOrder.stop() == nil)
    CallOrder.start(inReleaseBuilds: true)
    CallOrder.record(callback: "two")
    let second = CallOrder.stop()
    #expect(first != second)
    #expect(try lines(of: first).dropFirst().map { $0["callback"] as? String } == ["one"])
    #expect(try lines(of: second).dropFirst().map { $0["callback"] as? String } == ["two"])
  }

  @Test("counts what cannot be written, and goes on as soon as it can be")
  func trouble() throws {
    let folder = NSTemporaryDirectory() + "callorder-pasted-\(getpid())/CallOrder"
    try? FileManager.default.removeItem(atPath: folder)
    // A file where the folder should be.
    try FileManager.default.createDirectory(
      atPath: (folder as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder))
    CallOrder.start(inReleaseBuilds: true)
    CallOrder.record(callback: "one")
    CallOrder.record(callback: "two")
    try FileManager.default.removeItem(atPath: folder)
    CallOrder.record(callback: "three")
    let lines = try lines(of: CallOrder.stop())
    #expect(lines.count == 3)
    #expect(lines[1]["lost"] as? Int == 2 && lines[2]["callback"] as? String == "three")
  }

  @Test("keeps the last twenty recordings")
  func files() throws {
    let folder = NSTemporaryDirectory() + "callorder-pasted-\(getpid())/CallOrder"
    try? FileManager.default.removeItem(atPath: folder)
    for _ in 0..<23 {
      CallOrder.start(inReleaseBuilds: true)
      CallOrder.stop()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 20)
  }

  /// A line without what differs from run to run: times, identifiers of runs, and hashes of payloads.
  private func comparable(_ line: [String: Any]) -> [String: String] {
    var line = line
    for name in ["time", "process", "thread"] { line[name] = nil }
    for name in ["payloads", "records"] {
      guard let texts = line[name] as? [String] else { continue }
      line[name] = name == "records" ? texts.sorted() as Any : texts.count
    }
    if line["payload"] != nil { line["payload"] = "some" }
    if var metadata = line["metadata"] as? [String: Any] {
      for name in ["launch", "startedAt", "app", "version"] { metadata[name] = nil }
      line["metadata"] = metadata.sorted { $0.key < $1.key }.description
    }
    if let options = line["options"] as? [String: Int] {
      line["options"] = options.sorted { $0.key < $1.key }.description
    }
    return line.mapValues { "\($0)" }
  }

  private func lines(of file: URL?) throws -> [[String: Any]] {
    let file = try #require(file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try lines(of: [UInt8](Data(contentsOf: file)))
  }

  private func lines(of bytes: [UInt8]) throws -> [[String: Any]] {
    try bytes.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }
}
