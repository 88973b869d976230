import Foundation
import ReportSamples
import TestSupport
import TraceFindings
import TraceReporting
import TraceWriting

/// The programs and schemas of others that say whether a rendered file is what it claims to be.
///
/// They are no part of the project: tests that need one are skipped where it is absent. Schemas are looked
/// for in the folder that the environment variable `CALLORDER_SCHEMAS` names, else beside the repository.
enum Validators {
  /// The path of a schema; nil when it is not there.
  static func schema(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment["CALLORDER_SCHEMAS"]
    let folder = environment ?? Repository.path("../shared/schemas")
    return existing("\(folder)/\(name)")
  }

  /// The path of a checking script; nil when it is not there.
  static func script(_ name: String) -> String? {
    existing(Repository.path("../shared/tools/\(name)"))
  }

  /// The path of a program from the virtual environment in the repository, or from `PATH`.
  static func program(_ name: String) -> String? { OtherPrograms.path(of: name) }

  /// Whether a check can be made: everything named is there, or a missing program has to be a failure.
  static func have(programs: [String] = [], schemas: [String] = [], scripts: [String] = []) -> Bool
  {
    OtherPrograms.decide(areThere: programs.allSatisfy { program($0) != nil })
      && schemas.allSatisfy { schema($0) != nil }
      && scripts.allSatisfy { script($0) != nil }
  }

  private static func existing(_ path: String) -> String? {
    FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Runs a program to its end.
  /// - Returns: its exit code and what it wrote to both its outputs.
  static func run(_ program: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    // The pipe is emptied before the end is waited for, as its buffer is small.
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// The made-up reports, rendered into files of a new folder, which is removed after the closure.
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

  /// A new folder, which is removed after the closure.
  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "callorder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
