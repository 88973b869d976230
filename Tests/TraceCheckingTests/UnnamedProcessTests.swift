import TestSupport
import Testing
import TraceFindings

@Suite("In a trace that does not distinguish processes")
struct UnnamedProcessTests {
  private let check = TraceCheck(TraceCheck.uiScene)

  private func report(_ callbacks: [String]) throws -> TraceReport {
    let events = callbacks.map { callback in
      var event = LifeEvent(callback.trimmingPrefix("@").description)
      event.isNotification = callback.hasPrefix("@")
      if event.callback.hasPrefix("scene") || event.callback.hasPrefix("willC") {
        event.session = "A"
      }
      return event
    }
    return try check.report(of: events.text)
  }

  @Test("a second didFinishLaunching starts the next process")
  func aSecondLaunchStartsTheNextProcess() throws {
    let twice = try report([
      "willFinishLaunching", "didFinishLaunching", "willConnect", "didFinishLaunching",
      "willConnect",
    ])
    #expect(twice.subjectCounts[0].count == 2)
    #expect(twice.violations == [])
  }

  @Test("the notification of a launch is not a second launch")
  func theNotificationOfALaunchIsNoSecondLaunch() throws {
    let once = try report(["didFinishLaunching", "@didFinishLaunching", "willConnect"])
    #expect(once.subjectCounts[0].count == 1)
    let connected = ["willConnect", "willConnect"]
    let echoed = try report(["didFinishLaunching", "@didFinishLaunching"] + connected)
    #expect(echoed.subjectCounts[0].count == 1)
    #expect(echoed.violations.map(\.rule) == ["connect-while-connected"])
    // After a call about a scene, it may be late, or that of the next process.
    let late = try report([
      "didFinishLaunching", "willConnect", "@didFinishLaunching", "willConnect",
    ])
    #expect(late.subjectCounts[0].count == 1)
    #expect(late.violations.map(\.rule) == [])
  }
}
