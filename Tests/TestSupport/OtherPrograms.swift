import Foundation

/// The programs of others that tests call: validators, shells, a browser.
public enum OtherPrograms {
  /// Whether a missing one is a failure: the environment has `CALLORDER_REQUIRE_TOOLS=1`.
  public static let areRequired =
    ProcessInfo.processInfo.environment["CALLORDER_REQUIRE_TOOLS"] == "1"

  /// Whether a test that calls some of them is to be run: they are there, or it has to fail because they are not.
  public static func decide(areThere: Bool) -> Bool { areThere || areRequired }

  /// The paths at which a program of the given name may be called: that of `.venv` first, then those of `PATH`.
  public static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ([Repository.path(".venv/bin")] + folders.map(String.init)).lazy
      .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }
}
