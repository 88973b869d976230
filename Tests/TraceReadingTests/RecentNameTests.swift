import Testing
import TraceModel
import TraceReading

@Suite("A recent name") struct RecentNameTests {
  private static let name = "0123456789abcdef-0123"
  private static let longer = "0123456789abcdef-01234"

  /// The bytes of a text, as a batch holds them.
  private static func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8) + Array(repeating: 0, count: EventBatch.slack)
  }

  /// What is found at the start of a text, after names were read that a quote follows.
  private func recent(
    in text: String, after names: [String], forgetting: Bool = false
  ) -> (name: String, length: Int) {
    var table = NameTable()
    for name in names {
      Self.bytes("\(name)\",\"x\":1}").withUnsafeBytes {
        _ = table.internRecent(UnsafeRawBufferPointer(rebasing: $0[..<name.utf8.count]))
      }
      table.checkInvariants()
    }
    if forgetting { table.removeAll() }
    return Self.bytes(text).withUnsafeBytes {
      let (name, length) = table.recent(at: $0.baseAddress!, endedBy: UInt8(ascii: "\""))
      return (table.string(name), length)
    }
  }

  @Test(
    "is found by its bytes and the quote after them", arguments: [name, "Übersicht mit Ü", "a"])
  func found(name: String) {
    let found = recent(in: "\(name)\",\"x\":1}", after: ["zero", name, "another"])
    #expect(found.name == name && found.length == name.utf8.count)
  }

  @Test(
    "is not found for a text that differs",
    arguments: [
      "\(longer)\"", "\(name)", "0123456789abcdef-0124\"", "0123456789abcdef-012\"",
      "0123456789abcdef\"", "",
    ])
  func differs(text: String) {
    #expect(recent(in: text, after: [Self.name]).name == "")
  }

  @Test("gives way to another one with the same first bytes")
  func replaced() {
    let names = [Self.name, Self.longer]
    #expect(recent(in: "\(Self.longer)\"", after: names).name == Self.longer)
    #expect(recent(in: "\(Self.name)\"", after: names).name == "")
  }

  @Test("is forgotten with the names")
  func forgotten() {
    #expect(recent(in: "\(Self.name)\"", after: [Self.name], forgetting: true).name == "")
  }

  /// Sessions that mean something else, or nothing, if they are written without escapes.
  static let escaped = [
    (written: #"0123456789abcdef\"x"#, name: #"0123456789abcdef"x"#, wrongLine: 3),
    (written: #"0123456789abcdef\\n"#, name: #"0123456789abcdef\n"#, wrongLine: nil),
    (written: #"0123456789abcdef\\u0041"#, name: #"0123456789abcdef\u0041"#, wrongLine: nil),
  ]

  @Test("is not what escapes stand for", arguments: escaped)
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
    #expect(scanned.events.count == (sample.wrongLine == nil ? 5 : 0))
  }

  @Test("that is empty is no callback, whatever has an empty value")
  func empty() {
    let rest = #""x":"the same bytes follow""#
    let text = "{\"callback\":\"a\",\"session\":\"\",\(rest)}\n{\"callback\":\"\",\(rest)}\n"
    #expect(Reading(Array(text.utf8), Reading.Manner()).error?.position?.line == 2)
  }
}
