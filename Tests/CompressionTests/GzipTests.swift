import TestSupport
import Testing
import TraceReading

@testable import CallOrderKit

@Suite("Text that is compressed") struct GzipTests {
  private static func noise(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test("is the same after decompression", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func roundTrip(count: Int) throws {
    for text in [Self.noise(count), Array(repeating: UInt8(ascii: "a"), count: count)] {
      let packed = gzipped(text)
      #expect(packed.starts(with: [0x1F, 0x8B]))
      #expect(try gunzipped(packed, limit: count) == text)
      #expect(gzipped(text) == packed, "it is the same again")
    }
  }

  @Test("is small if its lines resemble each other")
  func size() {
    let text = (0..<5_000).map {
      "{\"callback\":\"sceneDidBecomeActive(_:)\",\"session\":\"\($0)\"}\n"
    }
    let bytes = Array(text.joined().utf8)
    #expect(gzipped(bytes).count < bytes.count / 10)
  }

  @Test("is read up to a limit, and as it is if it is not compressed")
  func limit() throws {
    let text = Array("callorder".utf8)
    for bytes in [text, gzipped(text), GzipText.stored(text)] {
      #expect(try gunzipped(bytes, limit: 9) == text)
      #expect(try gunzipped(bytes, limit: 8) == nil)
    }
    // A limit also bounds what is decompressed.
    #expect(try gunzipped(GzipText.repeated(0, count: 50_000_000), limit: 1 << 20) == nil)
  }

  @Test("is rejected if it was cut off or changed")
  func damaged() {
    let packed = gzipped(Self.noise(2_000))
    for count in [2, 9, 10, 11, 1_000, packed.count - 8, packed.count - 1] {
      #expect(throws: ByteSourceError.self) { try gunzipped(Array(packed[..<count]), limit: 9_999) }
    }
    var changed = packed
    changed[1_000] ^= 1
    #expect(throws: ByteSourceError.self) { try gunzipped(changed, limit: 9_999) }
  }
}
