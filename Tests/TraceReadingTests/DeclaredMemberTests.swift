import Testing
import TraceModel
import TraceReading

/// The grammar declares the members: readers do not know their names.
@Suite("Members that a grammar declares") struct DeclaredMemberTests {
  private static let network = EventMembers(single: ["host", "wire", "packet"], set: "packets")

  private func read(
    _ text: String, _ members: EventMembers, usesScanner: Bool
  ) -> (values: [[String?]], sets: [[[String]]], error: String?) {
    var manner = Reading.Manner()
    (manner.members, manner.usesScanner) = (members, usesScanner)
    let reading = Reading(Array(text.utf8), manner)
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return (
      reading.events.map { $0.values.map { $0.map(string) } },
      reading.events.map { $0.sets.map { $0.map(string) } }, reading.error?.message
    )
  }

  @Test("have the grammar's names, independent of UIKit's", arguments: [true, false])
  func network(usesScanner: Bool) {
    let found = read(
      """
      {"callback":"up","host":7,"state":3,"session":{"id":1},"thread":null}
      {"callback":"send","host":"7","wire":"eth0","packet":"p1","scene":[1],"role":true}
      {"callback":"drop","packets":["p1","p2"],"delegate":1.5}
      """, Self.network, usesScanner: usesScanner)
    #expect(found.error == nil)
    #expect(found.values == [["7", nil, nil], ["7", "eth0", "p1"], [nil, nil, nil]])
    #expect(found.sets == [[[]], [[]], [["p1", "p2"]]])
  }

  @Test("are found by their names in foreign formats")
  func others() throws {
    func entry(_ message: String) -> String {
      #"{"timestamp":"","eventMessage":"\#(message)","processID":7}"#
    }
    let log = ForeignReading(
      [
        entry("sceneDidBecomeActive(_:) host=h1 wireID: eth0 session=S"),
        entry("[p1] on h2: continue"),
      ].joined(separator: "\n"),
      patterns: [
        try MessagePattern("[{packet}] on {host}: {callback}", members: ["host", "packet"])
      ],
      members: Self.network)
    #expect(
      log.events == [
        "1 sceneDidBecomeActive(_:) host=h1 wire=eth0", "2 continue host=h2 packet=p1",
      ])
  }

  @Test("are strings or whole numbers", arguments: ["1.5", "true", "[]", "{}"], [true, false])
  func types(value: String, usesScanner: Bool) {
    let found = read(
      "{\"callback\":\"up\",\"host\":\(value)}", Self.network, usesScanner: usesScanner)
    #expect(found.error?.hasPrefix("\"host\" must be a string or a whole number") ?? false)
  }

  @Test("may be nested in others, and then have any value", arguments: [true, false])
  func nested(usesScanner: Bool) {
    let members = EventMembers(
      single: ["host", "options.urls", "options.deep.er", "loose", "options.more"], sets: [],
      firstLoose: 1)
    let found = read(
      """
      {"callback":"up","options":{"urls":2,"deep":{"er":true},"more":["a","b"]},"host":"h"}
      {"callback":"up","loose":false,"options":{"urls":"x","urls2":1,"deep":3,"more":{"a":1}}}
      {"callback":"up","options":null,"loose":[]}
      {"callback":"up","options":[{"urls":1}],"loose":1.5}
      {"callback":"up","options":{"urls":null,"deep":{}}}
      """, members, usesScanner: usesScanner)
    #expect(found.error == nil)
    #expect(
      found.values == [
        ["h", "2", "true", nil, "2"], [nil, "x", nil, "false", nil], [nil, nil, nil, "0", nil],
        [nil, nil, nil, "1.5", nil], [nil, nil, "false", nil, "false"],
      ])
    let object = read(
      #"{"callback":"up","loose":{"a":1}}"#, members, usesScanner: usesScanner)
    #expect(object.error?.hasPrefix("\"loose\" must be a string or a whole number") ?? false)
  }

  @Test("may contain identities of two kinds, in any order", arguments: [true, false])
  func severalSets(usesScanner: Bool) {
    let members = EventMembers(single: ["wire"], sets: ["wires", "packets"])
    let found = read(
      """
      {"callback":"up","wires":["a","b"],"packets":["p"]}
      {"callback":"up","packets":["p","q"],"wire":"w","wires":["a"]}
      {"callback":"up","packets":["p"]}
      {"callback":"up","packets":[],"wires":["a"]}
      {"callback":"up","wires":["a"]}
      """, members, usesScanner: usesScanner)
    #expect(found.error == nil)
    // A name between two identities does not mix the two sets.
    #expect(
      found.sets == [
        [["a", "b"], ["p"]], [["a"], ["p", "q"]], [[], ["p"]], [["a"], []], [["a"], []],
      ])
  }

  @Test("may be as many and as long as the limits allow", arguments: [true, false])
  func limit(usesScanner: Bool) {
    let names = (1...GrammarLimits.members).map { "member number \($0)" }
    let members = names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
    let found = read(
      "{\"callback\":\"up\",\(members)}", EventMembers(single: names, set: "members"),
      usesScanner: usesScanner)
    #expect(found.values == [names.indices.map { "\($0)" }])
  }
}
