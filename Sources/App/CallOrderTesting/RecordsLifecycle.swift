public import CallOrderRecorder
public import Testing

extension Trait where Self == RecordsLifecycleTrait {
  /// Records the events of `CallOrder.record` and `CallOrder.did` during each test, and expects them to conform.
  public static var recordsLifecycle: Self { recordsLifecycle() }

  /// Records the events of `CallOrder.record` and `CallOrder.did` during each test, and checks them at the end of the test.
  /// - Parameters:
  ///   - actions: the actions that are always recorded when they happen, so that their absence counts.
  ///   - methods: the methods that contain a line with `record`, as `#function` names them, so that their absence counts.
  ///   - includingApp: whether to include events from outside any task, such as UIKit's calls and notifications in a
  ///     test hosted by an app; then the absence of notifications counts as well. Use it only for tests that run one at
  ///     a time.
  ///   - rule: the id of a rule that each test is expected to break; nil if each test is expected to conform.
  ///   - grammar: the grammar to check against.
  ///   - options: how the recording is judged.
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

/// Gives each test its own recording, checks it at the end of the test, and attaches it to the result.
///
/// The recording has the calls of the test's task and its child tasks, so tests can run in parallel. Each recording ends
/// with the action `checkpoint`. If a test records nothing, nothing is checked; if it was expected to break a rule, that
/// is an issue.
public struct RecordsLifecycleTrait: TestTrait, SuiteTrait, TestScoping {
  let records: [String]
  let includesApp: Bool
  let rule: String?
  let grammar: Grammar
  let options: CheckOptions

  /// True: each test of a suite has its own recording.
  public var isRecursive: Bool { true }

  /// Runs a test, and checks what it recorded.
  /// - Throws: what the test throws, after the check.
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
    if !memory.isEmpty {
      judge(Recording(memory.bytes, name: "calls.jsonl"), of: test)
    } else if let rule {
      Issue.record(
        "expected a violation of '\(rule)', but nothing was recorded",
        sourceLocation: test.sourceLocation)
    }
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
