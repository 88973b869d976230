import Testing

@testable import TraceReading

@Suite("Message patterns") struct MessagePatternTests {
  /// What a pattern reads from a message, as sorted `name=value`; nil if it does not match.
  private func match(_ pattern: String, _ message: String) throws -> String? {
    let known: Set = [
      "sceneDidBecomeActive(_:)", "willConnect", "scene:willConnectToSession:options:",
      "-[SceneDelegate sceneDidBecomeActive:]",
    ]
    let values = try MessagePattern(pattern).match(Array(message.utf8)) { known.contains($0) }
    return values?.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }

  static let samples: [(pattern: String, message: String, values: String?)] = [
    (
      "{callback} scene={scene} session={session}",
      "willConnect scene=A session=B", "callback=willConnect scene=A session=B"
    ),
    ("{callback} scene={scene}", "willConnect   scene=A, more", "callback=willConnect scene=A,"),
    ("{callback} scene={scene},", "willConnect scene=A, more", "callback=willConnect scene=A"),
    ("{callback} ({scene})", "  willConnect (A)", "callback=willConnect scene=A"),
    (
      "{callback} {scene}", "-[SceneDelegate sceneDidBecomeActive:] A",
      "callback=-[SceneDelegate sceneDidBecomeActive:] scene=A"
    ),
    // The first colon after which there is a callback.
    (
      "{callback}: {scene}", "scene:willConnectToSession:options:: A",
      "callback=scene:willConnectToSession:options: scene=A"
    ),
    ("{*} did {callback}", "a did b did willConnect", "callback=willConnect"),
    ("{*}» {callback}", "« a » b » willConnect", "callback=willConnect"),
    ("[{*}] {callback}", "[x y] willConnect", "callback=willConnect"),
    ("{callback} {*} scene={scene}", "willConnect a b scene=A", "callback=willConnect scene=A"),
    ("{callback} {*}", "willConnect", "callback=willConnect"),
    ("{{{callback}}}", "{willConnect}", "callback=willConnect"),
    ("life: {callback}", "life: nothing", nil), ("life: {callback}", "death: willConnect", nil),
    ("{callback} scene={scene}", "willConnect scene=", nil),
    ("{callback} scene={scene}", "willConnectscene=A", nil), ("{callback}", "", nil),
    ("é{callback}ü", "éwillConnectü", "callback=willConnect"),
  ]

  @Test("read the text at their placeholders", arguments: samples)
  func matches(sample: (pattern: String, message: String, values: String?)) throws {
    #expect(try match(sample.pattern, sample.message) == sample.values)
  }

  @Test(
    "are rejected with the reason and the position",
    arguments: [
      ("", "1: must contain {callback}"),
      ("scene={scene}", "1: must contain {callback}"),
      ("{callback} {scen}", "12: unknown placeholder {scen}; did you mean {scene}?"),
      (
        "{callback} {}",
        "12: unknown placeholder {}, only {callback}, {scene}, {session}, {process}, {role}, {phase} and {*}"
      ),
      ("{callback", "1: \"{\" is not closed; write {{ for a brace"),
      ("{callback} }", "12: \"}\" has no opening brace; write }} for a brace"),
      ("{callback} {callback}", "12: {callback} occurs twice"),
      (
        "é{scene}{callback}",
        "9: it is not clear where {callback} begins; put text or a space before it"
      ),
    ])
  func mistakes(pattern: String, expected: String) {
    let error = #expect(throws: MessagePatternError.self) { try MessagePattern(pattern) }
    #expect(error.map { "\($0.column): \($0.message)" } == expected)
  }

  @Test("are fast for hostile messages", .timeLimit(.minutes(1)))
  func hostile() throws {
    let pattern = "{*} a {*} a {*} a {callback} {scene} {*} b {session}"
    #expect(try match(pattern, String(repeating: "a ", count: 2_000)) == nil)
    #expect(try match("{callback}:{scene}:", String(repeating: ":", count: 4_000)) == nil)
  }

  @Test("win over the built-in ones, in their order; unknown calls that they find are reported")
  func precedence() throws {
    func entry(_ message: String) -> String {
      #"{"timestamp":"","eventMessage":"\#(message)"}"#
    }
    let patterns = try ["life {callback} of {session}", "life {callback}"].map {
      try MessagePattern($0)
    }
    let reading = ForeignReading(
      [
        "life continue of S", "life continue", "sceneDidDisconnect(_:) scene=A", "life of pie",
        "life goesOn of S", "nothing",
      ].map(entry).joined(separator: "\n"), patterns: patterns)
    #expect(
      reading.events == [
        "1 continue session=S", "2 continue", "3 sceneDidDisconnect(_:) scene=A",
      ])
    #expect(
      reading.notes == [
        "not-lifecycle: 3 log entries are not lifecycle calls",
        "unknown-callback-in-message: 2 messages match a pattern and name no callback that the"
          + " grammar knows, the first of them \"of\"",
      ])
  }
}
