import Testing
import TraceJSON

@Suite("A JSON value") struct JSONValueTests {
  @Test("is read and written by jansson, with its members in order")
  func roundTrip() throws {
    let text = #"{"b":1,"a":[true,null,-2.5,"é\"\\\u0001"],"c":{}}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value.members?.map(\.name) == ["b", "a", "c"])
    #expect(value["a"]?.array?[2].number == -2.5)
    #expect(String(decoding: value.serialized(indentation: nil), as: UTF8.self) == text)
  }

  @Test(
    "is rejected where jansson rejects it, with the position",
    arguments: [
      (#"{"a":1,"a":2}"#, 1), ("[1,\n2,]", 2), ("[1e400]", 1), ("[99999999999999999999]", 1),
      ("[\"\\u0000\"]", 1), ("[\"\u{7}\"]", 1), ("nul", 1),
    ])
  func refused(text: String, line: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.isTruncation == false)
  }

  @Test("is reported if it ends too early")
  func truncated() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[1, {".utf8)) }
    #expect(error?.isTruncation == true)
  }

  @Test(
    "is written without characters that a terminal may obey or that hide text, and read back equal")
  func unseen() throws {
    func isUnseen(_ value: UInt32) -> Bool {
      switch value {
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    var wrong: [UInt32] = []
    for number in 1...0x2FFF as ClosedRange<UInt32> {
      let scalar = try #require(Unicode.Scalar(number))
      let value = JSONValue.object([.init("n\(scalar)", .string("\(scalar)é\(scalar)\(scalar)"))])
      for indentation in [nil, 2] {
        let text = value.serialized(indentation: indentation)
        let written = String(decoding: text, as: UTF8.self).unicodeScalars
        if try JSONValue(parsing: text) != value
          || written.contains(where: { isUnseen($0.value) && $0 != "\n" })
          || !isUnseen(number) && !written.contains(scalar)
        {
          wrong.append(number)
        }
      }
    }
    #expect(wrong == [])
  }

  @Test("must be valid UTF-8")
  func encoding() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
  }
}
