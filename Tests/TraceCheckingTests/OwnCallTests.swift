import TestSupport
import Testing
import TraceFindings

@testable import TraceChecking

@Suite("A call that the app made itself") struct OwnCallTests {
  private let check = TraceCheck.ofMadeUpLives
  private static let own = [
    "didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground",
    "didDisconnect", "applicationDidBecomeActive", "applicationDidEnterBackground",
  ]

  private func line(_ event: LifeEvent, by caller: String) -> String {
    event.line.dropLast() + #","caller":"\#(caller)"}"# + "\n"
  }

  /// What is found, but for the numbers of events, which further events change.
  private func found(_ text: String, without: (Int) -> Bool = { _ in false }) throws -> [String] {
    try check.report(of: text).violations.filter { !without($0.event) }
      .map { "\($0.rule) \($0.subject) \($0.severity)" }
  }

  /// A slow and simple reference: the call is wrong if the life up to there, with it as the platform's last call, is wrong
  /// at the call.
  @Test("is found where the platform could not make it, and changes nothing else", .seeds)
  func random() throws {
    var (wrong, legal) = (0, 0)
    for seed in Effort.seeds(160) {
      var generator = LifeGenerator(seed: seed)
      var random = SeededGenerator(seed: seed)
      var life = generator.life()
      if life.isEmpty { continue }
      if seed % 3 == 0 { life.addMistakes(1...2, using: &random) }
      let place = Int.random(in: 1...life.count, using: &random)
      let model = try #require(
        life[..<place].last { $0.session != nil || $0.process != nil } ?? life.first)
      let session = life[..<place].last { $0.session != nil }?.session
      let name = try #require(Self.own.randomElement(using: &random))
      if session == nil, !name.hasPrefix("application") { continue }
      let call = LifeEvent(
        name, session: name.hasPrefix("application") ? nil : session, process: model.process)
      let before = life[..<place].map { line($0, by: "UIKitCore") }.joined()
      let after = life[place...].map { line($0, by: "UIKitCore") }.joined()
      let text = before + line(call, by: "Timer.fire()") + after
      let report = try check.report(of: text)
      let here = report.violations.filter {
        $0.event == place + 1 && $0.repair.deletions.map(\.event) == [place + 1]
      }
      #expect(
        try found(before + after) == found(text, without: { $0 == place + 1 }),
        "seed \(seed)\n\(text)")
      if seed % 3 == 0 { continue }
      let byPlatform = try check.report(of: before + line(call, by: "UIKitCore")).violations
        .filter { $0.event == place + 1 }
      let alone = byPlatform.filter { $0.severity > .note }
      #expect(
        alone.isEmpty == here.allSatisfy { $0.severity == .note },
        "seed \(seed)\n\(before)\(call.line)")
      #expect(here.count < 2)
      for violation in here where violation.severity > .note {
        // A quirk may excuse the platform's call, and makes it a note.
        #expect(
          byPlatform.contains { $0.rule == violation.rule },
          "seed \(seed) \(violation.rule), not \(byPlatform.map(\.rule))\n\(text)")
      }
      let notes = report.notes.filter { $0.id == "own-call" }
      #expect(notes.count == (here.isEmpty ? 1 : 0), "seed \(seed)\n\(text)")
      if here.isEmpty { legal += 1 } else { wrong += 1 }
    }
    #expect(wrong > 5 && legal > 5, "\(wrong) wrong, \(legal) legal")
  }

  @Test("in which another method made it tells of that one")
  func maker() throws {
    let text = """
      {"records":"all"}
      {"callback":"didFinishLaunching","caller":"UIKitCore"}
      {"callback":"scene(_:willConnectTo:options:)","session":"A","delegate":"App.Scene","caller":"UIKitCore"}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","delegate":"App.Scene","caller":"Scene.scene(_:willConnectTo:options:)"}
      """
    let violation = try #require(check.report(of: text).violations.first)
    #expect(violation.related.map(\.event) == [2])
    #expect(violation.repair.deletions.map(\.event) == [3])
    #expect(violation.steps.last?.mark == .unexpected)
  }
}
