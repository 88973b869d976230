internal import XCTest

/// Asserts that a recording breaks no rule of the grammar.
///
/// Each error or warning is a separate failure, with the text that `callorder check` prints. A callback that the grammar
/// does not know is a failure as well, and so is a recording in which nothing can be checked. On Apple's systems, the
/// recording is then attached.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
/// - Returns: the report of the check.
@discardableResult
public func XCTAssertConforming(
  _ recording: some RecordingConvertible, to grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(),
  file: StaticString = #filePath, line: UInt = #line
) -> TraceReport {
  let expectation = Expectation(recording, grammar: grammar, options: options)
  fail(
    expectation.complaintsUnlessConforming(), about: recording.recording, file: file, line: line)
  return expectation.report
}

/// Asserts that a recording breaks a rule.
///
/// Other rules may be broken as well.
/// - Parameters:
///   - rule: the id of a rule of any severity, such as `discard-before-disconnect`.
///   - count: the expected number of findings; nil for at least one.
///   - recording: a recording, or a scenario written in code.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
/// - Returns: the report of the check.
@discardableResult
public func XCTAssertViolation(
  _ rule: String, count: Int? = nil, in recording: some RecordingConvertible,
  of grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions(),
  file: StaticString = #filePath, line: UInt = #line
) -> TraceReport {
  let expectation = Expectation(recording, grammar: grammar, options: options)
  fail(
    expectation.complaintsUnlessViolated(rule, count: count), about: recording.recording,
    file: file, line: line)
  return expectation.report
}

/// Asserts that a recording has the same calls in the same order as are listed in a file.
///
/// Identities and times are not compared. If the file does not exist, the calls are written to it, and the test fails
/// this once. With `CALLORDER_RECORD=1` in the environment, the file is overwritten, and the test fails as well.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - path: the path of the file, relative to the folder of the test's source file.
///   - callers: whether the file also says who made each call, where the recording tells it.
///   - grammar: the grammar that defines the spellings of callbacks, and which members are identities.
public func XCTAssertSame(
  _ recording: some RecordingConvertible, as path: String, callers: Bool = false,
  by grammar: Grammar = .uiScene(),
  file: StaticString = #filePath, line: UInt = #line
) {
  let golden = GoldenCalls(path, besides: "\(file)", callers: callers)
  let complaint = golden.complaint(about: recording.recording, by: grammar)
  fail(complaint.map { [$0] } ?? [], about: recording.recording, file: file, line: line)
}

/// Records what a closure does with `CallOrder.record` and `CallOrder.did`, and asserts that it breaks no rule.
///
/// It is a failure if nothing is recorded, if a name is unknown to the grammar, or if a detached task records something.
/// - Parameters:
///   - actions: the actions that are always recorded when they happen, so that their absence counts.
///   - methods: the methods that contain a line with `record`, so that their absence counts.
///   - includingApp: whether to include events from outside the task, such as UIKit's calls in a test hosted by an app.
///   - rule: the id of a rule that is expected to be broken; nil if the closure is expected to conform.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
///   - body: what is recorded.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
@discardableResult
public func XCTAssertLifecycle<Result>(
  recording actions: [CallOrder.Action] = [], methods: [CallOrder.Method] = [],
  includingApp: Bool = false, expecting rule: String? = nil, by grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), file: StaticString = #filePath, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  let notifications = includingApp ? CallOrder.observedNotifications : []
  let recorded = RecordedTest(
    records: notifications + methods.map(\.name) + actions.map(\.name),
    includesApp: includingApp
  ) { false }
  let result = try await recorded.run(body)
  let stray = recorded.complaintAboutStrayEvents().map { [$0.text] } ?? []
  fail(
    stray + recorded.complaints(expecting: rule, by: grammar, options),
    about: recorded.recording, file: file, line: line)
  return result
}

private func fail(
  _ complaints: [String], about recording: Recording, file: StaticString, line: UInt
) {
  if complaints.isEmpty { return }
  #if canImport(ObjectiveC)
    if !attach(recording.bytes, named: recording.name) {
      XCTFail("the recording is attached only on the main actor", file: file, line: line)
    }
  #endif
  for complaint in complaints { XCTFail(complaint, file: file, line: line) }
}
