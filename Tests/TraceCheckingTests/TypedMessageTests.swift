import Testing
import TraceFindings
import TraceModel

@Suite("The typed messages of iOS 26")
struct TypedMessageTests {
  private func report(_ messages: [String]) throws -> TraceReport {
    let lines = messages.map { #"{"callback": "\#($0)", "session": "A", "process": 1}"# }
    return try TraceCheck(TraceCheck.uiScene).report(of: lines.joined(separator: "\n"))
  }

  @Test("are the notifications of the same transitions")
  func transitions() throws {
    let life = [
      "UIApplication.DidFinishLaunchingMessage", "UIScene.WillConnectMessage",
      "UIScene.WillEnterForegroundMessage", "UIScene.DidActivateMessage",
      "UIScene.WillDeactivateMessage", "UIScene.DidEnterBackgroundMessage",
      "UIApplication.DidEnterBackgroundMessage", "UIScene.DidDisconnectMessage",
      "UIApplication.WillTerminateMessage",
    ]
    let legal = try report(life)
    #expect(legal.violations == [] && legal.unknownCallbacks == [])
    #expect(legal.verdict == .conforming)
    let illegal = try report(life.filter { $0 != "UIScene.WillDeactivateMessage" })
    #expect(illegal.violations.map(\.rule) == ["background-without-resign"])
    #expect(illegal.violations.first?.kind == .notification)
  }
}
