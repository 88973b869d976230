import CallOrderKit
import TestSupport
import Testing
import TraceFindings

/// A watch ends with what a check finds, whatever the recording is like.
@Suite("A watch ends like a check") struct WatchedShapesTests {
  @Test("over recordings of all shapes that arrive in parts", arguments: 0..<8)
  func shapes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 104_729 &+ 7)
    for round in 0..<4 {
      var style = LifeGenerator.Style()
      style.naming = LifeGenerator.Style.Naming.allCases.randomElement(using: &random) ?? .bySession
      style.notifications =
        LifeGenerator.Style.Notifications.allCases.randomElement(using: &random) ?? .callsOnly
      style.namesProcesses = Bool.random(using: &random)
      style.recordsLaunches = Bool.random(using: &random)
      var lives = LifeGenerator(seed: random.next(), style: style)
      var life = lives.life()
      for _ in 0..<Int.random(in: 0...3, using: &random) where !life.isEmpty {
        damage(&life, &random)
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
    let checked = checkTraces([.bytes(Array(text.utf8), name: "watched")], against: .uiScene())
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

  /// Puts one mistake into a life, or takes something away from the recording.
  private func damage(_ life: inout [LifeEvent], _ random: inout SeededGenerator) {
    let index = Int.random(in: life.indices, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: life.remove(at: index)
    case 1: life.insert(life[index], at: index)
    case 2: life.swapAt(index, Int.random(in: life.indices, using: &random))
    case 3: life.insert(.gap, at: index)
    case 4: life[index].process = nil
    default: life[index].session = nil
    }
  }
}
