/// Which callbacks a recording shows. The absence of any other callback is not a fault.
public enum Records: Sendable, Hashable {
  /// The callbacks that occur in the recording, unless it says itself what it shows.
  case trace
  /// The callbacks that occur in any recording of the run, for those that do not say it themselves.
  case run
  /// All calls of the grammar. Actions, which only the app itself can record, are recorded if they occur.
  case all
  /// These callbacks, in any spelling. A delegate method stands for the call, a notification's name for the
  /// notification, and a short name for both. `"all"` stands for all calls, beside which actions may be named.
  case callbacks([String])
}

extension Records {
  private static let allCalls = "all"

  /// Whether all calls of the grammar are among them.
  package var includesAllCalls: Bool {
    switch self {
    case .trace, .run: false
    case .all: true
    case .callbacks(let spellings): spellings.contains(Self.allCalls)
    }
  }

  /// The callbacks that are named one by one, in any spelling.
  package var named: [String] {
    guard case .callbacks(let spellings) = self else { return [] }
    return spellings.filter { $0 != Self.allCalls }
  }
}
