import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceGrammar

/// Recordings with one mistake that is found again and again.
@Suite("One mistake is one fault") struct FaultsOfRecordingsTests {
  /// Scenes that are opened and closed, with the calls that the closure lets come again after a millisecond.
  private func recording(
    scenes: Int, delegates: [String] = [], _ comesAgain: (Int) -> Bool
  ) -> TraceInput {
    var text = ""
    var (time, calls) = (0, 0)
    func call(_ callback: String, _ scene: Int?) {
      time += 400
      calls += 1
      let session = scene.map { ", \"session\": \"S\($0)\"" } ?? ""
      for number in 0...(comesAgain(calls) ? 1 : 0) {
        time += number
        let delegate = delegates.isEmpty ? "" : ", \"delegate\": \"\(delegates[number])\""
        text +=
          "{\"callback\": \"\(callback)\", \"process\": \"1\", \"time\": \(Double(time) / 1_000)\(session)\(delegate)}\n"
      }
    }
    call("application(_:didFinishLaunchingWithOptions:)", nil)
    for scene in 0..<scenes {
      for callback in [
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
        "sceneDidDisconnect(_:)",
      ] {
        call(callback, scene)
      }
    }
    return .bytes(Array(text.utf8), name: "calls.jsonl")
  }

  @Test("a hundredth of all calls comes twice")
  func rarely() throws {
    let report = checkTraces([recording(scenes: 600) { $0 % 101 == 0 }])
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == report.counts.total && fault.count > 30)
    #expect(fault.title == "6 calls twice, 1 ms apart")
    #expect(fault.causes[0].id == .forwarded)
    #expect(fault.causes[0].proofs == ["6 different calls, always 1 ms after the first"])
  }

  @Test("a base class records beside its subclass")
  func superclass() throws {
    let report = checkTraces([
      recording(scenes: 2, delegates: ["Base", "SceneDelegate"]) { $0 > 1 }
    ])
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == report.counts.total && fault.count > 4)
    #expect(fault.causes[0].proofs.first == "Base got it first, then SceneDelegate")
    #expect(
      fault.causes[0].changes.contains(
        "If SceneDelegate inherits from Base, record in one of the two only."))
  }
}
