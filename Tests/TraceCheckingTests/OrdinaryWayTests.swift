import TestSupport
import Testing
import TraceFindings
import TraceModel
import TraceReading

@testable import TraceChecking

/// The short way of an event can be lost without any wrong result: then checking takes several times as long.
@Suite("The ordinary way of an event") struct OrdinaryWayTests {
  /// Only the first event of a session does not take it, so sessions are a little longer than elsewhere.
  @Test("is taken by the events of an ordinary trace", arguments: [false, true])
  func share(isSmall: Bool) throws {
    let workload = Workload(20_000, roundTrips: 5)
    let judge = TraceJudge(TraceCheck.uiScene)
    let trace = try StoredTrace(
      MemorySource(isSmall ? workload.smallLines : workload.lines), members: judge.plan.members)
    let count = judge.ordinaryCount(trace.store, Statements())
    #expect(trace.store.events.count == workload.count)
    #expect(count * 100 >= workload.count * 95, "\(count) of \(workload.count) events")
  }

  @Test("is not taken by the first event of a session, nor by one of an unnamed session")
  func others() throws {
    let judge = TraceJudge(TraceCheck.uiScene)
    let text = """
      {"callback": "application(_:didFinishLaunchingWithOptions:)"}
      {"callback": "scene(_:willConnectTo:options:)", "session": "A"}
      {"callback": "sceneWillEnterForeground(_:)"}
      """
    let trace = try StoredTrace(MemorySource(Array(text.utf8)), members: judge.plan.members)
    #expect(judge.ordinaryCount(trace.store, Statements()) == 0)
  }

  /// The events of a timeline go the long way.
  private func rules(_ lines: [String], isLong: Bool) throws -> [String] {
    let judge = TraceJudge(TraceCheck.uiScene)
    let text = lines.map { "{\($0)}" }.joined(separator: "\n")
    let trace = try StoredTrace(MemorySource(Array(text.utf8)), members: judge.plan.members)
    var statements = Statements()
    statements.records = .all
    var options = CheckOptions()
    if isLong { options.timeline = .upTo(1_000) }
    return judge.judge(trace.store, statements, TraceReport(path: "trace"), options).report
      .violations.map { "\($0.rule) \($0.event)" }
  }

  @Test("ends where the long one does for what notifications say about a process")
  func notification() throws {
    let session = #""session":"A""#
    func told(_ name: String) -> String {
      #""callback":"\#(name)","kind":"notification",\#(session)"#
    }
    let lines = [
      told("UISceneWillConnectNotification"), told("UISceneDidEnterBackgroundNotification"),
      #""callback":"application(_:didFinishLaunchingWithOptions:)""#,
      #""callback":"scene(_:willConnectTo:options:)",\#(session)"#,
    ]
    #expect(try rules(lines, isLong: false) == rules(lines, isLong: true))
    #expect(try rules(lines, isLong: false) == [])
  }

  @Test("ends where the long one does for a scene that is used again")
  func staleScene() throws {
    func call(_ name: String, _ session: String, _ scene: String) -> String {
      #""callback":"\#(name)","session":"\#(session)","scene":"\#(scene)","process":1"#
    }
    let lines = [
      call("sceneDidDisconnect(_:)", "A", "x"), call("scene(_:willConnectTo:options:)", "A", "x"),
      call("scene(_:willConnectTo:options:)", "B", "z"),
      call("sceneDidEnterBackground(_:)", "B", "x"),
    ]
    let found = try rules(lines, isLong: false)
    #expect(try found == rules(lines, isLong: true))
    #expect(found.contains("stale-scene 4"))
  }
}
