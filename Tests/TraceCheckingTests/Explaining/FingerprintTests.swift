import TestSupport
import Testing
import TraceDiagnostics
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// Fingerprints are kept in baselines, so the values below must never change within version 1.
@Suite("The fingerprint of a fault") struct FaultFingerprintTests {
  @Test("is the published hash of its parts")
  func goldenValues() {
    // The offset basis and FNV-1a of "a", as the draft gives them, with the zero byte behind each part.
    #expect(fingerprint([String]()) == "6c62272e07bb014262b821756295c58d")
    #expect(fingerprint([""]) == Self.hash([0]))
    #expect(fingerprint(["a", ""]) == Self.hash([0x61, 0, 0]))
    #expect(fingerprint(["callorder/v1", "ü"]) == Self.hash(Array("callorder/v1\0ü\0".utf8)))
    #expect(fingerprint(["a"]) != fingerprint(["a", ""]))
    #expect(fingerprint(["ab", "c"]) != fingerprint(["a", "bc"]))
  }

  /// FNV-1a by bytes, as the draft writes it.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in bytes {
      hash ^= UInt128(byte)
      hash = hash &* 309_485_009_821_345_068_724_781_371
    }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - text.count) + text
  }

  private static func violation() -> Violation {
    Violation(
      rule: "r", severity: .error, cause: .extra, event: 3, line: 3, callback: "c", spelling: "c",
      lifecycle: "l", subject: "s", process: "1", time: 2, states: ["y", "x"], message: "m",
      repair: Repair(
        insertions: [.init(callback: "i", beforeEvent: 3)],
        deletions: [.init(event: 3, callback: "c")]),
      fingerprint: "")
  }

  private static func grammar(_ version: String = "2.7") -> Grammar {
    Grammar(
      name: "G", version: version, subjects: [], callbacks: [], lifecycles: [], rules: [])
  }

  @Test("has the parts that are promised, in their order")
  func parts() {
    let found = fingerprint(
      of: Self.violation(), after: ["a", "b", "d", "e"], Self.grammar())
    #expect(
      found
        == fingerprint(["callorder/v1", "G 2", "r", "l", "x,y", "c", "b,d,e", "+i,-c"]))
  }

  @Test("does not depend on who, where and when")
  func whatHasNoPart() {
    let found = fingerprint(of: Self.violation(), after: ["b"], Self.grammar())
    var other = Self.violation()
    (other.event, other.line, other.subject, other.process) = (9, 8, "t", nil)
    (other.time, other.message, other.severity) = (nil, "n", .note)
    other.repair.insertions[0].beforeEvent = 5
    other.repair.deletions[0].event = 5
    #expect(fingerprint(of: other, after: ["b"], Self.grammar("2.9")) == found)
    #expect(fingerprint(of: other, after: ["b"], Self.grammar("3.0")) != found)
    #expect(fingerprint(of: other, after: [], Self.grammar()) != found)
    var changes: [Violation] = []
    for change in [\Violation.rule, \.lifecycle, \.callback] {
      changes.append(Self.violation())
      changes[changes.count - 1][keyPath: change] = "z"
    }
    changes.append(Self.violation())
    changes[3].states = ["x"]
    changes.append(Self.violation())
    changes[4].repair.insertions = []
    for change in changes {
      #expect(fingerprint(of: change, after: ["b"], Self.grammar()) != found)
    }
  }
}

@Suite("The text of a rule") struct MessageTemplateTests {
  @Test("has its names put in")
  func names() {
    let text = "'{callback}' came in {states}; expected {expected}"
    #expect(
      text.filled(callback: "c", states: ["x", "y", "z"], expected: ["d"])
        == "'c' came in x, y or z; expected d")
    #expect(text.filled(callback: "c") == "'c' came in nothing; expected {expected}")
    #expect(text.filled(callback: "c", expected: []) == "'c' came in nothing; expected nothing")
  }

  @Test("keeps every other brace, and puts nothing into what was put in")
  func otherBraces() {
    for text in ["{", "}", "{}", "{other}", "{{callback", "ü{callback", "{\n}"] {
      #expect(text.filled(callback: "c") == text)
    }
    #expect("{callback}{callback}".filled(callback: "{states}") == "{states}{states}")
    #expect("{ {callback}".filled(callback: "c") == "{ {callback}")
  }
}
