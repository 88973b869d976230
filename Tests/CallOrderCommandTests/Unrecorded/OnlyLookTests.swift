import CallOrderKit
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceReading

/// Recordings that can be read only once, and of which only the beginning is kept: pipes, and recordings that are watched.
@Suite("A recording that can be read only once")
struct OnlyLookTests {
  /// The lives that are recorded: in the gate, 100.
  private static let lives = Effort.seeds(400)

  /// A subject with a violation, and its lifecycle.
  private struct Accused: Hashable {
    var lifecycle: String
    var subject: String

    init(_ violation: Violation) {
      (lifecycle, subject) = (violation.lifecycle, violation.subject)
    }

    static func all(_ violations: [Violation]) -> Set<Accused> {
      Set(violations.filter { $0.severity != .note }.map(Accused.init))
    }
  }

  /// A recorded life with at most two mistakes, and the number of bytes that are kept of it.
  private static func recording(_ seed: UInt64) -> (lines: [String], kept: Int) {
    var random = SeededGenerator(seed: seed &* 31)
    var recorder = RandomRecorder(random)
    var generator = LifeGenerator(seed: seed, style: recorder.style)
    var life = generator.life()
    life.addMistakes(0...Int(seed % 3), using: &random)
    let lines = recorder.record(life)[0].split(separator: "\n").map { "\($0)\n" }
    let length = lines.reduce(0) { $0 + $1.utf8.count }
    return (lines, Int.random(in: 0...length, using: &random))
  }

  private static func report(
    _ text: String, keeping kept: Int?
  ) -> TraceReport? {
    var input = TraceInput(path: "x", isRereadable: kept == nil) {
      MemorySource(Array(text.utf8))
    }
    input.spoolLimit = kept ?? 0
    return uiSceneCheck.report(of: [input]).traces.first
  }

  @Test("is judged like the same recording in a file, however little of it is kept")
  func pipe() throws {
    var (cut, found) = (0, 0)
    for seed in Self.lives {
      let (lines, kept) = Self.recording(seed)
      if lines.isEmpty { continue }
      let text = lines.joined()
      let whole = try #require(Self.report(text, keeping: nil))
      let once = try #require(Self.report(text, keeping: kept))
      func told(_ report: TraceReport) -> [String] {
        report.violations.map { "\($0.event) \($0.rule) \($0.lifecycle) \($0.subject)" }
          + report.notes.map { "\($0.id) \($0.count)" }
      }
      if kept < text.utf8.count, whole.verdict == .violating { cut += 1 }
      found += Accused.all(once.violations).count
      #expect(told(once) == told(whole), "seed \(seed), \(kept) bytes kept\n\(text)")
    }
    print(
      "\(Self.lives.count) lives: \(cut) with a violation are cut, \(found) subjects accused"
    )
    #expect(cut > 0 && found > 0)
  }

  @Test("and a watch accuses nothing else, at any time")
  func watch() throws {
    var (inFiles, told, atEnd) = (0, 0, 0)
    for seed in Self.lives {
      let (lines, _) = Self.recording(seed)
      if lines.isEmpty { continue }
      let whole = try #require(Self.report(lines.joined(), keeping: nil))
      let run = try WatchRun(
        lines.map { .text($0) }, peeks: seed.isMultiple(of: 2))
      let file = Accused.all(whole.violations)
      let watched = Accused.all(run.told)
      let last = Accused.all(run.report?.violations ?? [])
      (inFiles, told, atEnd) = (inFiles + file.count, told + watched.count, atEnd + last.count)
      #expect(last.isSubset(of: watched))
      if watched.isSubset(of: file) { continue }
      Issue.record(
        """
        seed \(seed)
        \(run.told.map { "\($0.event) \($0.rule): \($0.message)" }.joined(separator: "\n"))
        \(lines.joined())
        """)
    }
    print(
      "\(Self.lives.count) lives: \(inFiles) subjects accused in files, \(told) while watched, \(atEnd) at its end"
    )
    #expect(told > 0)
  }
}
