import CallOrderKit
import TestSupport
import Testing
import TraceFindings

/// A watch ends with what a check finds, whatever the recording is like.
@Suite("A watch ends like a check") struct WatchedShapesTests {
  @Test("over recordings of all shapes that arrive in parts", .seeds, arguments: Effort.seeds(40))
  func shapes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 104_729 &+ 7)
    for round in 0..<5 {
      var style = LifeGenerator.Style()
      style.naming = LifeGenerator.Style.Naming.allCases.randomElement(using: &random) ?? .bySession
      style.notifications =
        LifeGenerator.Style.Notifications.allCases.randomElement(using: &random) ?? .callsOnly
      style.namesProcesses = Bool.random(using: &random)
      style.recordsLaunches = Bool.random(using: &random)
      var lives = LifeGenerator(seed: random.next(), style: style)
      var life = round == 4 ? randomCalls(&random) : lives.life()
      life.addMistakes(0...3, using: &random)
      if let index = life.indices.randomElement(using: &random) {
        let hasProcess = Bool.random(using: &random)
        if hasProcess { life[index].session = nil } else { life[index].process = nil }
      }
      let header =
        ["", #"{"complete": true}"#, #"{"records": "all"}"#].randomElement(using: &random) ?? ""
      let text = (header.isEmpty ? "" : header + "\n") + life.text + "\n"
      let asDocument = round == 3 && header.isEmpty
      try compare(
        asDocument ? "[" + life.text.split(separator: "\n").joined(separator: ",") + "]" : text,
        &random)
    }
  }

  @Test(
    "over the ends of recordings that only a check judged",
    arguments: [
      #"{"callback": "didFinishLaunching", "process": 1}"#, "", "[]",
      #"{"complete": true}"# + "\n" + #"{"callback": "didFinishLaunching"}"# + "\n"
        + #"{"callback": "configurationForConnecting", "process": 1, "session": "A"}"#,
      #"{"callback": "willConnect", "session": "A"}"#,
      // The recording is complete, so nothing launched the process before.
      #"{"complete": true}"# + "\n"
        + #"{"callback": "configurationForConnecting", "process": 1, "session": "A"}"# + "\n"
        + #"{"callback": "didFinishLaunching", "process": 1}"#,
    ])
  func ends(text: String) throws {
    var random = SeededGenerator(seed: 1)
    try compare(text, &random)
  }

  private func compare(_ text: String, _ random: inout SeededGenerator) throws {
    var steps: [ScriptedBytes.Step] = []
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...400, using: &random))
      steps.append(.text(String(part)))
      if Int.random(in: 0..<3, using: &random) == 0 { steps.append(.silence) }
      rest = rest.dropFirst(part.count)
    }
    let run = try WatchRun(steps, peeks: Bool.random(using: &random))
    let checked = uiSceneCheck.report(of: [.bytes(Array(text.utf8), name: "watched")])
    guard var expected = checked.traces.first else {
      #expect(run.fault != nil, "\(text)")
      return
    }
    // The report of a check has the coverage of all its traces, and here there is one.
    expected.coverageCounts = checked.foldedCoverage
    let report = try #require(run.report, "\(run.fault ?? ""): \(text)")
    #expect(report == expected, "\(text)")
    // Each finding was told, once.
    func names(_ violations: [Violation]) -> [String] {
      violations.map { "\($0.rule) \($0.event) \($0.subject)" }.sorted()
    }
    #expect(Set(names(run.told)).isSuperset(of: names(expected.violations)), "\(text)")
    #expect(Set(names(run.told)).count == run.told.count, "\(text)")
  }

  /// Calls of two scenes in any order.
  private func randomCalls(_ random: inout SeededGenerator) -> [LifeEvent] {
    let namesDelegates = Bool.random(using: &random)
    return (0..<Int.random(in: 1...60, using: &random)).map { _ in
      let session = Bool.random(using: &random) ? "A" : "B"
      let callback = RandomRecorder.callbacks.randomElement(using: &random) ?? ""
      var event = LifeEvent(callback, session: session, process: 1)
      if namesDelegates { event.delegate = "DelegateOf\(session)" }
      return event
    }
  }
}
