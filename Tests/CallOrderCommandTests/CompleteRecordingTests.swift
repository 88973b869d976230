import TestSupport
import Testing

@Suite("A recording that is complete from the start") struct CompleteRecordingTests {
  private static let grammar = """
    grammar Doors "1.0" {}
    subject door { member "door" }
    callback didOpen about door {}
    callback didClose about door {}
    lifecycle door about door {
      start closed
      closed -> didOpen open
      open   -> didClose closed
    }
    rule unexpected error {
      anything else title "t" message "{callback} came while the door was {states}"
    }
    """

  private func check(_ text: String, grammar: String = grammar) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(grammar, to: "door.lifecycle")
    try folder.write(text, to: "trace.json")
    return callorder(
      "check", "trace.json", "--grammar", "door.lifecycle", "--format", "concise", in: folder)
  }

  private let close = #"{"callback": "didClose", "door": "front"}"#
  private let open = #"{"callback": "didOpen", "door": "front"}"#

  @Test("shows everything from its start on")
  func starts() throws {
    let violation = try check(#"{"complete": true, "events": [\#(close), \#(open)]}"#)
    #expect(violation.status == 1)
    #expect(violation.output.contains("didClose came while the door was closed"))
    #expect(try check(#"{"complete": true, "events": [\#(open), \#(close)]}"#).status == 0)
    #expect(try check(#"{"complete": true}"# + "\n\(close)\n\(open)\n").status == 1)
  }

  @Test("is distinguished from one that joins late")
  func joinsLate() throws {
    for header in ["", #""complete": false, "#, #""complete": null, "#] {
      #expect(try check(#"{\#(header)"events": [\#(close), \#(open)]}"#).status == 0)
    }
    let lost = #"{"lost": 2}"#
    #expect(try check(#"{"complete": true, "events": [\#(lost), \#(close)]}"#).status == 0)
  }

  @Test("may state so after its events")
  func saidLate() throws {
    #expect(try check(#"{"events": [\#(close), \#(open)], "complete": true}"#).status == 1)
    #expect(try check(#"{"events": [\#(open), \#(close)], "complete": true}"#).status == 0)
  }

  @Test("shows the beginning of subjects inside a parent whose beginning no callback shows")
  func within() throws {
    let grammar = Self.grammar.replacing(
      "subject door {", with: "subject house { member \"house\" }\nsubject door within house {")
    // A recording shows only what occurs in it, so both callbacks have to occur.
    let late = ["didClose", "didOpen"].map { #"{"callback": "\#($0)", "house": 1, "door": 7}"# }
      .joined(separator: ", ")
    #expect(try check("[\(late)]", grammar: grammar).status == 0)
    #expect(
      try check(#"{"complete": true, "events": [\#(late)]}"#, grammar: grammar).status == 1)
  }
}
