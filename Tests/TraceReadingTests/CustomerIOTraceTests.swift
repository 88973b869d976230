import Testing

@testable import TraceReading

@Suite("Customer.io's lifecycle trace") struct CustomerIOTraceTests {
  private static func record(
    _ sequence: Int, _ callback: String, kind: String = "os-callback", phase: String = "entry",
    stream: String = "s", dropped: Int = 0, scene: String? = nil
  ) -> String {
    let correlation = scene.map { "{\"scene\":\"\($0)\"}" } ?? "null"
    return
      #"{"schema":"cio-lifecycle-trace/1","stream_id":"\#(stream)","sequence":\#(sequence),"monotonic_ms":1500,"process_id":7,"integration":"expo","scenario":"cold","kind":"\#(kind)","callback":"\#(callback)","phase":"\#(phase)","correlation":\#(correlation),"recorder":{"dropped_records_total":\#(dropped)}}"#
  }

  private func events(_ records: [String]) -> [String] {
    ForeignReading(records.joined(separator: "\n")).events
  }

  @Test("is read with and without its prefix, among other lines", arguments: [1, 1 << 20])
  func shapes(step: Int) {
    let records = [
      Self.record(1, "trace.scenario-start", kind: "trace-control", phase: "state-change"),
      Self.record(2, "scene.will-connect", scene: "scene-1"),
      Self.record(3, "uikit.scene-did-activate-notification", kind: "observer-notification"),
    ]
    let prefixed = [
      "2026-08-11 16:00:00 App[7:1] CIO-LIFECYCLE-TRACE \(records[0])",
      "CIO-LIFECYCLE-TRACE \(records[1])", "CIO-LIFECYCLE-TRACE \(records[2])",
    ]
    for (text, isPrefixed) in [
      (records.joined(separator: "\n"), false),
      (prefixed[0] + "\n" + prefixed[1] + "\n" + prefixed[2] + "\n{not JSON\n", true),
    ] {
      let reading = ForeignReading(text, step: step)
      #expect(reading.error == nil)
      #expect(
        reading.events == [
          "2 scene(_:willConnectTo:options:) process=7 scene=scene-1",
          "3 UISceneDidActivateNotification notification process=7",
        ])
      #expect(reading.texts.first == records[1])
      #expect(reading.times == [1.5, 1.5])
      #expect(reading.format == "cio-lifecycle-trace/1")
      #expect(reading.metadata == ["integration=expo", "scenario=cold"])
      let count =
        isPrefixed ? "2 records are not lifecycle calls" : "1 record is not a lifecycle call"
      #expect(reading.notes == ["not-lifecycle: \(count)"])
    }
  }

  @Test("counts calls of UIKit, not forwarded or planned ones")
  func kinds() {
    #expect(
      events([
        Self.record(1, "scene.did-become-active", phase: "state-change"),
        Self.record(2, "scene.did-become-active", kind: "framework-callback"),
        Self.record(3, "scene.did-become-active", phase: "result"),
        Self.record(4, "flutter.scene.did-become-active-forwarded", kind: "framework-callback"),
        Self.record(5, "scene.invented"),
      ]) == ["1 sceneDidBecomeActive(_:) process=7"])
  }

  @Test("has gaps where numbers are missing or records were dropped, each reported once")
  func gaps() {
    let active = "sceneDidBecomeActive(_:) process=7"
    func record(_ sequence: Int, _ dropped: Int, _ stream: String = "s") -> String {
      Self.record(sequence, "scene.did-become-active", stream: stream, dropped: dropped)
    }
    #expect(
      events([record(1, 0), record(4, 0), record(5, 2), record(6, 3)])
        == ["1 \(active)", "2 lost", "2 \(active)", "3 \(active)", "4 lost", "4 \(active)"])
    // Missing records before the first one are an unknown beginning.
    #expect(events([record(4, 3), record(5, 3)]) == ["1 \(active)", "2 \(active)"])
    #expect(events([record(1, 0), record(1, 0, "t")]) == ["1 \(active)", "2 \(active)"])
    let huge = Int.max
    #expect(events([record(1, huge), record(huge, huge), record(-5, -5)]).count == 5)
  }

  @Test("does not treat equal aliases of two streams as one scene")
  func streams() {
    let found = events([
      Self.record(1, "scene.will-connect", stream: "s", scene: "scene-1"),
      Self.record(1, "scene.will-connect", stream: "t", scene: "scene-1"),
    ])
    #expect(found.map { $0.hasSuffix("scene=scene-1") } == [true, false])
  }

  @Test("reports what is wrong with a record, and where")
  func faults() {
    let text = "CIO-LIFECYCLE-TRACE \(Self.record(1, "x"))\nCIO-LIFECYCLE-TRACE {\"a\":}\n"
    #expect(ForeignReading(text).error == "2:27 unexpected token")
    #expect(
      ForeignReading("CIO-LIFECYCLE-TRACE 3").error
        == "1:21 a record must be an object, not a number")
  }
}
