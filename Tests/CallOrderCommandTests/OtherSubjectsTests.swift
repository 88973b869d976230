import TestSupport
import Testing
import TraceJSON

@Suite("A grammar of hosts, wires and packets") struct OtherSubjectsTests {
  private static let grammar = """
    grammar Network "1.0" { text "Packets on wires between hosts." }
    subject host { member "host" begins with boot }
    subject wire within host { member "wire" }
    subject packet within wire { member "packet" }
    callback boot about host {}
    callback plug about wire {}
    callback send about packet {}
    callback receive about packet {}
    lifecycle host about host {
      state down "The host is down"
      state up "The host is up"
      start down
      down -> boot up
    }
    lifecycle wire about wire {
      state loose "The wire is loose"
      state plugged "The wire is plugged"
      start loose
      loose -> plug plugged
    }
    lifecycle packet about packet {
      state new "The packet is new"
      state sent "The packet is sent"
      state received "The packet is received"
      start new
      new -> send sent
      sent -> receive received
    }
    rule unexpected error {
      anything else
      title "A call came that the lifecycle does not allow"
      message "{callback} must not come here"
    }
    """

  private static let trace = """
    [{"callback": "boot", "host": "h1"},
     {"callback": "plug", "host": "h1", "wire": "w1"},
     {"callback": "send", "host": "h1", "wire": "w1", "packet": "p1"},
     {"callback": "receive", "host": "h1", "wire": "w1", "packet": "p1"},
     {"callback": "boot", "host": "h2"},
     {"callback": "plug", "host": "h2", "wire": "w2"},
     {"callback": "plug", "host": "h2", "wire": "w3"},
     {"callback": "send", "host": "h2", "wire": "w2", "packet": "p2"},
     {"callback": "send", "host": "h2", "wire": "w2", "packet": "p2"},
     {"callback": "send", "host": "h2", "wire": "w3", "packet": "p3"},
     {"callback": "send", "host": "h2", "wire": "w3", "packet": "p4"}]
    """

  private func check(_ format: String) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.grammar, to: "network.lifecycle")
    try folder.write(Self.trace, to: "trace.json")
    return callorder(
      "check", "--grammar", "network.lifecycle", "--format", format, "trace.json", in: folder)
  }

  @Test("is counted by its own kinds of subjects")
  func counts() throws {
    let run = try check("json")
    #expect(run.status == 1, "\(run.errorOutput)")
    let report = try JSONValue(parsing: Array(run.output.utf8))
    let trace = try #require(report["traces"]?.array?.first)
    #expect(trace["subjectCounts"] == ["host": 2, "wire": 3, "packet": 4])
    #expect(trace["subjects"] == 9)
    #expect(trace["processes"] == nil)
    #expect(trace["sessions"] == nil)
    let violation = try #require(trace["violations"]?.array?.first)
    #expect(violation["processKind"] == "host")
    let cause = try #require(violation["causes"]?.array?.first)
    #expect(cause["text"] == "send comes twice, where it is allowed once")
    #expect(cause["evidence"] == "without this call, all others are in order")
  }

  @Test(
    "is reported in its own words", arguments: ["text", "markdown", "concise", "github", "sarif"])
  func words(format: String) throws {
    let run = try check(format)
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.output.contains("send was called twice in a row"))
    // The call before it is recorded: nothing about this packet was lost.
    #expect(!run.output.contains("lost") && !run.output.contains("no call about"))
    #expect(!run.output.contains("process"))
    #expect(!run.output.contains("session"))
  }

  @Test("has a page with its own words")
  func page() throws {
    let run = try check("html")
    let start = try #require(run.output.firstRange(of: "<body")).lowerBound
    let end = run.output[start...].firstRange(of: "<script")?.lowerBound ?? run.output.endIndex
    let body = run.output[start..<end]
    #expect(body.split(separator: "2 hosts · 3 wires · 4 packets").count == 2)
    #expect(body.contains("<dt>host<dd><code>h2</code>"))
    #expect(!body.contains("process"))
    #expect(!body.contains("session"))
  }

  @Test("keeps its words in a saved report", arguments: ["text", "markdown", "sarif", "json"])
  func saved(format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try check("json").output, to: "report.json")
    let rendered = callorder("report", "report.json", "--format", format, in: folder)
    let direct = try check(format)
    #expect(!direct.output.isEmpty)
    // A report does not know in which file its grammar was.
    let output = direct.output.replacing(" --grammar network.lifecycle", with: "")
    #expect(rendered.output == output, "\(rendered.errorOutput)")
  }
}
