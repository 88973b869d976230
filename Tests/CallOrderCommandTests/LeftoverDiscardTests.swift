import CallOrderKit
import TestSupport
import Testing

/// A discard left over from an earlier run is excused shortly after the launch, and no longer.
@Suite("A discard of a session that is in use") struct LeftoverDiscardTests {
  @Test(
    "is excused until the scene first resigns active after it connected, and a mistake later",
    arguments: [
      ("L con disc fg act", ["note discard-before-disconnect 3"]),
      ("L con fg disc act", ["note discard-before-disconnect 4"]),
      ("L con fg act disc", ["note discard-before-disconnect 5"]),
      ("L con bg fg act disc", ["note discard-before-disconnect 6"]),
      ("L con fg act res disc", ["error discard-before-disconnect 6"]),
      ("L con fg act res act disc", ["error discard-before-disconnect 7"]),
      ("L con fg act res bg disc", ["error discard-before-disconnect 7"]),
      ("L con fg act res bg fg act disc", ["error discard-before-disconnect 9"]),
      // In the next run, it may be left over again.
      ("L con fg act res P2 L con fg act disc", ["note discard-before-disconnect 10"]),
      ("L con fg act res P2 L con fg act res disc", ["error discard-before-disconnect 11"]),
      // CarPlay connects by a call of its own.
      ("L car fg act disc", ["note discard-before-disconnect 5"]),
      ("L car fg act res disc", ["error discard-before-disconnect 6"]),
      // A session that was made and shown in this process cannot be left over.
      ("L cfg con disc fg act", ["note discard-before-disconnect 4"]),
      ("L cfg con fg act disc", ["error discard-before-disconnect 6"]),
    ])
  func connected(life: String, found: [String]) {
    #expect(ShortLives.found(life) == found)
    // Where resigning active is never recorded, it may have come at any time.
    #expect(
      ShortLives.found(life, records: false).map { $0.split(separator: " ")[1] }
        .allSatisfy { $0 == "discard-before-disconnect" })
  }

  @Test(
    "may name a session that connects after it, but not one that was used in this process",
    arguments: [
      ("L disc con fg act", ["note callback-after-discard 3"]),
      ("L disc car fg act", ["note callback-after-discard 3"]),
      ("L cfg disc con fg act", ["note callback-after-discard 4"]),
      ("L disc cfg con fg", ["note callback-after-discard 3"]),
      ("L con fg act res bg dis disc con fg", ["error callback-after-discard 9"]),
      (
        "L con fg act res bg dis disc cfg con fg",
        ["error callback-after-discard 9", "error callback-after-discard 10"]
      ),
      (
        "L disc con fg act res disc",
        ["note callback-after-discard 3", "error discard-before-disconnect 7"]
      ),
    ])
  func before(life: String, found: [String]) {
    #expect(ShortLives.found(life) == found)
  }

  @Test("does not excuse a second connection after it")
  func secondConnection() {
    #expect(ShortLives.found("L cfg con disc con fg act").contains { $0.hasPrefix("error") })
    #expect(ShortLives.found("L con fg disc con fg act").contains { $0.hasPrefix("error") })
  }

  @Test("is no mistake between the configuration and a connection that never comes")
  func givenUp() {
    #expect(ShortLives.found("L cfg disc") == [])
    #expect(
      ShortLives.found("L cfg con fg act P2 L cfg disc") == [
        "warning configuration-for-known-session 7"
      ])
  }
}

/// Connecting twice is found by whichever call connects.
@Suite("A scene that connects twice") struct ConnectedTwiceTests {
  @Test(
    "is a mistake for CarPlay's interface too",
    arguments: [
      ("L cfg car fg act car", ["error interface-connected-twice 6"]),
      ("L cfg car car", ["error interface-connected-twice 4"]),
      ("L cfg car con fg act car", ["error interface-connected-twice 7"]),
      ("L cfg con car fg act nav", ["error interface-connected-twice 7"]),
      ("L cfg nav fg act res nav", ["error interface-connected-twice 7"]),
      ("L cfg car fg act res bg dis carend car fg act", []),
      ("L cfg car fg act res bg carend dis car fg act", []),
      ("L cfg car fg act res bg dis car fg act", []),
      ("L cfg car fg act P2 L car fg act", []),
      ("L cfg carend", ["warning interface-not-connected 3"]),
      ("L cfg car carend carend", ["warning interface-not-connected 5"]),
      ("L cfg car navend", ["warning interface-not-connected 4"]),
      ("L cfg car dis carend", []),
      ("carend car", []),
      ("L cfg con car fg act", []),
      ("L cfg car con fg act", []),
    ])
  func car(life: String, found: [String]) {
    #expect(ShortLives.found(life) == found)
    if found.isEmpty { #expect(ShortLives.found(life, records: false) == []) }
  }

  @Test("is noted where a disconnection, or the beginning of a process, is never recorded")
  func noted() {
    func notes(_ life: String, process: Bool) -> [String] {
      let report = ShortLives.report(
        ShortLives.lines(life, process: process), records: false)
      #expect(report.violations.isEmpty)
      return report.notes.map { "\($0.id) \($0.event ?? 0): \($0.message.prefix(40))" }
    }
    let without = "depends-on-recording 3: not judged: scene(_:willConnectTo:option"
    #expect(notes("L con con", process: true) == [without])
    #expect(notes("L car car", process: true).count == 1)
    #expect(
      notes("con con", process: false)
        == ["depends-on-recording 2: scene(_:willConnectTo:options:) is allow"])
  }
}
