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

  @Test("is about its session, even if nothing else was before")
  func first() throws {
    let launch = LifeEvent("didFinishLaunching", process: 1).line + "\n"
    let call = LifeEvent("didBecomeActive", session: "A", process: 1)
    #expect(
      try found(launch + line(call, by: "Timer.fire()")) == ["callback-before-connect A error"])
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

  private static let launch = ["didFinishLaunching"]
  private static let up = ["willConnect", "willEnterForeground", "didBecomeActive"]

  private func report(_ calls: [(String, String?)]) throws -> TraceReport {
    try check.report(
      of: calls.map { name, caller in
        let ofProcess = Self.launch + ["willTerminate"]
        let isWider = name.hasPrefix("application") || ofProcess.contains(name)
        let session = isWider ? "" : #","session":"A""#
        let by = caller.map { #","caller":"\#($0)""# } ?? ""
        return #"{"callback":"\#(name)","process":1\#(session)\#(by)}"#
      }.joined(separator: "\n"))
  }

  @Test("is judged by what came before it, and not by what follows")
  func place() throws {
    let base = Self.launch + ["configurationForConnecting", "willConnect"]
    let calls = base.map { ($0, Optional("UIKitCore")) }
    let report = try report(
      calls + [("applicationDidBecomeActive", "Timer.fire()"), ("willTerminate", "UIKitCore")])
    #expect(report.violations.map(\.rule) == ["legacy-callback"])
  }

  @Test("is nothing where the method of a subclass calls that of its base class")
  func toSuper() throws {
    let calls = (Self.launch + Self.up + ["willResignActive"]).flatMap { name in
      [(name, Optional("UIKitCore"))]
        + (name == "didFinishLaunching" ? [] : [(name, "SceneDelegate.\(name)")])
    }
    let report = try report(calls)
    #expect(report.violations.isEmpty && report.notes.isEmpty, "\(report.notes)")
    #expect(report.verdict == .conforming && report.unjudged == 0)
  }

  @Test("is the platform's where somebody passes on what the platform never calls itself")
  func passedOn() throws {
    let launch = Self.launch.map { ($0, Optional("UIKitCore")) }
    let up = Self.up.map { ($0, Optional("SceneProxy.forwardInvocation(_:)")) }
    #expect(try report(launch + up).notes.isEmpty)
    let doubled = try report(launch + up + [up[2]])
    #expect(doubled.violations.map(\.rule) == ["activate-while-active"])
    // A single callback says nothing about who passes it on, nor do those that the platform calls as well.
    let mixed = try report(launch + Self.up.map { ($0, Optional("UIKitCore")) } + up)
    #expect(mixed.violations.map { $0.repair.deletions.map(\.event) } == [[5], [6], [7]])
  }

  @Test("is noted once for a caller and a callback where it is legal")
  func noted() throws {
    let base = (Self.launch + Self.up).map { ($0, Optional("UIKitCore")) }
    let own = [
      ("willResignActive", "Lock.show()"), ("willResignActive", "Lock.show()"),
      ("willResignActive", "Sheet.show()"),
    ].map { ($0.0, Optional($0.1)) }
    let report = try report(base + own + [("willResignActive", "UIKitCore")])
    #expect(report.violations.isEmpty && report.verdict == .conforming)
    let notes = report.notes.filter { $0.id == "own-call" }
    #expect(notes.map(\.count) == [2, 1] && report.unjudged == 3)
    #expect(
      notes.first?.message
        == "Lock.show() calls sceneWillResignActive, which counts as no call of UIKit")
  }

  @Test("is nobody's whose caller is not recorded, and the platform's by its prefix")
  func platform() throws {
    for caller in [nil, "UIKit", "UIKitCore", "SwiftUI", "CarPlay"] {
      let calls = (Self.launch + Self.up + ["didBecomeActive"]).map { ($0, caller) }
      let violations = try report(calls).violations
      #expect(violations.map(\.rule) == ["activate-while-active"], "\(caller ?? "nobody")")
      #expect(violations[0].cause == .repeated)
    }
    // A type of the app may have such a name.
    let own = (Self.launch + Self.up).map { ($0, Optional("UIKitCore")) }
    let report = try report(own + [("didEnterBackground", "UIKitHelper.run()")])
    #expect(report.violations.map(\.rule) == ["background-without-resign"])
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

  @Test("begins no process, and is no call of a rule on values or times")
  func uncounted() throws {
    let again = #"{"callback":"didFinishLaunching","caller":"AppDelegate.restart()"}"#
    let first = #"{"callback":"didFinishLaunching","caller":"UIKitCore"}"#
    let report = try check.report(of: first + "\n" + again)
    #expect(report.subjectCounts.first?.count == 1)
    #expect(report.violations.map(\.rule) == ["launch-order"])
    let slow = """
      {"callback":"didFinishLaunching","process":1,"caller":"UIKitCore"}
      {"callback":"willConnect","process":1,"session":"A","caller":"UIKitCore"}
      {"callback":"willEnterForeground","process":1,"session":"A","duration":90,"state":"unattached","caller":"A.b()"}
      """
    #expect(try check.report(of: slow).violations.isEmpty)
  }
}
