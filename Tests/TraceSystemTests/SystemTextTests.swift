import TestSupport
import Testing
import TraceSystem

@Suite("System texts") struct SystemTextTests {
  @Test("come back byte for byte, whatever the bytes")
  func random() {
    var generator = SeededGenerator(seed: 7)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("\u{E9}".utf8), Array("\u{1F469}".utf8), Array("\u{10FF80}".utf8),
      Array("\u{10FFFF}".utf8), [0xFF], [0xC3], [0xF4, 0x8F], [0xED, 0xA0, 0x80], [0x80],
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...8, using: &generator)).flatMap { _ in
        pieces.randomElement(using: &generator) ?? []
      }
      #expect(SystemText.encoded(SystemText.decoded(bytes)) == bytes, "\(bytes)")
    }
  }

  @Test("are shown with bytes that are not UTF-8 as numbers")
  func shown() {
    #expect(SystemText.shown(SystemText.decoded([0x61, 0xE9, 0x2E])) == #"a\xE9."#)
    #expect(SystemText.shown("\u{E9}") == "\u{E9}")
  }

  @Test("that are UTF-8 are shown unchanged")
  func valid() {
    #expect(SystemText.decoded(Array("\u{1F469}\u{200D}.json".utf8)) == "\u{1F469}\u{200D}.json")
  }
}
