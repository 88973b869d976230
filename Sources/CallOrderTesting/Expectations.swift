internal import Testing

/// Expects a recording to break no rule of the grammar.
///
/// Each violation that is an error or a warning is an issue of its own, with the text that `callorder check` prints.
/// A recording that cannot be read, or in which nothing can be checked, is an issue, too. The recording is attached
/// where anything is.
/// - Parameters:
///   - recording: what was recorded, or a scenario written in code.
///   - grammar: what to judge by.
///   - options: how to judge.
///   - reading: how to read it.
/// - Returns: all that was found.
@discardableResult
public func expectConforming(
  _ recording: some RecordingConvertible, to grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), reading: ReadingOptions = ReadingOptions(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Report {
  let expectation = Expectation(recording, grammar: grammar, options: options, reading: reading)
  fail(
    expectation.complaintsUnlessConforming(), about: recording.recording,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return expectation.report
}

/// Expects a recording to break a rule.
///
/// Other rules may be broken as well.
/// - Parameters:
///   - rule: the rule's id, such as `discard-before-disconnect`, whatever its severity.
///   - count: how often it is broken; nil for at least once.
///   - recording: what was recorded, or a scenario written in code.
///   - grammar: what to judge by.
///   - options: how to judge.
///   - reading: how to read it.
/// - Returns: all that was found.
@discardableResult
public func expectViolation(
  _ rule: String, count: Int? = nil, in recording: some RecordingConvertible,
  of grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions(),
  reading: ReadingOptions = ReadingOptions(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Report {
  let expectation = Expectation(recording, grammar: grammar, options: options, reading: reading)
  let complaint = expectation.complaintUnlessViolated(rule, count: count)
  fail(
    complaint.map { [$0] } ?? [], about: recording.recording,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return expectation.report
}

/// Expects a recording to have the same calls in the same order as one in a file.
///
/// Identities and times are not compared. Where there is no such file, the recording is written there and the test
/// fails once; with `CALLORDER_RECORD=1` in the environment it is written anew.
/// - Parameters:
///   - recording: what was recorded, or a scenario written in code.
///   - path: the file, relative to the folder of the test's source file.
///   - grammar: what knows the spellings and identities.
public func expectSame(
  _ recording: some RecordingConvertible, as path: String, by grammar: Grammar = .uiScene(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  let golden = GoldenRecording(path, besides: filePath)
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
