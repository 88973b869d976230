import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// Fingerprints are kept in baselines, so the values below must never change within version 3.
@Suite("The fingerprint of a fault") struct FaultFingerprintTests {
  @Test("is the published hash of its parts")
  func goldenValues() {
    // The offset basis and the FNV-1a hash of "a" from the draft, with the zero byte after each part.
    #expect(hash(ofParts: []) == "6c62272e07bb014262b821756295c58d")
    #expect(hash(ofParts: [""]) == Self.fnv([0]))
    #expect(hash(ofParts: ["a", ""]) == Self.fnv([0x61, 0, 0]))
    #expect(hash(ofParts: ["callorder/v3", "ü"]) == Self.fnv(Array("callorder/v3\0ü\0".utf8)))
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

  private static func name(
    rule: String = "r", lifecycle: String = "l", callback: String = "c", quirk: String? = nil,
    isTooMany: Bool = false
  ) -> String {
    Violation.faultName(
      rule: rule, lifecycle: lifecycle, callback: callback, quirk: quirk, isTooMany: isTooMany)
  }

  @Test("has the documented parts, in their order")
  func parts() {
    #expect(Self.name() == hash(ofParts: ["callorder/v3", "r", "l", "c", "", ""]))
    #expect(
      Self.name(callback: "", isTooMany: true)
        == hash(ofParts: ["callorder/v3", "r", "l", "", "", "too many"]))
    #expect(
      Self.name(quirk: "Q-01") == hash(ofParts: ["callorder/v3", "r", "l", "c", "Q-01", ""]))
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
    #expect("{ {callback}".filled(callback: "c") == "{ c")
  }
}
