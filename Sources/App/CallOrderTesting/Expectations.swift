internal import Testing

/// Expects a recording to break no rule of the grammar.
///
/// Each error or warning is recorded as a separate issue, with the text that `callorder check` prints. A callback that the
/// grammar does not know is an issue as well, and so is a recording in which nothing can be checked. If there is an issue,
/// the recording is attached.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
/// - Returns: the report of the check.
@discardableResult
public func expectConforming(
  _ recording: some RecordingConvertible, to grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> TraceReport {
  let expectation = Expectation(recording, grammar: grammar, options: options)
  fail(
    expectation.complaintsUnlessConforming(), about: recording.recording,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return expectation.report
}

/// Expects a recording to break a rule.
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
public func expectViolation(
  _ rule: String, count: Int? = nil, in recording: some RecordingConvertible,
  of grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> TraceReport {
  let expectation = Expectation(recording, grammar: grammar, options: options)
  fail(
    expectation.complaintsUnlessViolated(rule, count: count), about: recording.recording,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return expectation.report
}

/// Expects a recording to have the same calls in the same order as are listed in a file.
///
/// Identities and times are not compared. If the file does not exist, the calls are written to it, and the test fails
/// this once. With `CALLORDER_RECORD=1` in the environment, the file is overwritten, and the test fails as well.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - path: the path of the file, relative to the folder of the test's source file.
///   - callers: whether the file also says who made each call, where the recording tells it.
///   - grammar: the grammar that defines the spellings of callbacks, and which members are identities.
public func expectSame(
  _ recording: some RecordingConvertible, as path: String, callers: Bool = false,
  by grammar: Grammar = .uiScene(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  let golden = GoldenCalls(path, besides: filePath, callers: callers)
  let complaint = golden.complaint(about: recording.recording, by: grammar)
  fail(
    complaint.map { [$0] } ?? [], about: recording.recording,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func fail(
  _ complaints: [String], about recording: Recording, at location: SourceLocation
) {
  if complaints.isEmpty { return }
  attach(recording, to: Test.current, at: location)
  for complaint in complaints { Issue.record("\(complaint)", sourceLocation: location) }
}
