/// The exit status of the process; public API.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done, and no finding at or above the failing severity.
  case success = 0
  /// There is a finding at or above the failing severity, or another requirement of the user is not met.
  case violations = 1
  /// Wrong usage, configuration or grammar, or an output that is the same file as an input; nothing was checked.
  case usage = 2
  /// An input could not be read or an output could not be written; wins over `violations`.
  case failure = 3

  /// One sentence for the help and the manual.
  var meaning: String {
    switch self {
    case .success: "no finding at or above the failing severity (--fail-on, default error)"
    case .violations:
      "there is such a finding, the coverage or baseline check fails, or nothing could be checked"
    case .usage: "wrong usage, configuration or grammar, or an output that would replace an input"
    case .failure: "an input could not be read or an output could not be written; wins over 1"
    }
  }
}
