/// Which callbacks a recording shows. Others may have come unrecorded, so their absence is no violation.
public struct ObservedCallbacks: Sendable, Equatable {
  /// How it is known which callbacks a recording shows.
  public enum Source: String, Sendable, CaseIterable {
    /// The trace or the configuration says so (`records`).
    case stated
    /// Those that occur in this trace.
    case trace
    /// Those that occur in any trace of the run.
    case run
    /// Those that occurred in the part of a long recording that was kept. Only reports of earlier versions say so.
    case soFar = "so far"
  }

  /// How it is known.
  public var source: Source
  /// The short names of callbacks whose calls are recorded, actions of the app among them, in the grammar's order.
  public var calls: [String]
  /// The short names of callbacks whose notifications are recorded, in the grammar's order.
  public var notifications: [String]

  /// Makes the description of what a recording shows.
  public init(source: Source, calls: [String] = [], notifications: [String] = []) {
    (self.source, self.calls, self.notifications) = (source, calls, notifications)
  }
}
