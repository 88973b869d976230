import TestSupport
import Testing
import TraceFindings
import TraceReporting

@testable import CallOrderCommand

/// The repair that a finding shows is the one that the rule asks for.
@Suite("A shown repair") struct RepairTextTests {
  private static func report(
    _ words: [String], _ calls: [String], records: String = "all",
    in folder: TemporaryFolder? = nil
  ) throws -> TraceReport {
    let lines = calls.map { call in
      let parts = call.split(separator: " ")
      let session = parts.contains("A") ? #","session":"A""# : ""
      let role =
        parts[0] == "willConnect" ? #","role":"UIWindowSceneSessionRoleApplication""# : ""
      let kind = parts.contains("action") ? #","kind":"action""# : ""
      return #"{"callback":"\#(parts[0])","process":"1"\#(session)\#(role)\#(kind)}"#
    }
    let arguments = ["check", "-", "--no-config", "--records", records, "--format", "json"] + words
    let run = callorder(arguments, in: folder, input: lines.joined(separator: "\n"))
    let report = try Report(json: Array(run.output.utf8))
    return try #require(report.traces.first, "\(run.errorOutput)")
  }

  private static let up = ["willConnect A", "willEnterForeground A", "didBecomeActive A"]
  private static let down = ["willResignActive A", "didEnterBackground A"]

  @Test("of what an app tells itself inserts the call that the rule names")
  func activation() throws {
    let calls =
      ["didFinishLaunching"] + Self.up + ["appBecameActive action"] + Self.down
      + ["appEnteredBackground action", "willEnterForeground A", "didBecomeActive A"] + Self.down
    let report = try Self.report(["-g", "UIScenePractices"], calls)
    let missed = try #require(report.violations.first { $0.rule == "app-activation-missed" })
    #expect(missed.message.hasSuffix("appBecameActive is missing"), "\(missed.message)")
    #expect(missed.repair.insertions.map(\.callback) == ["appBecameActive"])
  }

  @Test("of a duty inserts what is owed, and calls nothing a repetition that came once")
  func duty() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Windows "1.0" extends UIScenePractices { text "Windows are released." }
      action destroyWindow about session { text "The window of a scene was released." }
      rule window-kept error about session {
        expects destroyWindow after didDisconnect before willConnect, checkpoint
        title "The window of a disconnected scene is released"
        message "{callback} {came} and the window of the scene was not released"
      }

      """, to: "windows.lifecycle")
    let life = Self.up + Self.down + ["didDisconnect A"]
    let report = try Self.report(
      ["-g", "windows.lifecycle"],
      ["didFinishLaunching"] + life + life + ["checkpoint action"],
      records: "all,destroyWindow", in: folder)
    let kept = report.violations.filter { $0.rule == "window-kept" }
    #expect(kept.count == 2)
    for violation in kept {
      #expect(violation.repair.insertions.map(\.callback) == ["destroyWindow"], "\(violation)")
      #expect(violation.repair.deletions.isEmpty && !violation.message.contains("again"))
    }
  }
}
