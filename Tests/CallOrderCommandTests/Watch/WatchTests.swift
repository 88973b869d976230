import CallOrderKit
import TestSupport
import Testing

@Suite("Watching a recording") struct WatchTests {
  private static let names = [
    "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)", "sceneDidDisconnect(_:)",
  ]

  private func line(
    _ callback: String, session: String = "A", delegate: String? = nil
  ) -> String {
    let rest = delegate.map { #", "delegate": "\#($0)""# } ?? ""
    return #"{"callback": "\#(callback)", "session": "\#(session)", "process": "1"\#(rest)}"# + "\n"
  }

  private var launch: [ScriptedBytes.Step] {
    ["application(_:didFinishLaunchingWithOptions:)", Self.names[0], Self.names[1], Self.names[2]]
      .map { .text(line($0)) }
  }

  @Test("a finding is reported once, while the recording goes on")
  func told() throws {
    var toldBefore = 0
    var count = 0
    let steps: [ScriptedBytes.Step] =
      [.text(#"{"records": "all"}"# + "\n")] + launch + [
        .text(line("sceneDidBecomeActive(_:)")), .silence,
        .action { toldBefore = count },
        .text(line("sceneWillResignActive(_:)")), .silence,
      ]
    let run = try WatchRun(steps) { _ in count += 1 }
    #expect(toldBefore == 1)
    #expect(run.told.map(\.rule) == ["activate-while-active"])
    #expect(run.report?.verdict == .violating)
  }

  @Test(
    "a finding is reported with its cause and source line, with or without a peek",
    arguments: [false, true])
  func explained(peeks: Bool) throws {
    let calls = ["sceneDidEnterBackground(_:)", Self.names[1], Self.names[2]].map { callback in
      let place = #", "file": "Notes/SceneDelegate.swift", "sourceLine": 14}"#
      return ScriptedBytes.Step.text(line(callback).replacing("}", with: place))
    }
    var told = 0
    let header = ScriptedBytes.Step.text(#"{"records": "all"}"# + "\n")
    let run = try WatchRun([header] + launch + calls + [.silence], peeks: peeks) { violation in
      told += 1
      #expect(violation.origin.file == "Notes/SceneDelegate.swift" && violation.origin.line == 14)
      #expect(
        violation.causes.first?.text
          == "Your code or a library calls sceneDidEnterBackground")
    }
    #expect(told == 1 && run.told.map(\.rule) == ["background-without-resign"])
  }

  @Test("without a peek, it is reported when its repair is certain, at the latest at the end")
  func toldLate() throws {
    let steps = launch + [.text(line("sceneDidBecomeActive(_:)")), .silence]
    let run = try WatchRun([.text(#"{"records": "all"}"# + "\n")] + steps, peeks: false)
    #expect(run.told.map(\.rule) == ["activate-while-active"])
  }

  @Test(
    "a finding that is reported at once has causes based on the events so far",
    arguments: [true, false])
  func causes(peeks: Bool) throws {
    let again = line("sceneDidBecomeActive(_:)").replacing(
      "}", with: #", "caller": "UIKitCore"}"#)
    let steps: [ScriptedBytes.Step] =
      [.text(#"{"records": "all"}"# + "\n")] + launch + [
        .text(again), .silence, .text(line("sceneWillResignActive(_:)")),
        .text(line("sceneDidEnterBackground(_:)")), .text(line("sceneWillEnterForeground(_:)")),
        .silence,
      ]
    var evidence: [String?] = []
    let run = try WatchRun(steps, peeks: peeks) { evidence = $0.causes.map(\.evidence) }
    #expect(run.told.count == 1)
    #expect(evidence.first == "the same call came directly before it, as event 4")
    #expect(evidence.count >= 2)
    #expect(run.told[0].origin.members == [.init(name: "caller", value: "UIKitCore")])
  }

  @Test("what occurs late does not affect the calls before")
  func growingAlphabet() throws {
    // Without willResignActive in the recording, the second activation may have had one.
    let twice = launch + [.text(line("sceneDidBecomeActive(_:)")), .silence]
    #expect(try WatchRun(twice).told == [])
    // As soon as the recording shows it, the earlier call is a fault.
    var before = -1
    var count = 0
    let steps =
      twice + [.action { before = count }, .text(line("sceneWillResignActive(_:)")), .silence]
    let run = try WatchRun(steps) { _ in count += 1 }
    #expect(before == 0)
    #expect(run.told.map(\.rule) == ["activate-while-active"])
    #expect(run.told.map(\.event) == [5])
  }

  @Test(
    "what a delegate never shows is not reported for its scenes, but what it shows is",
    arguments: [true, false])
  func delegates(peeks: Bool) throws {
    // The iPhone delegate shows everything; the CarPlay delegate never shows that its scene enters the foreground.
    func steps(_ car: [String]) -> [ScriptedBytes.Step] {
      let phone = [0, 1, 2, 3, 4].map { line(Self.names[$0], delegate: "SceneDelegate") }
      let other = car.map { line($0, session: "B", delegate: "CarSceneDelegate") }
      return (phone + other).flatMap { [.text($0), .silence] }
    }
    let legal = [Self.names[0], Self.names[2], Self.names[3], Self.names[4], Self.names[2]]
    let run = try WatchRun(steps(legal), peeks: peeks)
    #expect(run.told == [] && run.report?.verdict == .conforming)
    #expect(run.report?.notes.map(\.id) == ["depends-on-recording"])
    let wrong = try WatchRun(steps(legal + [Self.names[4]]), peeks: peeks)
    #expect(wrong.told.map(\.rule) == ["background-without-resign"])
    #expect(wrong.report?.violations.map(\.rule) == ["background-without-resign"])
  }

  @Test("what has arrived is checked without waiting for more", arguments: ["", "[", "\n\n"])
  func atOnce(before: String) throws {
    let calls = Self.names[0..<4] + [Self.names[2], Self.names[2]]
    let separator = before == "[" ? "," : ""
    let text = calls.map { line($0) }.joined(separator: separator)
    var early = 0
    var count = 0
    let run = try WatchRun([
      .text(before + text + separator), .silence, .action { early = count },
    ]) { _ in count += 1 }
    #expect(early == 1 && run.told.map(\.event) == [6])
  }

  @Test("rules about the end of a recording are checked only at its end")
  func end() throws {
    let steps =
      launch + [
        .text(line("scene(_:willContinueUserActivityWithType:)")), .silence,
        .text(line("sceneWillResignActive(_:)")), .silence,
        .text(line("sceneDidEnterBackground(_:)")), .silence,
      ]
    let run = try WatchRun(steps) { violation in
      #expect(violation.rule == "continuation-unresolved")
    }
    #expect(run.report?.violations.map(\.rule) == run.told.map(\.rule))
  }

  @Test("unreadable input ends the watch, and earlier findings remain valid")
  func fault() throws {
    let steps =
      [.text(#"{"records": "all"}"# + "\n")] + launch + [
        .text(line("sceneDidBecomeActive(_:)")), .silence, .text(#"{"callback": 1}"# + "\n"),
      ]
    let run = try WatchRun(steps)
    #expect(run.told.map(\.rule) == ["activate-while-active"])
    #expect(run.report == nil)
    #expect(run.fault == #""callback" must be a string, not a number"#)
  }

  @Test(
    "a recording with an action is judged by the practices, from its first event on",
    arguments: [true, false])
  func practices(peeks: Bool) throws {
    let lines = [
      #"{"records":"all"}"#,
      #"{"callback":"willConnect","process":"1","session":"A"}"#,
      #"{"callback":"willEnterForeground","process":"1","session":"A"}"#,
      #"{"callback":"didBecomeActive","process":"1","session":"A"}"#,
      #"{"callback":"deleteSessionData","kind":"action","process":"1","session":"A"}"#,
    ]
    let steps = lines.flatMap { [ScriptedBytes.Step.text($0 + "\n"), .silence] }
    let run = try WatchRun(steps, peeks: peeks)
    let file = callorder(["check", "-", "--format", "json"], input: lines.joined(separator: "\n"))
    #expect(run.grammar?.name == "UIScenePractices")
    #expect(file.output.contains(#""name": "UIScenePractices""#), "\(file.errorOutput)")
    let rules = run.told.map(\.rule)
    #expect(rules.contains("delete-before-discard"), "\(rules)")
    for rule in rules { #expect(file.output.contains("\"rule\": \"\(rule)\"")) }
    let calls = try WatchRun(Array(steps.prefix(8)))
    #expect(calls.grammar?.name == "UIScene")
  }
}
