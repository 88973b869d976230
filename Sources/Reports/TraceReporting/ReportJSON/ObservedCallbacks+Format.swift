internal import TraceFindings

extension ObservedCallbacks {
  /// Which callbacks a recording shows.
  static let format = JSONFormat.object(
    "observed", "Which callbacks the recording shows; the others may have come",
    blank: Self(source: .trace),
    [
      .required(
        "source", \.source, .word(among: Source.allCases) { $0.rawValue },
        "How that is known: stated, or what occurs in the trace, in the run, or so far"),
      .added("calls", \.calls, .list(of: .text), "Callbacks whose calls are recorded"),
      .added(
        "notifications", \.notifications, .list(of: .text),
        "Callbacks whose notifications are recorded"),
    ])
}
