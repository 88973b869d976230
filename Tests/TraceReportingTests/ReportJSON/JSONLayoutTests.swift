import TestSupport
import Testing
import TraceJSON

@testable import TraceReporting

@Suite("A value on one line") struct JSONLayoutTests {
  private static let texts = [
    "", "a", "sceneDidBecomeActive(_:)", "a/b", "\"", "a\\b", "line\nfeed", "\u{1}", "\u{7F}", "é",
    "😀", "\u{2028}", "name", "0", " ",
  ]

  private static func drawn(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: -9...9, using: &random))
    case 3: return .integer([.min, .max].randomElement(using: &random) ?? 0)
    case 4: return .real(Double(Int.random(in: -99...99, using: &random)) / 8)
    case 5: return .string(text())
    case 6:
      return .array(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in drawn(&random, depth: depth - 1) })
    default:
      let count = Int.random(in: 0...(depth > 2 ? 40 : 8), using: &random)
      return .object(
        (0..<count).map { number in
          // Some names occur twice, which no caller should rely on.
          .init(
            Bool.random(using: &random) ? text() : "m\(number)", drawn(&random, depth: depth - 1))
        })
    }
  }

  @Test("is the same if its elements are made one by one", arguments: 0..<200 as Range<UInt64>)
  func elements(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...30, using: &random)
    let list = (0..<count).map { _ in Self.drawn(&random, depth: Int(seed % 3)) }
    let areScalars = list.allSatisfy { $0.array == nil && $0.members == nil }
    let elements = JSONValue.elements(
      JSONElements(count: count, areScalars: areScalars) { list[$0] })
    for (made, stored) in [
      (elements, JSONValue.array(list)),
      (.object([.init("m", elements)]), .object([.init("m", .array(list))])),
    ] {
      #expect(made == stored && stored == made)
      #expect(made.laidOut(width: 60) == stored.laidOut(width: 60), "seed \(seed)")
      #expect(made.compact() == stored.compact() && made.serialized() == stored.serialized())
    }
    #expect(elements != .array(list + [.null]) && elements.kindInWords == "an array")
  }

  @Test("is the same when it is read and written again, whatever the digits of its numbers")
  func readAgain() throws {
    var random = SeededGenerator(seed: 7)
    let numbers =
      [
        0.1, 1e21, 1e-7, Double.leastNonzeroMagnitude, 297.14144699999997, 1.0000000000000002e21,
        123456789012345680,
      ]
      + (0..<500).map { _ in
        Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
      }
      + (0..<500).map { _ in Double.random(in: 0..<1_000, using: &random) }
    for number in numbers {
      let value = JSONValue.object([
        .init("time", .real(number)), .init("callback", .string("didBecomeActive")),
      ])
      let width = value.laidOut().count
      for width in (width - 12)...(width + 4) {
        let text = value.laidOut(width: width)
        #expect(try JSONValue(parsing: text).laidOut(width: width) == text, "\(number)")
      }
    }
  }

  @Test("is what jansson writes", arguments: 0..<20 as Range<UInt64>)
  func line(part: UInt64) {
    for seed in (part * 50)..<((part + 1) * 50) {
      var random = SeededGenerator(seed: seed)
      let value = Self.drawn(&random, depth: 4)
      #expect(
        value.laidOut(width: 1 << 40) == value.serialized(indentation: 0), "seed \(seed)")
      #expect(value.compact() == value.serialized(indentation: nil), "seed \(seed)")
    }
  }
}
