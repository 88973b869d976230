import Foundation
import TestSupport
import Testing
import TraceGrammar

@Suite("The examples of a grammar") struct GrammarExampleTests {
  private func text(legal: String, illegal: String) -> String {
    """
    grammar Link "1.0" {}
    subject manager { member "manager" begins with created }
    subject peer within manager { member "peer" }
    callback created about manager {}
    action connect about peer {}
    callback didConnect about peer {}
    action read about peer {}
    lifecycle link about peer {
      idle -> connect connecting
      connecting -> didConnect connected
      connected -> read connected
    }
    rule read-early error in link {
      on read in idle, connecting
      title "t" message "m"
      example legal \(legal)
      example illegal \(illegal)
    }
    rule unexpected error { anything else title "t" message "m" }
    """
  }

  @Test(
    "are tried: a legal one keeps its rule, and an illegal one breaks it",
    arguments: [
      ("connect, didConnect, read", "connect, read", ""),
      // Breaks nothing.
      ("connect, didConnect, read", "connect, didConnect", "it breaks no rule"),
      // Breaks another one.
      ("connect, didConnect, read", "didConnect", "it breaks 'unexpected'"),
      ("connect, read", "connect, read", "the legal example of 'read-early' breaks it"),
    ])
  func tried(legal: String, illegal: String, error: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text(legal: legal, illegal: illegal), to: "own.lifecycle")
    let run = callorder("grammar", "validate", "own.lifecycle", in: folder)
    #expect(run.status == (error.isEmpty ? 0 : 2), "\(run.output)\(run.errorOutput)")
    #expect(run.output.contains("is valid") == error.isEmpty)
    #expect(run.output.contains("own.lifecycle:13:6: error: the ") == !error.isEmpty)
    #expect(error.isEmpty || run.output.contains(error), "\(run.output)")
    // Whoever extends it has the same examples.
    try folder.write("grammar More \"1.0\" extends \"own.lifecycle\" {}", to: "more.lifecycle")
    let more = callorder("grammar", "validate", "more.lifecycle", in: folder)
    #expect(more.status == run.status && (error.isEmpty || more.output.contains(error)))
  }

  @Test(
    "are also the recordings next to it",
    arguments: [
      ("conforming/a.jsonl", ["connect", "didConnect", "read"], ""),
      ("conforming/a.jsonl", ["connect", "read"], "'own/conforming/a.jsonl' breaks 'read-early'"),
      ("violating/read-early.jsonl", ["connect", "read"], ""),
      ("violating/read-early/a.jsonl", ["connect", "read"], ""),
      ("violating/read-early.jsonl", ["connect"], "does not break 'read-early'"),
      ("violating/other.jsonl", ["connect", "read"], "is not named after a rule"),
      ("conforming/a.jsonl", ["\""], "cannot be read"),
    ])
  func recordings(path: String, calls: [String], error: String) throws {
    let folder = try TemporaryFolder()
    let legal = text(legal: "connect", illegal: "read")
    try folder.write(legal, to: "own.lifecycle")
    let lines =
      [
        #"{"format":"callorder.trace/1","records":"all"}"#,
        #"{"callback":"created","manager":"m"}"#,
      ]
      + calls.map { #"{"callback":"\#($0)","manager":"m","peer":"p"}"# }
    try folder.write(lines.joined(separator: "\n"), to: "own/\(path)")
    let run = callorder("grammar", "validate", "own.lifecycle", in: folder)
    #expect(run.status == (error.isEmpty ? 0 : 2), "\(run.output)\(run.errorOutput)")
    #expect(run.output.contains(error.isEmpty ? "is valid" : error), "\(run.output)")
  }

  @Test(
    "are what they say in the files of the built-in grammars",
    arguments: ShippedGrammar.all.dropFirst().map(\.name))
  func shipped(_ name: String) {
    let path = Repository.path("Sources/Engine/CGrammars/Grammars/\(name).lifecycle")
    let run = callorder("grammar", "validate", path)
    #expect(run.status == 0, "\(run.output)\(run.errorOutput)")
  }
}
