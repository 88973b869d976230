import TestSupport
import Testing
import TraceFindings

@Suite("Several indistinguishable windows")
struct SeveralUnnamedTests {
  private func report(_ calls: String) throws -> TraceReport {
    let events = calls.split(separator: " ").map { LifeEvent(String($0)) }
    return try TraceCheck(TraceCheck.uiScene).report(of: events.text)
  }

  private static let short = [
    "L": "didFinishLaunching", "C": "willConnect", "T": "templateSceneDidConnect",
    "F": "willEnterForeground", "A": "didBecomeActive", "R": "willResignActive",
    "B": "didEnterBackground", "D": "didDisconnect", "Q": "configurationForConnecting",
  ]

  private func calls(_ letters: String) -> String {
    letters.map { Self.short[String($0)] ?? "" }.joined(separator: " ")
  }

  /// The second window appears with a call that is legal for the first as well, so only a later one shows that there are two.
  @Test(
    "have no violation that two windows explain",
    arguments: ["LQCTFFBAFRARBFB", "LCFATFRAAR", "LCFARBTFF", "LCDCTFF", "LCTFF"])
  func twoExplainIt(letters: String) throws {
    let report = try report(calls(letters))
    #expect(report.violations == [])
    #expect(report.verdict == .inconclusive)
    #expect(report.notes.map(\.id) == ["subjects-not-told-apart"])
  }

  @Test(
    "have violations that no number of windows explains",
    arguments: [
      ("LCFF", "foreground-while-foreground"), ("LCFAA", "activate-while-active"),
      ("LCFAB", "background-without-resign"), ("LCFRB", "resign-while-not-active"),
      ("LCFARBDCFF", "foreground-while-foreground"), ("LCDF", "callback-after-disconnect"),
    ])
  func nothingExplainsIt(letters: String, rule: String) throws {
    #expect(try report(calls(letters)).violations.map(\.rule) == [rule])
  }
}
