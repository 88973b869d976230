import CallOrderKit
import TestSupport
import Testing
import TraceFindings

@Suite("The shape of a trace changes nothing", .seeds) struct WaysTests {
  private static let spellings: [String: String] = Dictionary(
    uniqueKeysWithValues: Grammar.uiScene().callbacks.compactMap { callback in
      callback.swift.first.map { (callback.name, $0) }
    })

  @Test("between JSON Lines and a text log")
  func log() throws {
    func violations(in text: String) -> [String] {
      let report = FuzzTarget.recordingAll.report(of: [.bytes(Array(text.utf8), name: "x")])
      return report.failures.map(\.message)
        + report.traces.flatMap(\.violations).map {
          "\($0.rule) \($0.event) \($0.subject) \($0.process ?? "") \($0.states) \($0.repair.cost)"
        }
    }
    var violating = 0
    for seed in 0..<40 as Range<UInt64> {
      let life = life(seed)
      let text = try life.indices.map { try line(life[$0], second: $0) }.joined()
      let found = violations(in: text)
      #expect(found == violations(in: life.text), "seed \(seed)\n\(text)")
      if !found.isEmpty { violating += 1 }
    }
    #expect(violating > 20)
  }

  /// A life with calls in the wrong order, as far as a log can record it.
  private func life(_ seed: UInt64) -> [LifeEvent] {
    var style = LifeGenerator.Style()
    style.hasNeutralCalls = false
    style.steps = 10...40
    style.naming = seed % 2 == 0 ? .bySession : .byScene
    var generator = LifeGenerator(seed: seed, style: style)
    var random = SeededGenerator(seed: seed)
    // A line of text names at most one session.
    var life = generator.life().filter { $0.sessions.isEmpty }
    for _ in 0..<3 {
      life.swapAt(
        Int.random(in: 0..<life.count, using: &random),
        Int.random(in: 0..<life.count, using: &random))
    }
    return life
  }

  /// The line of an event. No two have the same time, as those might be one event, or in another order.
  private func line(_ event: LifeEvent, second: Int) throws -> String {
    let spelling = try #require(Self.spellings[event.callback])
    let time = "08:\(10 + second / 50):\(10 + second % 50).204"
    var line = "2026-03-02 \(time) App[\(event.process ?? 0):7] \(spelling)"
    if let session = event.session { line += " session=\(session)" }
    if let scene = event.scene { line += " scene=\(scene)" }
    return line + "\n"
  }
}
