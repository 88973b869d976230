import Foundation
import TestSupport
import Testing

/// A report with coverage of each trace, a baseline with other fingerprints, and files that are no report.
@Suite("What an earlier version wrote") struct OldReportTests {
  @Test(
    "a report whose traces have coverage of their own has none, and says so where it is required")
  func coverage() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    let report = callorder("check", "a.json", "-f", "json", in: folder).output
    try folder.write(
      report.replacing("\"timeline\": ", with: "\"coverage\": {\"visits\": {}}, \"timeline\": "),
      to: "old.json")
    let run = callorder("report", "old.json", "--min-coverage", "0", in: folder)
    #expect(run.status == 1 && run.errorOutput.contains("no coverage was counted"))
    #expect(callorder("report", "old.json", in: folder).status == 0)
  }

  @Test("a baseline of the version before passes by its rules, and updating it keeps its reasons")
  func baseline() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.error, to: "a.json")
    let name = String(repeating: "0", count: 32)
    func baseline(_ version: Int) throws {
      try folder.write(
        """
        {"version": \(version), "grammar": {"name": "UIScene", "version": "1.0"}, "entries": [
        {"fingerprint": "\(name)", "rule": "background-without-resign", "callback": "didEnterBackground",
        "summary": "as before", "count": 1, "reason": "known"}]}
        """, to: "known.json")
    }
    let check = ["check", "a.json", "-b", "known.json"]
    try baseline(1)
    let first = callorder(check, in: folder)
    #expect(first.status == 2 && first.errorOutput.contains("expected 2 or 3, found 1"))
    try baseline(3)
    #expect(callorder(check, in: folder).status == 1)
    try baseline(2)
    let run = callorder(check, in: folder)
    #expect(run.status == 0 && run.errorOutput.contains("baseline update"), "\(run.errorOutput)")
    #expect(callorder("baseline", "prune", "a.json", "-b", "known.json", in: folder).status == 2)
    let update = callorder("baseline", "update", "a.json", "-b", "known.json", in: folder)
    #expect(update.status == 0, "\(update.errorOutput)")
    let text = folder.text("known.json") ?? ""
    #expect(text.contains("\"version\": 3") && !text.contains(name))
    #expect(text.contains("\"reason\": \"known\""))
    let clean = callorder(check, in: folder)
    #expect(clean.status == 0 && clean.errorOutput.isEmpty, "\(clean.errorOutput)")
  }

  @Test("a trace is no saved report, and the message says how to make one")
  func trace() throws {
    let folder = try TemporaryFolder()
    let event = #"{"callback":"sceneDidBecomeActive(_:)"}"#
    for text in [
      event + "\n" + event, "[\(event)]", #"{"format":"callorder.trace/1","events":[]}"#,
    ] {
      try folder.write(text, to: "a.json")
      let run = callorder("report", "a.json", in: folder)
      #expect(run.status > 1)
      #expect(
        run.errorOutput.contains("is a trace, not a saved report; make one: callorder check a.json")
      )
    }
  }

  @Test("a damaged report is not taken for a trace")
  func damaged() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": "callorder.report/1", "traces": [{"callback": "#, to: "a.json")
    let run = callorder("report", "a.json", in: folder)
    #expect(run.status > 1 && run.errorOutput.contains("not JSON"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("is a trace"))
  }
}
