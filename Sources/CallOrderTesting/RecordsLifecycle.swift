public import CallOrderRecorder
public import Testing

extension Trait where Self == RecordsLifecycleTrait {
  /// Records what `CallOrder.record` and `CallOrder.did` are told during each test, and expects it to conform.
  public static var recordsLifecycle: Self { recordsLifecycle() }

  /// Records what `CallOrder.record` and `CallOrder.did` are told during each test, and judges it at the test's end.
  /// - Parameters:
  ///   - actions: the actions that are recorded wherever they are done, so that their absence counts.
  ///   - methods: the methods that have a line with `record`, as `#function` names them, so that their absence counts.
  ///   - includingApp: whether the recording has also what comes from no task, as UIKit's calls and notifications in a
  ///     test that an app hosts, so that the absence of notifications counts, too; for tests that run one at a time.
  ///   - rule: the id of a rule that each of the tests is expected to break; nil for none.
  ///   - grammar: what to judge by.
  ///   - options: how to judge.
  public static func recordsLifecycle(
    recording actions: [CallOrder.Action] = [], methods: [String] = [],
    includingApp: Bool = false, expecting rule: String? = nil, by grammar: Grammar = .uiScene(),
    options: CheckOptions = CheckOptions()
  ) -> Self {
    RecordsLifecycleTrait(
      records: (includingApp ? CallOrder.observedNotifications : []) + methods
        + actions.map(\.name),
      includesApp: includingApp, rule: rule, grammar: grammar, options: options)
  }
}

/// Gives each test a recording of its own, judges that at the test's end, and attaches it to the result.
///
/// It has the calls of the test's own task and its children, so that tests may run at the same time. An action
/// `checkpoint` ends each recording. A test that records nothing is not judged.
public struct RecordsLifecycleTrait: TestTrait, SuiteTrait, TestScoping {
  let records: [String]
  let includesApp: Bool
  let rule: String?
  let grammar: Grammar
  let options: CheckOptions

  /// Each test of a suite is recorded by itself.
  public var isRecursive: Bool { true }

  /// Runs a test, and judges what it recorded.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let memory = MemoryRecording()
    let header = RecordingHeader(records: records.isEmpty ? nil : records)
    let recording = AppRecording(
      header, to: [.memory(memory)], checking: nil, isOnMainThread: false)
    let result = await result {
      try await CallOrder.record(into: recording, includingApp: includesApp) {
        try await function()
        if !memory.isEmpty { CallOrder.checkpoint() }
      }
    }
    recording.recorder.end()
    if !memory.isEmpty { judge(Recording(memory.bytes, name: "calls.jsonl"), of: test) }
    try result.get()
  }

  private func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private func judge(_ recording: Recording, of test: Test) {
    let expectation = Expectation(
      recording, grammar: grammar, options: options, reading: ReadingOptions())
    let complaints =
      if let rule {
        [expectation.complaintUnlessViolated(rule, count: nil)].compactMap { $0 }
      } else {
        expectation.complaintsUnlessConforming(allowsInconclusive: true)
      }
    attach(recording, to: test, at: test.sourceLocation)
    for complaint in complaints {
      Issue.record("\(complaint)", sourceLocation: test.sourceLocation)
    }
  }
}
