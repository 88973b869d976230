import CallOrderKit
import CallOrderTesting
import TestSupport
import Testing

/// Tests of apps check events as values; the program checks files.
@Suite("Checking events as values") struct SameFindingsTests {
  private static let check = PreparedCheck()

  @Test(
    "finds what the program finds in the recording with these events", arguments: Effort.seeds(150))
  func lives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var style = LifeGenerator.Style()
    style.namesProcesses = seed % 3 > 0
    style.notifications = LifeGenerator.Style.Notifications.allCases[Int(seed % 3)]
    var generator = LifeGenerator(seed: seed, style: style)
    var life = generator.life()
    life.addMistakes(0...4, using: &random)
    let stated = Records.callbacks(["willConnect", "didBecomeActive", "willResignActive"])
    for records in [.trace, .all, stated] as [Records] {
      let recording = Recording(
        life.map { RecordedEvent($0, &random) }, records: records, isComplete: seed % 5 == 0,
        os: seed % 2 == 0 ? "iOS 18.4" : nil)
      let report = Self.check.report(of: [.bytes(recording.bytes, name: recording.name)])
      try #require(report.failures == [])
      var options = CheckOptions()
      options.records = records
      options.platform = recording.os.flatMap { PlatformVersion($0) }
      let asValues = expectNothing(recording)
      let read = try #require(report.traces.first)
      #expect(asValues.violations.map(\.essence) == read.violations.map(\.essence))
      // Of two repairs that explain a finding, its first cause chooses.
      for (value, read) in zip(asValues.violations, read.violations)
      where value.causes.first?.id == read.causes.first?.id {
        #expect(value.repair == read.repair, "\(value.essence)")
      }
      #expect(asValues.countsByRule == read.countsByRule)
      #expect(asValues.verdict == read.verdict)
      #expect(asValues.observed == read.observed)
      // The program adds to notes what else would explain a file.
      #expect(asValues.notes.map(\.id) == read.notes.map(\.id))
    }
  }

  /// The report on a recording, whatever it is.
  private func expectNothing(_ recording: Recording) -> TraceReport {
    var report: TraceReport?
    _ = capturedIssues { report = expectConforming(recording) }
    return report ?? TraceReport(path: "")
  }
}

extension Violation {
  /// What both ways of checking must agree on. Causes differ, because a recording in memory loses nothing, and with them
  /// whether the message says what is missing.
  fileprivate var essence: String {
    "\(rule) \(severity) \(event) \(line) \(message.prefix { $0 != ";" }) \(quirk ?? "")"
  }
}

extension RecordedEvent {
  /// An event of a life, sometimes with a role and a delegate.
  fileprivate init(_ event: LifeEvent, _ random: inout SeededGenerator) {
    if event.callback.isEmpty {
      self = .gap
      return
    }
    self.init(
      event.callback, kind: event.isNotification ? .notification : .delegate,
      session: event.session, sessions: event.sessions, scene: event.scene,
      process: event.process.map(String.init), role: event.role)
    if let type = event.type { self["type"] = .text(type) }
    if let delegate = event.delegate { self["delegate"] = .text(delegate) }
  }
}
