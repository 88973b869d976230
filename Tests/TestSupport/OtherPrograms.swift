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
}
