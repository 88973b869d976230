public import CallOrderRecorder
public import Testing

extension Trait where Self == RecordsLifecycleTrait {
  /// Records the events of `CallOrder.record` and `CallOrder.did` during each test, and expects them to conform.
  public static var recordsLifecycle: Self { recordsLifecycle() }

  /// Records the events of `CallOrder.record` and `CallOrder.did` during each test, and checks them at the end of the test.
  /// - Parameters:
  ///   - actions: the actions that are always recorded when they happen, so that their absence counts.
  ///   - methods: the methods that contain a line with `record`, so that their absence counts.
  ///   - includingApp: whether to include events from outside the test's task, such as UIKit's calls and notifications in
  ///     a test hosted by an app; then the absence of notifications counts as well. Use it only for tests that run one at
  ///     a time.
  ///   - rule: the id of a rule that each test is expected to break; nil if each test is expected to conform.
  ///   - grammar: the grammar to check against.
  ///   - options: how the recording is judged.
  public static func recordsLifecycle(
    recording actions: [CallOrder.Action] = [], methods: [CallOrder.Method] = [],
    includingApp: Bool = false, expecting rule: String? = nil, by grammar: Grammar = .uiScene(),
    options: CheckOptions = CheckOptions()
  ) -> Self {
    RecordsLifecycleTrait(
      records: (includingApp ? CallOrder.observedNotifications : []) + methods.map(\.name)
        + actions.map(\.name),
      includesApp: includingApp, rule: rule, grammar: grammar, options: options)
  }
}

/// Gives each test its own recording, checks it at the end of the test, and attaches it to the result.
///
/// The recording has the calls of the test's task and its child tasks, so tests can run in parallel. Calls that name no
/// session are about one window. Each recording ends
/// with the action `checkpoint`. It is an issue if a test records nothing, if a name is unknown to the grammar, or if a
/// detached task records something, because nothing tells which test it belongs to.
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
    let recorded = RecordedTest(records: records, includesApp: includesApp) {
      Test.current != nil
    }
    let result = await result { try await recorded.run { try await function() } }
    if let stray = recorded.complaintAboutStrayEvents() {
      // Issues have a severity since Swift 6.3.
      #if compiler(>=6.3)
        Issue.record(
          "\(stray.text)", severity: stray.isCertain ? .error : .warning,
          sourceLocation: test.sourceLocation)
      #else
        if stray.isCertain {
          Issue.record("\(stray.text)", sourceLocation: test.sourceLocation)
        }
      #endif
    }
    let complaints = recorded.complaints(expecting: rule, by: grammar, options)
    if !recorded.isEmpty { attach(recorded.recording, to: test, at: test.sourceLocation) }
    for complaint in complaints {
      Issue.record("\(complaint)", sourceLocation: test.sourceLocation)
    }
    try result.get()
  }

  private func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
