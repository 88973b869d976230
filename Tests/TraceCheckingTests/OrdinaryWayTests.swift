import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceReading

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
}
