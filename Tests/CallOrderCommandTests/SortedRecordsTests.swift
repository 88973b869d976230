import TestSupport
import Testing

@testable import CallOrderKit

@Suite("Records in a temporary file") struct SortedRecordsTests {
  @Test(
    "come sorted by name, and in their order if they have the same",
    arguments: 0..<40 as Range<UInt64>)
  func sorted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limit = [0, 100, 1_000, 1 << 20][Int(seed % 4)]
    var records = SortedRecords(runLimit: limit)
    var expected: [(name: String, tag: Int, bytes: [UInt8])] = []
    for tag in 0..<Int.random(in: 0...200, using: &random) {
      // Many have the same name, and some come sorted.
      let name = seed % 3 == 0 ? "\(tag / 3)" : "ü\(Int.random(in: 0...50, using: &random))"
      let bytes = [UInt8](repeating: UInt8(tag % 256), count: tag % 7 * 20)
      try records.add(.init(name: name, tag: tag, bytes: bytes))
      expected.append((name, tag, bytes))
    }
    expected.sort {
      $0.name == $1.name
        ? $0.tag < $1.tag : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    var reader = try records.reader()
    for record in expected {
      let found = try #require(try reader.next())
      #expect((found.name, found.tag) == (record.name, record.tag), "seed \(seed)")
      #expect(found.bytes == record.bytes)
    }
    #expect(try reader.next() == nil)
    #expect(expected.isEmpty || limit > 100 || records.fileSize > 0)
  }
}
