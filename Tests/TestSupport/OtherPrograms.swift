import Foundation

/// External programs that tests call: validators, shells, a browser.
public enum OtherPrograms {
  /// Whether a missing program is a failure: true if the environment has `CALLORDER_REQUIRE_TOOLS=1`.
  public static let areRequired =
    ProcessInfo.processInfo.environment["CALLORDER_REQUIRE_TOOLS"] == "1"

  /// Whether to run a test that calls some of them: they exist, or the test has to fail because they do not.
  public static func decide(areThere: Bool) -> Bool { areThere || areRequired }

  /// The path of a program; looks in `.venv` first, then in `PATH`.
  public static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ([Repository.path(".venv/bin")] + folders.map(String.init)).lazy
      .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// Runs the program with a path, and waits for its end.
  /// - Returns: its exit status, and the combined text of both outputs.
  public static func run(
    _ path: String, _ arguments: [String], in folder: String = Repository.root,
    with variables: [String: String] = [:], input: String? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let (given, pipe) = (Pipe(), Pipe())
    if input != nil { process.standardInput = given }
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    if let input {
      // A pipe holds 64 KB, and no test gives more.
      try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try given.fileHandleForWriting.close()
    }
    // Read before waiting: a program that fills the pipe would otherwise block forever.
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
