import TestSupport
import Testing
import TraceJSON

@testable import TraceReading

/// Numbers that are read without jansson are equal to those that jansson reads, to the last bit.
@Suite("A number in bytes") struct PlainNumberTests {
  /// The number at the start of a text; nil if it is left to jansson.
  private func read(_ text: String) -> (value: Double, end: Int)? {
    let bytes = Array(text.utf8) + Array(repeating: 0, count: 64)
    return bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress, let number = PlainNumber(start) else { return nil }
      return (number.value, number.end - start)
    }
  }

  private func difference(_ text: String) -> String? {
    let expected = try? JSONValue(parsing: Array(text.utf8)).number
    guard let found = read(text), found.end == text.utf8.count else {
      // Only extreme numbers may be left to jansson.
      let isExtreme = text.lowercased().contains("e") || text.count > 19
      return expected == nil || isExtreme ? nil : "\(text) is not read"
    }
    if let expected, expected.bitPattern == found.value.bitPattern { return nil }
    return "\(text) is \(found.value), not \(expected.map { "\($0)" } ?? "refused")"
  }

  @Test("of any digits is the nearest real")
  func random() {
    var random = SeededGenerator(seed: 7)
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    for _ in 0..<100_000 {
      let whole =
        Bool.random(using: &random)
        ? "0"
        : "\(Int.random(in: 1...9, using: &random))"
          + digits(Int.random(in: 0...19, using: &random))
      var text = (Int.random(in: 0..<6, using: &random) == 0 ? "-" : "") + whole
      if Int.random(in: 0..<4, using: &random) > 0 {
        text += "." + digits(Int.random(in: 1...20, using: &random))
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += ["e", "E", "e+", "e-", "E-"].randomElement(using: &random) ?? "e"
        text += digits(Int.random(in: 1...(Bool.random(using: &random) ? 2 : 3), using: &random))
      }
      if let difference = difference(text) { Issue.record("\(difference)") }
    }
  }

  @Test("half way between two reals is rounded to the even one")
  func halves() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      // An odd multiple of half a unit in the last place, and its neighbors.
      let mantissa = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      for number in [
        mantissa, mantissa * 2 - 1, mantissa * 2 + 1, mantissa * 512, mantissa * 512 + 1,
      ] {
        for power in ["", "e1", "e3"] where number < 1 << 63 {
          if let difference = difference("\(number)\(power)") { Issue.record("\(difference)") }
        }
        for zeros in 0..<4 {
          let half = "\(number / 2).5" + String(repeating: "0", count: zeros)
          if let difference = difference(half) { Issue.record("\(difference)") }
        }
      }
    }
  }

  @Test(
    "at an edge is read as jansson does, or left to it",
    arguments: [
      "0", "-0", "-0.0", "-0e0", "0e999", "1e300", "1e308", "1e309", "-1e400", "1e-400",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
      "18446744073709551615", "18446744073709551616", "9999999999999999999",
      "0.9999999999999999999",
      "9007199254740993", "9007199254740993.0", "9007199254740993e0", "1.7976931348623157e308",
      "4.9e-324", "0.1000000000000000055511151231257827021181583404541015625", "1E5", "1e+5",
    ])
  func edges(text: String) {
    if let difference = difference(text) { Issue.record("\(difference)") }
  }

  @Test(
    "that is not valid JSON is rejected",
    arguments: ["01", "-", "1.", ".5", "+1", "1e", "1e+", "-01", "", "e5", "--1"])
  func none(text: String) {
    #expect(read(text).map { $0.end == text.utf8.count } != true)
  }
}
