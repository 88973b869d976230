import Foundation
import ReportSamples
import TestSupport
import TraceFindings
import TraceReporting

/// External programs and schemas that validate rendered files.
///
/// They are not part of the project: tests that need one are skipped if it is missing. Schemas are searched
/// in the folder that the environment variable `CALLORDER_SCHEMAS` names, otherwise next to the repository.
enum Validators {
  /// The path of a schema; nil if it is missing.
  static func schema(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment["CALLORDER_SCHEMAS"]
    let folder = environment ?? Repository.path("../shared/schemas")
    return existing("\(folder)/\(name)")
  }

  /// The path of a validation script; nil if it is missing.
  static func script(_ name: String) -> String? {
    existing(Repository.path("../shared/tools/\(name)"))
  }

  /// The path of a program from the virtual environment in the repository, or from `PATH`.
  static func program(_ name: String) -> String? { OtherPrograms.path(of: name) }

  /// Whether to run a check: everything that it needs exists, or a missing program has to be a failure.
  static func have(programs: [String] = [], schemas: [String] = [], scripts: [String] = []) -> Bool
  {
    OtherPrograms.decide(areThere: programs.allSatisfy { program($0) != nil })
      && schemas.allSatisfy { schema($0) != nil }
      && scripts.allSatisfy { script($0) != nil }
  }

  private static func existing(_ path: String) -> String? {
    FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Renders the sample reports into files in a new folder, which is removed after the closure.
  static func withRendered(
    _ format: ReportFormat, _ body: ([(sample: SampleReport, path: String)]) throws -> Void
  ) throws {
    try withFolder { folder in
      var files: [(SampleReport, String)] = []
      for sample in SampleReport.allCases {
        let url = folder.appending(path: "\(sample).\(format.fileExtension)")
        try Data(format.render(sample.report)).write(to: url)
        files.append((sample, url.path(percentEncoded: false)))
      }
      try body(files)
    }
  }

  /// Creates a folder, which is removed after the closure.
  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "callorder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
