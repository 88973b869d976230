import TestSupport
import Testing
import TraceJSON
import TraceModel

@testable import TraceReading

/// What was learned from earlier events changes nothing: the result is the same as by jansson.
@Suite("An event like others") struct SimilarEventTests {
  /// Values that follow each other in the same place, each ordinary or not.
  private static let pools: [[String]] = [
    [#""0123456789abcdef""#, #""0123456789abcde""#, #""0123456789abcdef0""#, #""x""#, #""é""#],
    [#""a\/b""#, #""a\"""#, #""a\u0041""#, #""a""#, #""ab""#, "1", "null", #""""#],
    ["0", "7", "12", "1234567", "12345678", "123456789", "-1", "-0", "1e2", "1.5", "01", "9."],
    ["1760000000.123000", "1760000001.123000", "1760000001.12300", "176000000a.123000"],
    ["1760000000.12e000", "1760000000.123000e1", "1760000000.1230001", "0760000000.123000"],
    [
      "0.00", "0.01", "12.34", "00.00", "1.0e1", "-1.00", "1.00.", "3", "\"x\"", "null", "1.",
      ".50",
    ],
    ["9007199254740992", "9007199254740993", "900719925474099.3", "99999999.99999999"],
    [#""2026-11-22T09:41:00.120Z""#, #""2026-11-22T09:41:60Z""#, #""2026-11-22T24:00:00Z""#],
    [#""2026-11-22T09:41:00+01:00""#, #""2026-11-22T09:41:00.Z""#, #""2026-11-22T09:41:00Z ""#],
    [#""2026-11-22 09:41:00Z""#, #""2026-11-22T09-41-00Z""#, #""2026-02-30T09:41:00Z""#],
    [#""2026-11-22T09:41:00.123456789012345Z""#, #""2026-11-22T09:41:00.1234567890123456Z""#],
    [#""2026-11-22T0""#, #""2026-11-2""#, #""2026-11-22T09:41:00z""#, #""2026-11-22T""#],
    ["{}", #"{"a":1}"#, #"{"a":1,"a":2}"#, "[1,2]", "[", "true", "false", "tru"],
  ]

  /// A value for the next event, seldom one of another kind.
  private static func value(_ place: Int, using random: inout SeededGenerator) -> String {
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    let usual: String
    switch place % 6 {
    case 0: usual = "\"\(String(repeating: "n", count: Int.random(in: 1...40, using: &random)))\""
    case 1:
      usual =
        "\(Int.random(in: 0...2_000, using: &random)).\(Int.random(in: 10...99, using: &random))"
    case 2:
      let minute = Int.random(in: 10...70, using: &random)
      usual =
        "\"2026-11-2\(chance(9) ? 3 : 2)T09:\(minute):0\(Int.random(in: 0...9, using: &random))Z\""
    case 3:
      let length = Int.random(in: 0...70, using: &random)
      usual =
        "\"\(String(repeating: "p", count: length))-\(Int.random(in: 0...20, using: &random))\""
    case 4: usual = "\(Int.random(in: 0...20_000_000, using: &random))"
    default:
      usual = "\"\(chance(2) ? "same" : "0x\(Int.random(in: 4_000...9_000, using: &random))")\""
    }
    if !chance(40) { return usual }
    return pools.randomElement(using: &random)?.randomElement(using: &random) ?? usual
  }

  private static func text(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let names = ["callback", "time", "session", "x", "process", "scene", "attribute", "y"]
    let members = names.filter { $0 == "callback" || Int.random(in: 0...2, using: &random) > 0 }
    let places = members.map { name in
      switch name {
      case "callback": 0
      case "time": Int.random(in: 1...2, using: &random)
      case "session", "scene", "process": [0, 4, 5].randomElement(using: &random) ?? 0
      default: Int.random(in: 0...5, using: &random)
      }
    }
    var text = ""
    for _ in 0..<Int.random(in: 2...60, using: &random) {
      let pairs = zip(members, places).map { "\"\($0)\":\(value($1, using: &random))" }
      text += "{\(pairs.joined(separator: ","))}\n"
    }
    // The end of the bytes may be anywhere, above all in the last event.
    let cut =
      Int.random(in: 0...3, using: &random) == 0 ? Int.random(in: 0...60, using: &random) : 0
    return Array(text.utf8.dropLast(cut))
  }

  @Test("is read as jansson does, whatever its values are and wherever it ends")
  func sameAsJansson() {
    for seed in 1...4_000 as ClosedRange<UInt64> {
      let text = Self.text(seed: seed)
      var manner = Reading.Manner()
      let scanned = Reading(text, manner)
      manner.usesScanner = false
      if let difference = scanned.difference(from: Reading(text, manner)) {
        Issue.record("seed \(seed): \(difference)\n\(legible(text))")
        return
      }
    }
  }

  @Test("may follow any value with any other", arguments: pools.indices)
  func pairs(index: Int) {
    let values = Self.pools[index] + ["1.25", #""2026-11-22T09:41:00Z""#, #""ordinary""#]
    for name in ["callback", "time", "session", "x"] {
      for (first, second) in values.flatMap({ first in values.map { (first, $0) } }) {
        let rest = name == "callback" ? "" : #","callback":"a""#
        let lines = [first, first, second, first, second, second].map {
          "{\"\(name)\":\($0)\(rest)}"
        }
        for end in ["", "\n"] {
          let text = Array((lines.joined(separator: "\n") + end).utf8)
          var manner = Reading.Manner()
          let scanned = Reading(text, manner)
          manner.usesScanner = false
          #expect(scanned.difference(from: Reading(text, manner)) == nil, "\(legible(text))")
        }
      }
    }
  }

  @Test("has no name twice, however it is spelled and spaced, and whatever was learned before")
  func names() {
    var random = SeededGenerator(seed: 17)
    let names = [
      "session", "x", String(repeating: "n", count: 27), String(repeating: "m", count: 40),
      "\\u0078",
    ]
    var (rejected, accepted) = (0, 0)
    for _ in 0..<6_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let space = String(
            repeating: " ", count: [0, 0, 1, 9].randomElement(using: &random) ?? 0)
          return ",\"\(names.randomElement(using: &random) ?? "")\"\(space):\"v\""
        }
        text += "{\"callback\":\"a\"\(members.joined())}\n"
      }
      var manner = Reading.Manner()
      let scanned = Reading(Array(text.utf8), manner)
      manner.usesScanner = false
      let reference = Reading(Array(text.utf8), manner)
      #expect(scanned.difference(from: reference) == nil, "\(text)")
      if reference.error == nil { accepted += 1 } else { rejected += 1 }
    }
    #expect(accepted > 500 && rejected > 500)
  }

  /// Sessions that mean something else, or nothing, if they are written without escapes.
  static let escaped = [
    (written: #"0123456789abcdef\"x"#, name: #"0123456789abcdef"x"#, wrongLine: 3),
    (written: #"0123456789abcdef\\n"#, name: #"0123456789abcdef\n"#, wrongLine: nil),
    (written: #"0123456789abcdef\\u0041"#, name: #"0123456789abcdef\u0041"#, wrongLine: nil),
  ]

  @Test("is not what its escapes stand for", arguments: escaped)
  func escapes(sample: (written: String, name: String, wrongLine: Int?)) {
    let lines = [sample.written, sample.written, sample.name, sample.name, sample.written].map {
      "{\"callback\":\"a\",\"session\":\"\($0)\"}\n"
    }
    var manner = Reading.Manner()
    let scanned = Reading(Array(lines.joined().utf8), manner)
    manner.usesScanner = false
    let parsed = Reading(Array(lines.joined().utf8), manner)
    #expect(scanned.difference(from: parsed) == nil)
    #expect(scanned.error?.position?.line == sample.wrongLine)
    #expect(scanned.events.count == (sample.wrongLine == nil ? 5 : 2))
  }

  @Test("has a callback that is not empty, whatever else is")
  func empty() {
    let rest = #""x":"the same bytes follow""#
    let text = "{\"callback\":\"a\",\"session\":\"\",\(rest)}\n{\"callback\":\"\",\(rest)}\n"
    #expect(Reading(Array(text.utf8), Reading.Manner()).error?.position?.line == 2)
  }
}
