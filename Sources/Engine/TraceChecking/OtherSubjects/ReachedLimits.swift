internal import TraceFindings

/// Limits that were reached, so that something is not judged.
struct ReachedLimits {
  enum Limit: Int, CaseIterable {
    case examined, steps, pairs, deadlines

    func message(_ limits: MemoryLimits) -> String {
      switch self {
      case .examined:
        "more than \(limits.examinedOthers) states of other subjects were checked; from here on, cases that "
          + "depend on the states of some, no or another subject are not distinguished"
      case .steps:
        "calls that concern many subjects at once concerned more than \(limits.stepsOfOthers) of them; from "
          + "here on, their effect is unknown"
      case .pairs:
        "more than \(limits.peers) subjects were named side by side; the rules on them start over here"
      case .deadlines:
        "more than \(limits.deadlines) states with a time limit were waiting at once; later ones are not judged"
      }
    }
  }

  private let limits: MemoryLimits
  /// For each limit: the event at which it was first reached, its line, and how often it was.
  private var reached: [Limit: (event: UInt32, line: UInt32, count: Int)] = [:]

  init(_ limits: MemoryLimits) { self.limits = limits }

  mutating func note(_ limit: Limit, _ occurrence: Occurrence) {
    let known = reached[limit] ?? (occurrence.number, occurrence.line, 0)
    reached[limit] = (known.event, known.line, known.count + 1)
  }

  /// One note for each limit that was reached.
  var notes: [TraceReport.Note] {
    Limit.allCases.compactMap { limit in
      reached[limit].map {
        TraceReport.Note(
          id: "limit-reached", event: Int($0.event), line: Int($0.line), count: $0.count,
          message: limit.message(limits))
      }
    }
  }
}
