import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceModel

/// Mechanisms that work at each occasion, and recordings in which the app is right.
@Suite("Mechanisms that repeat") struct RepeatedMechanismTests {
  private static let seeds: [UInt64] = [3, 17, 40]

  private func check(_ life: [LivedCall]) -> Report {
    let text = Shape.calls.trace(of: life, .forwarded)
    return uiSceneCheck.report(of: [.bytes(Array(text.utf8), name: "calls.jsonl")])
  }

  /// The app itself calls `sceneDidDisconnect` after each background, unless the platform does.
  private func disconnecting(_ life: [LivedCall]) -> [LivedCall] {
    life.indices.flatMap { index -> [LivedCall] in
      let call = life[index]
      let next = life[(index + 1)...].first { $0.session == call.session }
      guard call.name == "background", let next, next.name != "disconnect" else { return [call] }
      var wrong = call
      wrong.name = "disconnect"
      wrong.time += 0.1
      return [call, wrong]
    }
  }

  @Test("a scene that goes on again and again was not disconnected", arguments: seeds)
  func disconnects(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var right = 0
    var findings = 0
    while findings < 30 {
      let life = LivedCall.life(&random, windows: ["A"])
      let wrong = check(disconnecting(life)).traces[0].violations
        .filter { $0.rule == "callback-after-disconnect" }
      if wrong.count < 2 { continue }
      findings += wrong.count
      right += wrong.count {
        $0.causes.first?.id == .calledByApp
          && $0.causes.first?.text.contains("calls sceneDidDisconnect") ?? false
      }
    }
    #expect(right * 10 >= findings * 9, "\(right) of \(findings)")
  }

  /// Whether the report says of a mechanism of the app, with evidence, that it happened more than once.
  private func accuses(_ report: Report) -> Bool {
    report.faults.contains { fault in
      fault.severity > .note && fault.count > 1 && fault.causes.heading == "likely cause"
        && fault.causes.first.map {
          $0.id == .calledByApp && $0.text.contains("sceneDidDisconnect")
        }
          ?? false
    }
  }

  @Test("lost events do not make an app that disconnects its scenes", arguments: seeds)
  func losses(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var accused = 0
    for _ in 0..<60 {
      var life = LivedCall.life(&random, windows: ["A", "B"])
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        life.remove(at: .random(in: 4..<life.count, using: &random))
      }
      if accuses(check(life)) { accused += 1 }
    }
    #expect(accused == 0)
  }
}
