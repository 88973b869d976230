import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

/// Traces of public bugs in apps, which are not part of the project: in a folder next to it.
private let bugsFolder = Repository.path("../shared/field-bugs")

@Suite("The practices of apps with scenes") struct PracticesTests {
  private static let practices = ShippedGrammar.named("UIScenePractices")?.grammar() ?? .uiScene()
  private static let own = Set(practices.rules.map(\.id)).subtracting(
    Grammar.uiScene().rules.map(\.id))

  private func violations(_ text: String) throws -> [Violation] {
    let input = TraceInput(path: "trace") { MemorySource(Array(text.utf8)) }
    return try #require(checkTraces([input], against: Self.practices).traces.first).violations
  }

  // MARK: - Real bugs

  /// A real bug: its trace, and the actions that would show it, each with the number of the event that it follows.
  struct Bug: Sendable, CustomTestStringConvertible {
    var file: String
    var rule: String
    /// The actions that show it, each after the given number of events of the trace.
    var broken: [(Int, String)] = []
    /// The actions of the corrected app; nil if the trace alone shows the bug.
    var kept: [(Int, String)]?
    /// The number of an event that brings the payload `p`, counted from 1.
    var delivery: Int?
    /// Actions that never occur, and that the recording would show.
    var absent: [String] = []
    var testDescription: String { "\(file) \(rule)" }
  }

  private static let handle = #""callback": "handle", "payload": "p", "session": "A""#
  private static func act(_ name: String) -> String { "\"callback\": \"\(name)\"" }

  static let bugs: [Bug] = [
    // A launch alone may be one into the background: only a call of the old app delegate shows the interface without scenes.
    Bug(
      file: "01", rule: "scenes-not-adopted",
      broken: [
        (1, #""kind": "delegate", "callback": "applicationDidBecomeActive(_:)""#)
      ]),
    Bug(
      file: "02", rule: "payload-lost", broken: [(5, act("checkpoint"))],
      kept: [(5, handle), (5, act("checkpoint"))], delivery: 3),
    Bug(
      file: "03", rule: "payload-lost", broken: [(7, act("checkpoint"))],
      kept: [(7, handle), (7, act("checkpoint"))], delivery: 6),
    Bug(file: "05", rule: "continuation-unresolved"),
    Bug(file: "06", rule: "legacy-callback"),
    Bug(
      file: "07", rule: "payload-lost", broken: [(4, act("checkpoint"))],
      kept: [(4, handle), (4, act("checkpoint"))], delivery: 2),
    Bug(file: "09", rule: "legacy-callback"),
    Bug(
      file: "10", rule: "payload-handled-twice", broken: [(3, handle), (5, handle)],
      kept: [(3, handle)], delivery: 2),
    Bug(file: "13", rule: "activate-while-active"),
    Bug(file: "15", rule: "legacy-callback"),
    Bug(file: "17", rule: "discard-before-disconnect"),
    Bug(
      file: "18", rule: "delete-before-discard",
      broken: [(8, #""callback": "deleteSessionData", "session": "A""#)], kept: []),
    Bug(
      file: "20", rule: "launch-measured-across-background", broken: [(5, act("measureLaunch"))],
      kept: []),
    Bug(
      file: "21", rule: "launch-kind-guessed", broken: [(1, act("decideLaunchKind"))],
      kept: [(2, act("decideLaunchKind"))]),
    Bug(
      file: "22", rule: "boot-missing", broken: [(1, act("setUp")), (5, act("checkpoint"))],
      kept: [(1, act("setUp")), (1, act("boot")), (5, act("checkpoint"))]),
    Bug(
      file: "24", rule: "app-activation-missed",
      broken: [
        (4, act("appBecameActive")), (9, act("appEnteredBackground")),
        (12, #""callback": "sceneWillResignActive(_:)", "kind": "delegate", "session": "A""#),
      ],
      kept: [
        (4, act("appBecameActive")), (9, act("appEnteredBackground")),
        (12, act("appBecameActive")),
        (12, #""callback": "sceneWillResignActive(_:)", "kind": "delegate", "session": "A""#),
      ]),
    Bug(file: "25", rule: "callback-before-connect"),
    Bug(file: "27", rule: "active-without-scene", broken: [(2, act("appBecameActive"))], kept: []),
    Bug(
      file: "28", rule: "payload-lost", broken: [(4, act("checkpoint"))],
      kept: [(4, handle), (4, act("checkpoint"))], delivery: 2),
    Bug(
      file: "29", rule: "state-read-too-early", broken: [(4, act("readApplicationState"))],
      kept: [(5, act("readApplicationState"))]),
    Bug(
      file: "31", rule: "saved-too-late", broken: [],
      kept: [(5, #""callback": "saveState", "session": "A""#)]),
    Bug(
      file: "32", rule: "app-phase-repeated",
      broken: [(10, act("appEnteredBackground")), (12, act("appEnteredBackground"))],
      kept: [(10, act("appEnteredBackground"))], absent: ["appBecameActive"]),
    Bug(
      file: "34", rule: "payload-read-from-legacy", broken: [(2, act("readLaunchOptions"))],
      kept: []),
    Bug(file: "36", rule: "legacy-callback"),
    Bug(
      file: "37", rule: "boot-missing", broken: [(2, act("setUp")), (5, act("checkpoint"))],
      kept: [(2, act("setUp")), (2, act("boot")), (5, act("checkpoint"))]),
  ]

  /// The trace of a bug with actions added, as a recording that shows everything.
  private func trace(_ bug: Bug, with actions: [(Int, String)]) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(bugsFolder)/\(bug.file).json"))
    var document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var events = try #require(document["events"] as? [[String: Any]])
    if let delivery = bug.delivery { events[delivery - 1]["payloads"] = ["p"] }
    if bug.file == "24" { events[1]["role"] = "UIWindowSceneSessionRoleApplication" }
    for (place, members) in actions.reversed() {
      let text = "{\"kind\": \"action\", \"process\": \"1\"}"
      var event = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let own = try JSONSerialization.jsonObject(with: Data("{\(members)}".utf8)) as? [String: Any]
      event.merge(own ?? [:]) { $1 }
      events.insert(event, at: place)
    }
    // The grammar does not know the actions of the bugs' authors.
    events.removeAll { ($0["callback"] as? String)?.contains(/^[a-z]+\.[a-zA-Z]+$/) ?? false }
    document["events"] = events
    // An action that never occurs counts as recorded only if it is named.
    let callbacks = try (bug.broken + (bug.kept ?? [])).compactMap {
      try JSONSerialization.jsonObject(with: Data("{\($0.1)}".utf8)) as? [String: Any]
    }.compactMap { $0["callback"] as? String }
    document["records"] = ["all"] + bug.absent + Set(callbacks).sorted()
    return String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
  }

  @Test(
    "find real bugs, and none of them in the corrected app",
    .enabled(if: FileManager.default.fileExists(atPath: bugsFolder), "the traces are not here"),
    arguments: bugs)
  func fieldBugs(_ bug: Bug) throws {
    let broken = try violations(try trace(bug, with: bug.broken)).map(\.rule)
    #expect(broken.contains(bug.rule), "\(broken)")
    #expect(Self.own.intersection(broken).isSubset(of: [bug.rule]), "\(broken)")
    guard let kept = bug.kept else { return }
    let corrected = try violations(try trace(bug, with: kept)).map(\.rule)
    #expect(Self.own.isDisjoint(with: corrected), "\(corrected)")
  }
}
