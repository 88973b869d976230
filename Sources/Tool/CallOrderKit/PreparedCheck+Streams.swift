internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Checking streams that contain many recordings, and streams that come in parts.
extension PreparedCheck {
  /// Checks one part of a stream, and returns the state to continue with in the next part.
  ///
  /// Recordings that are still open at the end of the part are not in the report but in the state. Merging the reports of
  /// all parts gives the report of the whole stream.
  /// - Parameters:
  ///   - part: the part to check.
  ///   - state: the state that the previous part returned; nil for the first part.
  ///   - isLast: whether no part follows; then all recordings end with this part.
  /// - Returns: the report, and the state for the next part. The state is nil after the last part, and if the part could
  ///   not be read to its end.
  /// - Throws: `SavedStateError` if the state was made with another grammar or with other options.
  /// - Complexity: O(bytes of the part and of the open recordings in the state).
  public func report(
    of part: TraceInput, after state: SavedState?, isLast: Bool
  ) throws(SavedStateError) -> (report: Report, left: SavedState?) {
    if let state, state.judgment != judgment {
      throw SavedStateError(
        message:
          "the saved state was made with another grammar, or with options that change the result")
    }
    let plan = RecordingPlan(
      key: reading.key, pause: reading.closeAfter, keepsOpen: !isLast)
    var collection = RecordingCollection(of: self)
    var left = collection.add(part, by: plan, after: state)
    left?.judgment = judgment
    return (collection.report, left)
  }

  /// A checksum of everything that recordings are judged by.
  private var judgment: String {
    if let known = knownJudgment.withLock({ $0 }) { return known }
    let judgment = judgmentByParts
    knownJudgment.withLock { $0 = judgment }
    return judgment
  }

  private var judgmentByParts: String {
    var sum = Checksum()
    var text = ""
    dump(grammar, to: &text)
    sum.add(text)
    for (rule, severity) in options.severities.sorted(by: { $0.key < $1.key }) {
      sum.add("\(rule) \(severity.map { "\($0)" } ?? "off")")
    }
    sum.add("\(options.demandsCompleteLives) \(String(describing: options.platform))")
    sum.add("\(options.records) \(String(describing: reading.closeAfter))")
    for member in reading.key { sum.add(member) }
    return sum.digits
  }

  /// The report of streams that contain many recordings.
  func report(of inputs: [TraceInput], by plan: RecordingPlan) -> Report {
    var collection = RecordingCollection(of: self)
    for input in inputs { _ = collection.add(input, by: plan, after: nil) }
    return collection.report
  }
}

/// Collects the reports of recordings into one report.
private struct RecordingCollection {
  private let check: PreparedCheck
  private var traces: TraceCollection
  private var failures: [Report.Failure] = []

  init(of check: PreparedCheck) {
    self.check = check
    traces = TraceCollection(ReportLimits(check.options))
  }

  /// Checks the recordings of a stream.
  /// - Returns: the state for the next part of the stream, if any.
  mutating func add(
    _ input: TraceInput, by plan: RecordingPlan, after state: SavedState?
  ) -> SavedState? {
    let opened = OpenedTrace(input, readsAhead: check.reading.jobs > 1)
    let splitter: RecordingSplitter
    do throws(TraceError) {
      splitter = try RecordingSplitter(
        try opened.begin(), named: input.path, by: plan, members: members(of: plan),
        foreign: check.checker.foreign, after: state)
    } catch {
      failures.append(Report.Failure(path: input.path, message: error.message))
      return nil
    }
    let jobs = max(1, check.reading.jobs)
    runPipeline(
      jobs: jobs, window: 4 * jobs, produce: { splitter.next() },
      transform: { [checker = check.checker, hasKey = !plan.key.isEmpty] recording in
        recording.checked(by: checker, hasKey: hasKey)
      },
      consume: { outcome in
        switch outcome {
        case .success(let trace): traces.add(trace)
        case .failure(let failed): failures.append(failed.failure)
        }
        return true
      })
    failures += splitter.failures
    return splitter.left
  }

  /// The members to read from each event. Without a key, all members that matter are read, so that a malformed one is
  /// reported at its position in the stream.
  private func members(of plan: RecordingPlan) -> EventMembers {
    plan.key.isEmpty
      ? check.checker.grammars.whole.compiled.identityMembers
      : EventMembers(single: plan.key, sets: [])
  }

  var report: Report {
    var assembly = traces.assembly
    for failure in failures { assembly.add(failure) }
    return assembly.report(by: check.grammar)
  }
}

extension EndedRecording {
  /// The report of the recording, or the failure that prevented it.
  fileprivate func checked(
    by checker: TraceChecker, hasKey: Bool
  ) -> Result<TraceReport, TraceChecker.Failed> {
    let outcome = checker.check(OpenedTrace(input, readsAhead: false), jobs: 1)
    return outcome.map { report in
      var report = report
      report.notes += notes.map {
        TraceReport.Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message)
      }
      return report
    }.mapError { error in
      // The document that is checked has text before its first event; the stream has none there.
      guard var position = error.failure.position, position.line == firstLine else { return error }
      var failed = error
      position.column = max(1, position.column - startLength)
      failed.failure.position = position
      return failed
    }
  }

  /// The number of columns before the first event.
  private var startLength: Int {
    String(decoding: header.documentStart, as: UTF8.self).unicodeScalars.count
  }
}
