import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("The states in a timeline of a recording that does not show every call")
struct TimelineStateTests {
  /// The states of each lane and the events that led to them, by what the trace itself shows.
  private func states(_ calls: [String]) throws -> [String] {
    let text = calls.map { call in
      let session = call.hasSuffix("Launching") ? "" : #","session":"A""#
      return call == "gap" ? #"{"lost":3}"# : #"{"callback":"\#(call)","process":1\#(session)}"#
    }.joined(separator: "\n")
    var alphabet = try TraceCheck(TraceCheck.uiScene).occurred(in: text)
    alphabet.isInferred = true
    var options = CheckOptions()
    options.timeline = .upTo(100)
    let check = TraceCheck(TraceCheck.uiScene, showing: alphabet, options: options)
    return try #require(check.report(of: text).timeline).lanes.map { lane in
      lane.kind + lane.intervals.map { " \($0.state) \($0.firstEvent)" }.joined()
    }
  }

  @Test("are those that the recorded calls lead to")
  func followTheCalls() throws {
    #expect(
      try states(["didFinishLaunching", "willEnterForeground", "didBecomeActive"]) == [
        "process running 1", "session inactive 2 active 3",
      ])
  }

  @Test("are not changed by calls that change nothing, or that are about something narrower")
  func stay() throws {
    #expect(
      try states([
        "didFinishLaunching", "willConnect", "openURLContexts", "didBecomeActive",
        "openURLContexts",
      ]).last?.hasSuffix("active 4") == true)
  }

  @Test("are unknown if the recorder joined late, or events were lost")
  func areNotGuessed() throws {
    #expect(try states(["openURLContexts"]) == ["process", "session"])
    let lost = try states(["didFinishLaunching", "didBecomeActive", "gap", "openURLContexts"])
    #expect(lost.last == "session active 2")
  }
}
