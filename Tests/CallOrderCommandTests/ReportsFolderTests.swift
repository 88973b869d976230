import CallOrderCommand
import Foundation
import TestSupport
import Testing
import TraceReading
import TraceSystem

/// `reports/` is what the program writes for `traces/`; `make report` updates it.
@Suite("The reports folder") struct ReportsFolderTests {
  /// The formats and files that the Makefile requests, such as `json=reports/report.json`.
  static let wanted: [(format: String, path: String)] = {
    let makefile = String(decoding: Repository.bytes("Makefile") ?? [], as: UTF8.self)
    return makefile.split(whereSeparator: \.isWhitespace).compactMap { word in
      let parts = word.split(separator: "=")
      guard parts.count == 2, parts[1].hasPrefix("reports/") else { return nil }
      return (String(parts[0]), String(parts[1]))
    }
  }()

  @Test("contains what the program writes for the samples, byte for byte, and nothing else")
  func isTrue() throws {
    let folder = try TemporaryFolder()
    var words = ["check", "traces", "--no-config", "--fail-on", "never", "--quiet"]
    for report in Self.wanted {
      words += ["--report", "\(report.format)=\(folder.path)/\(Path.name(of: report.path))"]
    }
    let run = callorder(words, from: String(Repository.root.dropLast()))
    #expect(run.status == 0, "\(run.errorOutput)")
    for report in Self.wanted {
      let expected = Repository.bytes(report.path).map { String(decoding: $0, as: UTF8.self) }
      let isTrue = folder.text(Path.name(of: report.path)) == expected
      #expect(isTrue, "\(report.path) is not what is written now; run 'make report'")
    }
    for report in Self.wanted {
      // Internal names of the grammar must not appear in reports.
      let text = folder.text(Path.name(of: report.path)) ?? ""
      let inner = text.firstMatch(
        of: /\b(adoption|sceneBased|appBased|settled|joined(?!-)|facts R-\d+)\b/)
      #expect(inner == nil, "\(report.path): \(inner?.output.0 ?? "")")
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.path("reports"))
    #expect(Set(found) == Set(Self.wanted.map { Path.name(of: $0.path) }))
  }
}
