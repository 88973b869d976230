import CallOrderCore
import CallOrderLiveCheck
import CallOrderRecorder
import CallOrderRecorderCore
import TraceSystem

/// Measures what recording costs the app, with a scene that repeatedly enters the foreground and the background.
@MainActor func recordingRows(events count: Int, _ measurement: Measurement) {
  var event = RecordedEvent("sceneDidBecomeActive(_:)")
  event.session = "0F3C6A1E-58B6-4B7E-9C34-2D2A54D0B7A1"
  event.scene = "0x10290a3c0"
  event.role = "UIWindowSceneSessionRoleApplication"
  event.state = "foregroundActive"
  (event.file, event.sourceLine) = ("Notes/SceneDelegate.swift", 31)
  let calls = [
    "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)",
    "sceneDidEnterBackground(_:)",
  ]
  let states = ["background", "foregroundActive", "foregroundActive", "background"]
  let sample = MemoryRecording()
  Recorder(RecordingHeader(), to: [.memory(sample)]).record(event)
  let bytes = sample.bytes.split(separator: UInt8(ascii: "\n")).last?.count ?? 0
  if !measurement.leavesOut("recording, nowhere") { print("a recorded event of \(bytes) bytes:") }
  let folder = "/tmp/callorder-bench"
  let places: [(String, [Destination])] = [
    ("recording, nowhere", []), ("recording, memory", [.memory(MemoryRecording())]),
    ("recording, files", [.files(in: folder, fileLimit: 2)]),
  ]
  // One event, so that nothing but recording is measured.
  let recorded = event
  for (name, destinations) in places {
    let recorder = Recorder(RecordingHeader(), to: destinations, isOnMainThread: true)
    measurement.measure(name, events: count, bytes: count * bytes) {
      for _ in 0..<count { recorder.record(recorded) }
    }
    recorder.end()
  }
  writeRow("\(folder)/alone.jsonl", Array(sample.bytes.suffix(bytes + 1)), count, measurement)
  CallOrder.start(RecordingHeader(), to: [.memory(MemoryRecording())], isOnMainThread: true)
  measurement.measure("CallOrder.record, memory", events: count, bytes: count * bytes) {
    for _ in 0..<count { CallOrder.record(recorded) }
  }
  CallOrder.stop()
  let recording = AppRecording(
    RecordingHeader(), to: [], checking: .uiScene.inReleaseBuilds, isOnMainThread: true)
  var launch = RecordedEvent("application(_:didFinishLaunchingWithOptions:)")
  _ = recording.record(launch)
  launch.callback = "scene(_:willConnectTo:options:)"
  launch.session = event.session
  _ = recording.record(launch)
  var findings = 0
  measurement.measure("recording, nowhere, checked", events: count, bytes: count * bytes) {
    for number in 0..<count {
      event.callback = calls[number & 3]
      event.state = states[number & 3]
      findings += recording.record(event).count
    }
  }
  precondition(findings == 0, "a violation was reported for a legal event")
}

/// Measures the system's share of recording into files: one `write` of the same bytes for each event.
private func writeRow(_ path: String, _ line: [UInt8], _ count: Int, _ measurement: Measurement) {
  measurement.measure("write alone, the same bytes", events: count, bytes: count * line.count) {
    do {
      let file = try AppendedFile(path)
      for _ in 0..<count { try file.append(line) }
      try removeFile(path)
    } catch { print(error) }
  }
}
