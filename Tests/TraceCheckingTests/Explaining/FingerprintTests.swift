import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// Fingerprints are kept in baselines, so the values below must never change within version 2.
@Suite("The fingerprint of a fault") struct FaultFingerprintTests {
  @Test("is the published hash of its parts")
  func goldenValues() {
    // The offset basis and the FNV-1a hash of "a" from the draft, with the zero byte after each part.
    #expect(hash(ofParts: []) == "6c62272e07bb014262b821756295c58d")
    #expect(hash(ofParts: [""]) == Self.fnv([0]))
    #expect(hash(ofParts: ["a", ""]) == Self.fnv([0x61, 0, 0]))
    #expect(hash(ofParts: ["callorder/v2", "ü"]) == Self.fnv(Array("callorder/v2\0ü\0".utf8)))
    #expect(hash(ofParts: ["a"]) != hash(ofParts: ["a", ""]))
    #expect(hash(ofParts: ["ab", "c"]) != hash(ofParts: ["a", "bc"]))
  }

  /// FNV-1a byte by byte, as in the draft.
  private static func fnv(_ bytes: [UInt8]) -> String {
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

  private static func name(
    _ violation: Violation, _ version: String = "2.7", isAboutTheEnd: Bool = false
  ) -> String {
    violation.faultName(
      grammarName: "G", grammarVersion: version, isAboutTheEnd: isAboutTheEnd)
  }

  @Test("has the documented parts, in their order")
  func parts() {
    var violation = Self.violation()
    #expect(Self.name(violation) == hash(ofParts: ["callorder/v2", "G 2", "r", "l", "c", ""]))
    #expect(
      Self.name(violation, isAboutTheEnd: true)
        == hash(ofParts: ["callorder/v2", "G 2", "r", "l", "", ""]))
    violation.quirk = "Q-01"
    #expect(Self.name(violation) == hash(ofParts: ["callorder/v2", "G 2", "r", "l", "c", "Q-01"]))
  }

  @Test("does not depend on identities, positions, times or other events")
  func whatHasNoPart() {
    let found = Self.name(Self.violation())
    var other = Self.violation()
    (other.event, other.line, other.subject, other.process) = (9, 8, "t", nil)
    (other.time, other.message, other.severity) = (nil, "n", .note)
    (other.states, other.expected, other.repair, other.cause) = (["x"], ["d"], Repair(), .missing)
    #expect(Self.name(other) == found)
    #expect(Self.name(other, "2.9") == found)
    #expect(Self.name(other, "3.0") != found)
    for change in [\Violation.rule, \.lifecycle, \.callback] {
      var changed = Self.violation()
      changed[keyPath: change] = "z"
      #expect(Self.name(changed) != found)
    }
  }
}

@Suite("The text of a rule") struct MessageTemplateTests {
  @Test("has its names filled in")
  func names() {
    let text = "'{callback}' came in {states}; expected {expected}"
    #expect(
      text.filled(callback: "c", states: ["x", "y", "z"], expected: ["d"])
        == "'c' came in x, y or z; expected d")
    #expect(text.filled(callback: "c") == "'c' came in nothing; expected {expected}")
    #expect(text.filled(callback: "c", expected: []) == "'c' came in nothing; expected nothing")
  }

  @Test("keeps every other brace, and fills nothing into inserted text")
  func otherBraces() {
    for text in ["{", "}", "{}", "{other}", "{{callback", "ü{callback", "{\n}"] {
      #expect(text.filled(callback: "c") == text)
    }
    #expect("{callback}{callback}".filled(callback: "{states}") == "{states}{states}")
    #expect("{ {callback}".filled(callback: "c") == "{ {callback}")
  }
}
