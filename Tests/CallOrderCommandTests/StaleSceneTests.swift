import CallOrderKit
import TestSupport
import Testing

/// A session has the scene with which it connected last; calls with the scene of another connection are not about it.
@Suite("A call with the scene of another connection") struct StaleSceneTests {
  /// The lines of some calls, each with a scene: `con:x fg:x`.
  private func lines(_ calls: String, session: String = "A", process: String = #","process":1"#)
    -> [String]
  {
    calls.split(separator: " ").map { call in
      let parts = call.split(separator: ":").map(String.init)
      let line = ShortLives.lines(parts[0], process: false, session: session)[0].dropLast()
      return line + process + (parts.count > 1 ? ",\"scene\":\"\(parts[1])\"}" : "}")
    }
  }

  private func found(_ lines: [String], records: Bool = true) -> [String] {
    ShortLives.report(lines, records: records).violations.map { "\($0.rule) \($0.event)" }
  }

  private static let again = "L con:x fg:x act:x res:x bg:x dis:x con:y fg:y act:y"

  @Test(
    "is found once for each connection, and is no step of the session", arguments: [true, false])
  func stale(records: Bool) {
    let forwarded = Self.again + " res:x bg:x res:y bg:y"
    #expect(found(lines(forwarded), records: records) == ["stale-scene 11"])
    let twice = forwarded + " dis:y con:z fg:z act:z res:x res:z bg:z"
    #expect(found(lines(twice), records: records) == ["stale-scene 11", "stale-scene 19"])
  }

  @Test("may be that of another session", arguments: [true, false])
  func foreign(records: Bool) {
    let other = lines("con:x fg:x", session: "B")
    let calls = lines("L") + other + lines("con:y fg:y act:x act:y")
    #expect(found(calls, records: records) == ["stale-scene 6"])
  }

  @Test("is found for CarPlay's connections")
  func car() {
    let calls = "L car:x fg:x act:x res:x bg:x dis:x car:y fg:y act:x act:y"
    #expect(found(lines(calls)) == ["stale-scene 10"])
  }

  @Test(
    "is not claimed where it is not certain",
    arguments: [
      // The same scene, one that never connected under this name, and none.
      again + " res:y bg:y", again + " res:z bg:z", again + " res bg",
      // The scene is recorded only at times.
      "L con:x fg:x act res bg dis:x con fg:y act:y res:y",
    ])
  func uncertain(calls: String) {
    #expect(found(lines(calls)) == [])
  }

  @Test(
    "is not claimed after a loss of events, nor in another process, nor after a call that may be the missing one"
  )
  func unknown() {
    let gap = #"{"lost": 4}"#
    #expect(!found(lines(Self.again) + [gap] + lines("res:x")).contains { $0.hasPrefix("stale") })
    let next = lines(Self.again) + lines("L con:x fg:x act:x", process: #","process":2"#)
    #expect(found(next) == [])
    let unnamed = #"{"callback":"scene(_:willConnectTo:options:)","process":1}"#
    #expect(
      !found(lines(Self.again) + [unnamed] + lines("res:x")).contains { $0.hasPrefix("stale") })
  }

  @Test("is not claimed if no session connected with that scene")
  func neverConnected() {
    #expect(found(lines("L con:x fg:x act:x res:z bg:z fg:x act:x")) == [])
  }

  @Test("is not claimed if a session connects with the scene of another that is connected")
  func sceneOfAnother() {
    let first = lines("L con:x fg:x act:x")
    let second = lines("con:x fg:x act:x", session: "B")
    #expect(found(first + second) == [])
    #expect(found(first + lines("res:x bg:x dis:x") + second) == [])
  }

  @Test("is not claimed after a connection without a scene, or that only the scene identifies")
  func openedOtherwise() {
    let other = lines("con:y fg:y bg:y dis:y", session: "B")
    let start = lines("L con:x fg:x act:x res:x bg:x dis:x") + other
    #expect(found(start + lines("con fg:y act:y")) == [])
    let unnamed = #"{"callback":"scene(_:willConnectTo:options:)","process":1,"scene":"y"}"#
    #expect(found(start + [unnamed] + lines("fg:y act:y")) == [])
  }
}
