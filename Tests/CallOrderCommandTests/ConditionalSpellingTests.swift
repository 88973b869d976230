import TestSupport
import Testing

@Suite("A callback chosen by a member's value") struct ConditionalSpellingTests {
  private static let grammar = """
    grammar Bluetooth "1.0" {}
    subject app { member "app" begins with launch }
    subject manager within app { member "manager" }
    callback launch about app {}
    callback poweredOn about manager {
      spelling "centralManagerDidUpdateState(_:)" where state = "poweredOn"
      spelling "stateChanged" where code = "5"
    }
    callback poweredOff about manager {
      spelling "centralManagerDidUpdateState(_:)" where state = "poweredOff"
      spelling "stateChanged" where code = "4"
    }
    callback scan about manager {}
    lifecycle manager about manager {
      start off
      off -> poweredOn on
      on -> poweredOff off | scan on
    }
    rule scan-while-off error in manager {
      on scan in off
      title "Nothing is scanned for while the radio is off"
      message "{callback} came while the manager was {states}"
    }
    rule unexpected error { anything else title "t" message "{callback} is not allowed" }
    """

  private func check(_ events: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.grammar, to: "bluetooth.lifecycle")
    try folder.write("[\(events.joined(separator: ",\n"))]", to: "trace.json")
    return callorder(
      "check", "trace.json", "--grammar", "bluetooth.lifecycle", "--format", "concise", in: folder)
  }

  private let launch = #"{"callback": "launch", "app": 1}"#
  private let scan = #"{"callback": "scan", "app": 1, "manager": 7}"#

  private func state(_ value: String) -> String {
    #"{"callback": "Radio.centralManagerDidUpdateState(_:)", "app": 1, "manager": 7, "state": "\#(value)"}"#
  }

  @Test("is the one whose value the event has")
  func chosen() throws {
    let legal = try check(
      launch, state("poweredOn"), scan, state("poweredOff"), state("poweredOn"), scan)
    #expect(legal.output == "" && legal.status == 0, "\(legal.output)\(legal.errorOutput)")
    let illegal = try check(launch, state("poweredOn"), state("poweredOff"), scan)
    #expect(illegal.output.contains("trace.json:4:1: error: scan came while the manager was off"))
  }

  @Test("may be chosen by a number, compared as it is written; numbers also identify subjects")
  func numbers() throws {
    func code(_ value: String) -> String {
      #"{"callback": "stateChanged", "app": 1, "manager": "7", "code": \#(value)}"#
    }
    let illegal = try check(launch, code("5"), scan, code("4"), scan)
    #expect(illegal.output.contains("trace.json:5:1: error: scan came while the manager was off"))
    #expect(!illegal.output.contains(":3:"), "\(illegal.output)")
  }

  @Test("is unknown if the value is different or missing, and that is no violation")
  func unknown() throws {
    let run = try check(
      launch, state("poweredOn"), state("resetting"),
      #"{"callback": "centralManagerDidUpdateState(_:)", "app": 1, "manager": 7}"#, scan)
    #expect(run.status == 0)
    #expect(
      run.output.contains("2 events of 2 callbacks that the grammar does not know"), "\(run.output)"
    )
  }
}

@Suite("Rules and quirks that depend on states") struct StateDependenceTests {
  private func concise(_ path: String) -> String {
    callorder(
      ["check", path, "--no-config", "--format", "concise"],
      from: String(Repository.root.dropLast())
    )
    .output
  }

  @Test(
    "configuring a session from an earlier run is a warning, configuring a connected one an error")
  func severities() {
    let folder = "traces/violating/configuration-for-known-session/"
    #expect(
      concise(folder + "realistic.jsonl").contains(
        "warning: application(_:configurationForConnecting:options:)"))
    #expect(
      concise(folder + "smallest.json").contains(
        "error: application(_:configurationForConnecting:options:)"))
  }

  @Test("a discard is excused only for a session that may be left over from an earlier run")
  func conditions() {
    #expect(
      concise("traces/quirks/Q-01-on-screen.json").contains(
        "note: application(_:didDiscardSceneSessions:)"))
    #expect(
      concise("traces/violating/discard-before-disconnect/realistic.json").contains(
        "error: application(_:didDiscardSceneSessions:)"))
  }

  @Test("a configured session is noted only if its own process went on", arguments: [true, false])
  func laterEvents(sameProcess: Bool) throws {
    let other = sameProcess ? 1 : 2
    let text = """
      [{"callback": "didFinishLaunching", "process": 1},
       {"callback": "configurationForConnecting", "process": 1, "session": "A"},
       {"callback": "willConnect", "process": \(other), "session": "B"}]
      """
    let output = callorder(["check", "-", "--no-config", "--format", "concise"], input: text).output
    #expect(output.contains("[configured-without-connection]") == sameProcess, "\(output)")
  }
}
