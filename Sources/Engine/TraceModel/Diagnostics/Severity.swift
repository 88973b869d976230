/// How much a finding matters, ordered from the least to the most.
public enum Severity: UInt8, Sendable, Comparable, CaseIterable {
  /// Worth knowing; never makes a trace violating.
  case note
  /// Probably a mistake; makes a trace violating, does not fail a run by default.
  case warning
  /// Certainly a mistake; makes a trace violating, and fails a run by default.
  case error

  /// The word used in every format: `note`, `warning` or `error`.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// The severity with the given word, or nil where there is none.
  public init?(name: some StringProtocol) {
    switch name {
    case "note": self = .note
    case "warning": self = .warning
    case "error": self = .error
    default: return nil
    }
  }

  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
