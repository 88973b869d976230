internal import XCTest

/// Asserts that a recording breaks no rule of the grammar.
///
/// Each violation that is an error or a warning is a failure of its own, with the text that `callorder check` prints.
/// A recording that cannot be read, or in which nothing can be checked, is a failure, too.
/// - Parameters:
///   - recording: what was recorded, or a scenario written in code.
///   - grammar: what to judge by.
///   - options: how to judge.
///   - reading: how to read it.
/// - Returns: all that was found.
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
///   - rule: the rule's id, such as `discard-before-disconnect`, whatever its severity.
///   - count: how often it is broken; nil for at least once.
///   - recording: what was recorded, or a scenario written in code.
///   - grammar: what to judge by.
///   - options: how to judge.
///   - reading: how to read it.
/// - Returns: all that was found.
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

/// Asserts that a recording has the same calls in the same order as one in a file.
///
/// Identities and times are not compared. Where there is no such file, the recording is written there and the test
/// fails once; with `CALLORDER_RECORD=1` in the environment it is written anew.
/// - Parameters:
///   - recording: what was recorded, or a scenario written in code.
///   - path: the file, relative to the folder of the test's source file.
///   - grammar: what knows the spellings and identities.
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
    // On Linux XCTest has no attachments.
    XCTContext.runActivity(named: "Recording of lifecycle calls") { activity in
      let attachment = XCTAttachment(string: String(decoding: recording.bytes, as: UTF8.self))
      attachment.name = recording.name
      activity.add(attachment)
    }
  #endif
  for complaint in complaints { XCTFail(complaint, file: file, line: line) }
}
