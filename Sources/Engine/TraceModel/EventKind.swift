/// The sort of thing that an event records.
public enum EventKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// A delegate method was called.
  case delegate
  /// A notification was posted.
  case notification
  /// The app did something itself.
  case action
  /// Events were lost here.
  case gap

  /// The word used in traces and reports.
  public var name: String {
    switch self {
    case .delegate: "delegate"
    case .notification: "notification"
    case .action: "action"
    case .gap: "gap"
    }
  }
}
