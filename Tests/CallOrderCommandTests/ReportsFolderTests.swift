import CallOrderCommand
import Foundation
import TestSupport
import Testing
import TraceReading
import TraceSystem

/// `reports/` is what the program writes for some of `traces/`; `make report` updates it.
@Suite("The reports folder") struct ReportsFolderTests {
  /// The formats and files that the Makefile requests, such as `json=reports/report.json`.
  static let wanted: [(format: String, path: String)] =
    words(of: "REPORTS").map { word in
      let parts = word.split(separator: "=")
      return (String(parts[0]), String(parts[1]))
    }

  /// The words of a variable of the Makefile.
  private static func words(of variable: String) -> [Substring] {
    let makefile = Repository.text("Makefile")
    let value = makefile.components(separatedBy: "\n\(variable) := ").last ?? ""
    let lines = value.components(separatedBy: "\n\n")[0].split(separator: "\n")
    return lines.flatMap { $0.split { $0.isWhitespace || $0 == "\\" } }
  }

  @Test("contains what the program writes for the samples, byte for byte, and nothing else")
  func isTrue() throws {
    let folder = try TemporaryFolder()
    var words = ["check"] + Self.words(of: "SAMPLES").map(String.init)
    words += ["--no-config", "--fail-on", "never", "--quiet"]
    for report in Self.wanted {
      words += ["--report", "\(report.format)=\(folder.path)/\(Path.name(of: report.path))"]
    }
    let run = callorder(words, from: String(Repository.root.dropLast()))
    #expect(run.status == 0, "\(run.errorOutput)")
    for report in Self.wanted {
      let text = try #require(folder.text(Path.name(of: report.path)))
      let isTrue = text == Repository.text(report.path)
      #expect(isTrue, "\(report.path) is not what is written now; run 'make report'")
      // Internal names of the grammar must not appear in reports.
      let inner = text.firstMatch(
        of: /\b(adoption|sceneBased|appBased|settled|joined(?!-)|facts R-\d+)\b/)
      #expect(inner == nil, "\(report.path): \(inner?.output.0 ?? "")")
    }
    #expect(Set(Repository.names(in: "reports")) == Set(Self.wanted.map { Path.name(of: $0.path) }))
    let size = Self.wanted.reduce(0) { $0 + (Repository.bytes($1.path)?.count ?? 0) }
    #expect(size <= 1_500_000)
  }
}
