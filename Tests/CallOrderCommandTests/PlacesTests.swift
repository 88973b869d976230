import Foundation
import TestSupport
import Testing

/// Lines and columns, counted as editors do.
@Suite("Positions") struct PlacesTests {
  private func places(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a")
    return callorder("check", "a", "--format", "concise", in: folder).output.split(separator: "\n")
      .map { $0.split(separator: " ")[0].dropFirst(2).dropLast().description }
  }

  @Test("of violations are the same with any line end and with a byte order mark")
  func lineEnds() throws {
    let unix = Traces.error + "\n"
    #expect(try places(unix) == ["2:1"])
    let windows = unix.replacing("\n", with: "\r\n")
    for text in [windows, "\u{FEFF}" + unix, "\u{FEFF}" + windows, Traces.error] {
      #expect(try places(text) == ["2:1"])
    }
    #expect(try places("\r\n\r\n" + windows) == ["4:1"])
  }

  @Test("of malformed text count Unicode scalars from 1, a tab as one, and no byte order mark")
  func columns() throws {
    let fault = #""time": "soon"}"#
    for before in [
      #"{"callback": "a", "#, "\t\t{\"callback\":\t\"a\",\t", #"{"callback": "日本語", "#,
      "{\"callback\": \"e\u{301}\u{1F469}\u{200D}\u{1F4BB}\", ",
    ] {
      let column = before.unicodeScalars.count + #""time": "#.count + 1
      #expect(try places(before + fault) == ["1:\(column)"], "\(before)")
      #expect(try places("\u{FEFF}" + before + fault) == ["1:\(column)"], "mark, \(before)")
      let second = #"{"callback": "a"}"# + "\r\n" + before + fault
      #expect(try places(second) == ["2:\(column)"], "\(before)")
      #expect(try places("\u{FEFF}" + second) == ["2:\(column)"], "\(before)")
      let list = "\u{FEFF}[\r\n\(before)\(fault)\r\n]"
      #expect(try places(list) == ["2:\(column)"], "list, \(before)")
    }
  }

  @Test("are the same in SARIF and in annotations as in the text")
  func formats() throws {
    let folder = try TemporaryFolder()
    try folder.write("\u{FEFF}" + #"{"callback": "é", "time": "soon"}"#, to: "a")
    let github = callorder("check", "a", "--format", "github", in: folder).output
    #expect(github.contains("file=a,line=1,col=27::"), "\(github)")
    let sarif = callorder("check", "a", "--format", "sarif", in: folder).output
    #expect(sarif.contains("\"startColumn\": 27"), "\(sarif)")
  }
}
