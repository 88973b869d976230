internal import CallOrderCore
internal import TraceFindings
internal import TraceGrammar

/// Puts the traces of a run into one report, one after the other, in the order of the report.
///
/// What a report needs of a trace is little. What it tells in detail, about events and violations one by one, has a
/// limit for the whole report, so that the memory for very many traces is that of their numbers.
struct ReportAssembly {
  /// Traces that say themselves which parts of the grammar they used; of further ones only the report knows.
  static let coverageLimit = 10_000
  /// Events that are told one by one: of violating traces, and as many of all others.
  static let eventLimit = 200_000
  /// Kinds of violation that are still shown once where the report lists no more violations.
  static let extraKindLimit = 1_000

  private let options: CheckOptions
  private var traces: [TraceReport] = []
  private var failures: [Report.Failure] = []
  private var foldedCoverage = CoverageSum()
  private var coverageRoom = Self.coverageLimit
  private var violatingEventRoom: Int
  private var otherEventRoom: Int
  private var violationRoom: Int
  private var kinds: Set<String> = []
  private var kindRoom = Self.extraKindLimit

  /// - Parameter count: how many traces there will be, as far as is known.
  init(_ options: CheckOptions, count: Int) {
    self.options = options
    var events = Self.eventLimit
    if case .upTo(let limit) = options.timeline { events = max(events, limit) }
    (violatingEventRoom, otherEventRoom) = (events, events)
    violationRoom = max(0, options.reportViolationLimit)
    traces.reserveCapacity(count)
  }

  mutating func add(_ failure: Report.Failure) { failures.append(failure) }

  mutating func add(_ trace: TraceReport) {
    var trace = trace
    limitCoverage(&trace)
    limitEvents(&trace)
    limitViolations(&trace)
    if let last = traces.last { trace.shareStorage(with: last) }
    traces.append(trace)
  }

  /// The report of all that was added.
  func report(by grammar: Grammar) -> Report {
    var report = Report(of: traces, by: grammar, failures: failures)
    report.foldedCoverage = foldedCoverage.tally
    return report
  }

  private mutating func limitCoverage(_ trace: inout TraceReport) {
    guard let tally = trace.coverageTally else { return }
    if coverageRoom > 0 {
      coverageRoom -= 1
    } else {
      foldedCoverage.add(tally)
      trace.coverageTally = nil
    }
  }

  private mutating func limitEvents(_ trace: inout TraceReport) {
    guard let count = trace.timeline?.entries.count else { return }
    let room = trace.verdict == .violating ? violatingEventRoom : otherEventRoom
    if count > room {
      trace.timeline = nil
    } else if trace.verdict == .violating {
      violatingEventRoom -= count
    } else {
      otherEventRoom -= count
    }
  }

  private mutating func limitViolations(_ trace: inout TraceReport) {
    if trace.violations.isEmpty { return }
    let count = trace.violations.count
    trace.violations = trace.violations.filter { violation in
      if violationRoom > 0 {
        violationRoom -= 1
        kinds.insert(violation.fingerprint)
        return true
      }
      if kindRoom > 0, kinds.insert(violation.fingerprint).inserted {
        kindRoom -= 1
        return true
      }
      return false
    }
    trace.unlistedViolations += count - trace.violations.count
  }
}

extension TraceReport {
  /// Lets values that are the same as those of another trace have the same place in memory.
  fileprivate mutating func shareStorage(with other: TraceReport) {
    if observed == other.observed { observed = other.observed }
    if subjectCounts == other.subjectCounts { subjectCounts = other.subjectCounts }
    if metadata == other.metadata { metadata = other.metadata }
    if format == other.format { format = other.format }
  }
}
