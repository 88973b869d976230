internal import CallOrderRecorder
package import TraceChecking
internal import TraceFindings
package import TraceGrammar
internal import TraceModel

/// What one test records, and why it fails.
package struct RecordedTest: Sendable {
  private let records: [String]
  private let collected = CollectedEvents()
  private let test: TestRecording

  /// - Parameters:
  ///   - records: the callbacks and actions that are always recorded; empty if that is unknown.
  ///   - includesApp: whether events from outside the test's task are included.
  ///   - isInTest: whether the current task belongs to any test.
  package init(
    records: [String], includesApp: Bool, isInTest: @escaping @Sendable () -> Bool
  ) {
    self.records = records
    test = TestRecording(
      records: records.isEmpty ? nil : records, into: collected, includesApp: includesApp,
      isInTest: isInTest)
  }

  /// Whether nothing was recorded.
  package var isEmpty: Bool { collected.isEmpty }

  /// What was recorded so far.
  package var recording: Recording {
    Recording(collected.events, records: records.isEmpty ? .trace : .callbacks(records))
  }

  /// Records what the closure does, and at its end that everything is done.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let result = try await CallOrder.record(into: test) {
      let result = try await body()
      if !collected.isEmpty { CallOrder.checkpoint() }
      return result
    }
    test.recording.end()
    return result
  }

  /// Why the test fails.
  /// - Parameter rule: the rule that it is expected to break; nil if it is expected to conform.
  package func complaints(
    expecting rule: String?, by grammar: Grammar, _ options: CheckOptions
  ) -> [String] {
    if collected.isEmpty {
      return [
        (rule.map { "expected a finding of '\($0)', but nothing" } ?? "nothing")
          + " was recorded: no call in the task of the test reached CallOrder.record or CallOrder.did"
      ]
    }
    // What a test tries without naming a session is one thing; otherwise, any fault could be another window's call.
    var options = options
    options.hasOneWindow = true
    let expectation = Expectation(recording, grammar: grammar, options: options)
    return rule.map { expectation.complaintsUnlessViolated($0, count: nil) }
      ?? expectation.complaintsUnlessConforming(allowsInconclusive: true)
  }

  /// What a task recorded that belongs to no test; nil if there was no such event.
  package func complaintAboutStrayEvents() -> (text: String, isCertain: Bool)? {
    test.strayEvent.map { stray in
      let place = stray.site.map { " (\($0.file):\($0.line))" } ?? ""
      return (
        terminalSafe("\(stray.callback)\(place)")
          + " was recorded by a detached task, which belongs to no test; start it with Task instead of Task.detached",
        stray.isCertain
      )
    }
  }
}
