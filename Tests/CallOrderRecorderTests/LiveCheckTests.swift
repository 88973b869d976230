import CallOrderCore
import CallOrderKit
@testable import CallOrderRecorder
import TestSupport
import Testing

@Suite("Live checking") struct LiveCheckTests {
  @Test("tells a violation once, with its place and what to do")
  func message() throws {
    let box = FindingBox()
    let recording = AppRecording(
      RecordingHeader(), to: [], checking: .uiScene.reporting { box.add($0) }.inReleaseBuilds,
      isOnMainThread: false)
    CallOrder.$ofTest.withValue(recording) {
      CallOrder.record(callback: "application(_:didFinishLaunchingWithOptions:)")
      for callback in Self.calls {
        var event = RecordedEvent(callback)
        event.session = "A"
        CallOrder.record(event, file: "Notes/SceneDelegate.swift", line: 10 + box.next())
      }
    }
    let finding = try #require(box.findings.first)
    #expect(box.findings.count == 1)
    #expect(finding.violation.rule == "background-without-resign")
    #expect(finding.site == CallSite("Notes/SceneDelegate.swift", 14))
    #expect(
      finding.text.hasPrefix(
        """
        Notes/SceneDelegate.swift:14: error[background-without-resign]: didEnterBackground came while the scene was active
          sceneDidEnterBackground(_:), event 5, session A
          expected: willResignActive
          why: \("")
        """))
    #expect(finding.text.contains("\n  fix: "))
    #expect(!finding.isUnhandled)
  }

  @Test("takes what is not recorded for possible, as a check of the recording does")
  func records() {
    let launch = "application(_:didFinishLaunchingWithOptions:)"
    for records in [Self.calls + [launch], nil] {
      let check = LiveCheck(LiveChecking.uiScene, RecordingHeader(records: records))
      var found = check.feed(RecordedEvent(launch), launch: "1", time: 0)
      for callback in Self.calls {
        var event = RecordedEvent(callback)
        event.session = "A"
        found += check.feed(event, launch: "1", time: 1)
      }
      #expect(found.isEmpty == (records != nil))
    }
  }

  @Test("is off where nothing is to be checked")
  func off() {
    let recording = AppRecording(
      RecordingHeader(), to: [], checking: nil, isOnMainThread: false)
    for callback in Self.calls {
      #expect(recording.record(RecordedEvent(callback)).isEmpty)
    }
  }

  private static let calls = [
    "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    "sceneDidEnterBackground(_:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
  ]
}

/// What a handler shares with a test.
final class FindingBox: @unchecked Sendable {
  private(set) var findings: [LiveFinding] = []
  private var count = 0

  func add(_ finding: LiveFinding) { findings.append(finding) }

  func next() -> Int {
    count += 1
    return count
  }
}
