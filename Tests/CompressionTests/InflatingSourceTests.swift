import TestSupport
import Testing

@testable import TraceReading

@Suite("A source that may be compressed") struct InflatingSourceTests {
  private static let text = Array(
    (0..<20_000).map { "{\"callback\":\"c\($0)\"}" }.joined(separator: "\n").utf8)

  private func text(of source: any ByteSource, by size: Int = 4_096) throws -> [UInt8] {
    var all: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try source.read(into: buffer)
      if count == 0 { break }
      all += buffer[..<count]
    }
    // Reading after the end returns nothing again.
    #expect(try source.read(into: buffer) == 0)
    return all
  }

  private func text(of bytes: [UInt8], by size: Int = 4_096, pieces: Int = .max) throws -> [UInt8] {
    try text(of: InflatingSource(DrippingSource(bytes, step: pieces)), by: size)
  }

  private func error(of bytes: [UInt8]) -> String? {
    do { _ = try text(of: bytes) } catch { return (error as? ByteSourceError)?.message }
    return nil
  }

  @Test("is passed through if it is not compressed", arguments: [1, 2, 7, 4_096])
  func plain(size: Int) throws {
    let others: [[UInt8]] = [[], [0x1F], [0x8B], [0x1F, 0x8C, 1], Array("[]".utf8), Self.text]
    for bytes in others {
      #expect(try text(of: bytes, by: size, pieces: size) == bytes)
    }
  }

  @Test("is decompressed, in pieces of any size", arguments: [1, 3, 4_096])
  func gzip(size: Int) throws {
    let packed = GzipText.stored(Self.text, blockSize: 999)
    #expect(try text(of: packed, by: size == 1 ? 50 : size, pieces: size) == Self.text)
    #expect(try text(of: GzipText.stored([]), by: size, pieces: size) == [])
    let equal = GzipText.repeated(32, count: 300_000)
    #expect(equal.count < 1_000)
    #expect(try text(of: equal, by: 4_096, pieces: size).count == 300_000)
  }

  @Test("may have several members, and zeros at its end")
  func members() throws {
    let one = GzipText.stored(Array("one\n".utf8))
    let none = GzipText.stored([])
    let two = GzipText.repeated(50, count: 70_000)
    let both = Array("one\n".utf8) + Array(repeating: 50, count: 70_000)
    for pieces in [1, 5, .max] {
      #expect(try text(of: one + none + two, pieces: pieces) == both)
      let zeros = Array(repeating: UInt8(0), count: 70_000)
      #expect(try text(of: one + two + zeros, pieces: pieces) == both)
    }
    #expect(error(of: one + [0, 0, 7]) == "what follows the gzip data is not gzip")
    #expect(
      error(of: one + Array("no gzip".utf8)) == "the gzip data is damaged: incorrect header check")
    // An empty member does not end the text.
    #expect(try text(of: none + one) == Array("one\n".utf8))
  }

  @Test("reports what is wrong with it")
  func faults() {
    let packed = GzipText.stored(Array("one\n".utf8))
    for count in 2..<packed.count {
      let message = error(of: Array(packed[..<count]))
      #expect(message?.hasPrefix("the gzip data ends too early") == true, "\(count) bytes")
    }
    var damaged = packed
    damaged[damaged.count - 5] ^= 1
    #expect(error(of: damaged) == "the gzip data is damaged: incorrect data check")
  }

  @Test("never traps, and never returns more than the limit", arguments: 0..<8 as Range<UInt64>)
  func anyBytes(part: UInt64) {
    var random = SeededGenerator(seed: part)
    let packed = GzipText.repeated(10, count: 5_000) + GzipText.stored(Array(Self.text[..<500]))
    for _ in 0..<300 {
      var bytes = packed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 2..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      if let message = error(of: bytes) {
        #expect(message.contains("gzip"), "part \(part)")
      }
    }
  }

  @Test("must not grow without limit")
  func bomb() throws {
    var limit = InflatingSource.Limit()
    (limit.base, limit.ratio) = (100_000, 10)
    let bytes = GzipText.repeated(32, count: 300_000)
    let source = InflatingSource(MemorySource(bytes), limit: limit)
    #expect(throws: ByteSourceError.self) { try text(of: source) }
    // Beyond the base, the limit depends on the number of compressed bytes.
    limit.ratio = 2_000
    #expect(try text(of: InflatingSource(MemorySource(bytes), limit: limit)).count == 300_000)
    (limit.base, limit.ratio) = (300_000, 10)
    #expect(try text(of: InflatingSource(MemorySource(bytes), limit: limit)).count == 300_000)
  }
}
