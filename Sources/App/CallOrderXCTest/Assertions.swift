internal import XCTest

/// Asserts that a recording breaks no rule of the grammar.
///
/// Each error or warning is a separate failure, with the text that `callorder check` prints. A recording that cannot be
/// read, or in which nothing can be checked, is a failure as well. On Apple's systems, the recording is then attached.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
///   - reading: how the recording is read.
/// - Returns: the report of the check.
@discardableResult
public func XCTAssertConforming(
  _ recording: some RecordingConvertible, to grammar: Grammar = .uiScene(),
  options: CheckOptions = CheckOptions(), reading: ReadingOptions = ReadingOptions(),
  file: StaticString = #filePath, line: UInt = #line
) -> Report {
  let expectation = Expectation(recording, grammar: grammar, options: options, reading: reading)
  fail(
    expectation.complaintsUnlessConforming(), about: recording.recording, file: file, line: line)
  return expectation.report
}

/// Asserts that a recording breaks a rule.
///
/// Other rules may be broken as well.
/// - Parameters:
///   - rule: the id of a rule of any severity, such as `discard-before-disconnect`.
///   - count: the expected number of violations; nil for at least one.
///   - recording: a recording, or a scenario written in code.
///   - grammar: the grammar to check against.
///   - options: how the recording is judged.
///   - reading: how the recording is read.
/// - Returns: the report of the check.
@discardableResult
public func XCTAssertViolation(
  _ rule: String, count: Int? = nil, in recording: some RecordingConvertible,
  of grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions(),
  reading: ReadingOptions = ReadingOptions(), file: StaticString = #filePath, line: UInt = #line
) -> Report {
  let expectation = Expectation(recording, grammar: grammar, options: options, reading: reading)
  let complaint = expectation.complaintUnlessViolated(rule, count: count)
  fail(complaint.map { [$0] } ?? [], about: recording.recording, file: file, line: line)
  return expectation.report
}

/// Asserts that a recording has the same calls in the same order as the one in a file.
///
/// Identities and times are not compared. If the file does not exist, the recording is written to it, and the test fails
/// this once. With `CALLORDER_RECORD=1` in the environment, the file is overwritten, and the test fails as well.
/// - Parameters:
///   - recording: a recording, or a scenario written in code.
///   - path: the path of the file, relative to the folder of the test's source file.
///   - grammar: the grammar that defines the spellings of callbacks, and which members are identities.
public func XCTAssertSame(
  _ recording: some RecordingConvertible, as path: String, by grammar: Grammar = .uiScene(),
  file: StaticString = #filePath, line: UInt = #line
) {
  let golden = GoldenRecording(path, besides: "\(file)")
  let complaint = golden.complaint(about: recording.recording, by: grammar)
  fail(complaint.map { [$0] } ?? [], about: recording.recording, file: file, line: line)
}

private func fail(
  _ complaints: [String], about recording: Recording, file: StaticString, line: UInt
) {
  if complaints.isEmpty { return }
  #if canImport(ObjectiveC)
    // XCTest has no attachments on Linux.
    XCTContext.runActivity(named: "Recording of lifecycle calls") { activity in
      let attachment = XCTAttachment(string: String(decoding: recording.bytes, as: UTF8.self))
      attachment.name = recording.name
      activity.add(attachment)
    }
  #endif
  for complaint in complaints { XCTFail(complaint, file: file, line: line) }
}
