import Foundation
import TestSupport
import Testing

@Suite("The worked examples of the notation") struct NotationPageTests {
  private static let blocks = Repository.codeBlocks(
    of: "Sources/Tool/CallOrderKit/Documentation.docc/GrammarNotation.md"
  ).map(\.code)

  /// The rules of a grammar that the output of a check names.
  private func found(
    _ recording: String, by grammar: String, _ options: String...
  ) throws -> (rules: [String], output: String) {
    let folder = try TemporaryFolder()
    try folder.write(grammar, to: "own.lifecycle")
    try folder.write(recording, to: "trace.json")
    let valid = callorder("grammar", "validate", "own.lifecycle", in: folder)
    #expect(valid.status == 0 && !valid.output.contains("warning"), "\(valid.output)")
    let run = callorder(
      ["check", "trace.json", "--grammar", "own.lifecycle"] + options, in: folder)
    let rules = grammar.components(separatedBy: "\nrule ").dropFirst().map {
      String($0.prefix { $0 != " " })
    }
    return (rules.filter { run.output.contains("[\($0)]") }, run.output)
  }

  @Test("find what the page says in an order of calls at a door")
  func door() throws {
    let (grammar, recording) = (Self.blocks[0], Self.blocks[1])
    #expect(try found(recording, by: grammar).rules == ["lock-while-open"])
    let unsaid = try found(recording.replacing(#""records": "all", "#, with: ""), by: grammar)
    #expect(unsaid.output.contains("[depends-on-recording]"), "\(unsaid.output)")
    func call(_ name: String) -> String {
      #"  {"callback": "\#(name)", "house": "h", "door": "front"}"#
    }
    let calls = call("didOpen") + ",\n" + call("didLock")
    try #require(recording.contains(calls))
    let exchanged = recording.replacing(calls, with: call("didLock") + ",\n" + call("didOpen"))
    #expect(try found(exchanged, by: grammar).rules == ["unexpected-call"])
    let alone = recording.replacing(calls, with: call("didOpen"))
    #expect(try found(alone, by: grammar).rules == [])
    #expect(try found(alone, by: grammar, "--complete").rules == ["incomplete-life"])
  }

  @Test("find a cipher that is used in another order")
  func cipher() throws {
    let grammar = try #require(
      Self.blocks.first { $0.contains("order \"Get, Init+") && $0.contains("grammar") })
    func recording(_ calls: [String]) -> String {
      let calls = calls.map { #"{"callback": "\#($0)", "process": 1, "cipher": "c"}"# }
      return #"{"records": "all", "events": [{"callback": "didStart", "process": 1}, "#
        + calls.joined(separator: ", ") + "]}"
    }
    let early = try found(recording(["Get", "Update"]), by: grammar)
    #expect(early.rules == ["wrong-order"])
    #expect(
      early.output.contains("Update came while the cipher was after-Get; expected was Init"),
      "\(early.output)")
    let whole = ["Get", "Init", "Update", "Update", "DoFinal", "Update", "DoFinal"]
    #expect(try found(recording(["Get"]), by: grammar, "--complete").rules == ["unfinished"])
    #expect(try found(recording(whole), by: grammar, "--complete").rules == [])
  }
}
