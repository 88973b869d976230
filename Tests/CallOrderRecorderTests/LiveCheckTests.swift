import CallOrderCore
import CallOrderKit
import CallOrderRecorderCore
import Foundation
import TestSupport
import Testing

@testable import CallOrderLiveCheck
@testable import CallOrderRecorder

@Suite("Live checking") struct LiveCheckTests {
  @Test("reports a violation once, with its location and what to do")
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
    recording.end()
    let finding = try #require(box.findings.first)
    #expect(box.findings.count == 1)
    #expect(finding.rule == "background-without-resign")
    #expect(finding.site == CallSite("Notes/SceneDelegate.swift", 14))
    #expect(
      finding.text.hasPrefix(
        """
        Notes/SceneDelegate.swift:14: error[background-without-resign]: sceneDidEnterBackground was called while the scene was active; sceneWillResignActive is missing
          event 5, sceneDidEnterBackground(_:), session A, process \(recording.recorder.launch), at 0.
        """))
    #expect(finding.text.contains("\n  Expected: sceneWillResignActive\n  Likely cause: "))
    #expect(
      finding.text.contains(
        "\n  Likely cause: The scene delegate does not record sceneWillResignActive.\n    ✓ the recording has no sceneWillResignActive\n  Change: "
      ))
    #expect(!finding.isUnhandled)
  }

  @Test("reports a violation with the wrong call, also one about the whole process")
  func atOnce() {
    let box = FindingBox()
    let recording = AppRecording(
      RecordingHeader(), to: [],
      checking: .prepared(.uiScene()).reporting { box.add($0) }.inReleaseBuilds,
      isOnMainThread: false)
    let launch = RecordedEvent("application(_:didFinishLaunchingWithOptions:)")
    #expect(recording.record(launch).isEmpty)
    #expect(recording.record(launch).map(\.rule) == ["launch-order"])
    #expect(box.findings.map(\.event) == [2])
    // The same location both times suggests that a method was called twice.
    #expect(box.findings.first?.text.contains("cause") == true)
  }

  @Test("reads members as in a recording", arguments: [true, false])
  func members(isWindow: Bool) throws {
    let grammar = try #require(ShippedGrammar.named("UIScenePractices")).grammar()
    let check = LiveCheck(CheckOptions(), RecordingHeader()) { grammar }
    var event = RecordedEvent("createWindow", kind: .action)
    (event.session, event.members) = ("A", [.init("windowScene", .truth(isWindow))])
    var connect = RecordedEvent("scene(_:willConnectTo:options:)")
    (connect.session, connect.scene, connect.options) = ("A", "0x10290a3c0", [.init("urls", 0)])
    let launch = RecordedEvent("application(_:didFinishLaunchingWithOptions:)")
    var found = [launch, connect, event].flatMap { check.feed($0, launch: "1", time: 0) }
    found += check.rest()
    #expect(found.map(\.rule).contains("window-without-scene") == !isWindow)
  }

  @Test("considers unrecorded calls possible, like a check of the recording")
  func records() {
    let launch = "application(_:didFinishLaunchingWithOptions:)"
    for records in [Self.calls + [launch], nil] {
      let check = LiveCheck(CheckOptions(), RecordingHeader(records: records)) { .uiScene() }
      var found = check.feed(RecordedEvent(launch), launch: "1", time: 0)
      for callback in Self.calls {
        var event = RecordedEvent(callback)
        event.session = "A"
        found += check.feed(event, launch: "1", time: 1)
      }
      found += check.rest()
      #expect(found.isEmpty == (records != nil))
    }
  }

  @Test("does not wait for the grammar, and finds the same as if it had")
  func preparation() {
    let isHeld = DispatchSemaphore(value: 0)
    let launch = RecordedEvent("application(_:didFinishLaunchingWithOptions:)")
    let check = LiveCheck(CheckOptions(), RecordingHeader()) {
      isHeld.wait()
      return .uiScene()
    }
    for number in 1...2 {
      #expect(check.feed(launch, launch: "1", time: Double(number)).isEmpty)
    }
    isHeld.signal()
    let late = check.rest()
    let prepared = LiveCheck(CheckOptions(), RecordingHeader()) { .uiScene() }
    #expect(prepared.rest().isEmpty)
    let atOnce = (1...2).flatMap { prepared.feed(launch, launch: "1", time: Double($0)) }
    #expect(late.map(\.rule) == ["launch-order"])
    #expect(late.map(\.event) == atOnce.map(\.event) && late.map(\.rule) == atOnce.map(\.rule))
    #expect(prepared.rest().isEmpty)
  }

  @Test("explains a finding by who made the call")
  func caller() {
    let check = LiveCheck(CheckOptions(), RecordingHeader()) { .uiScene() }
    var found: [LiveFinding] = []
    for (index, callback) in Self.calls.enumerated() {
      var event = RecordedEvent(callback, session: "A")
      event.caller = index == 3 ? "AnalyticsSDK" : "UIKitCore"
      found += check.feed(event, launch: "1", time: Double(index))
    }
    found += check.rest()
    #expect(found.contains { $0.text.contains("AnalyticsSDK") }, "\(found)")
  }

  @Test("is off if nothing should be checked")
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

extension LiveChecking {
  /// Checks each event at once, because it has waited for the grammar.
  static func prepared(_ grammar: Grammar) -> LiveChecking {
    LiveChecking { header in
      let check = LiveCheck(CheckOptions(), header) { grammar }
      _ = check.rest()
      return check
    }
  }
}

/// Findings that a handler shares with a test.
final class FindingBox: @unchecked Sendable {
  private(set) var findings: [LiveFinding] = []
  private var count = 0

  func add(_ finding: LiveFinding) { findings.append(finding) }

  func next() -> Int {
    count += 1
    return count
  }
}

extension LiveCheck {
  /// Checks an event as a recorder passes it.
  fileprivate func feed(_ event: RecordedEvent, launch: String, time: Double) -> [LiveFinding] {
    var event = event
    (event.process, event.time) = (launch, time)
    return feed(event)
  }
}
