import CallOrderKit
import Foundation
import TestSupport
import Testing

@Suite("The recorder's guide") struct RecorderGuideTests {
  @Test(
    "shows code that is compiled here",
    arguments: ["Sources/CallOrderRecorder/Documentation.docc/RecordAnApp.md", "README.md"])
  func code(page: String) throws {
    let pieces = try text("Tests/CallOrderRecorderTests/GuidePieces.swift")
    let isGuide = page != "README.md"
    let blocks = try text(page).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { isGuide || $0.contains("import CallOrderRecorder") }
    #expect(blocks.count >= (isGuide ? 10 : 1))
    for block in blocks {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).filter {
        !$0.hasPrefix("import ") && $0 != "@main"
      }
      let code = lines.joined(separator: "\n")
        .replacing("@objc(CallOrderRecording)\n", with: "").replacing("@objc ", with: "")
        .trimmingCharacters(in: .newlines)
      #expect(pieces.contains(code), "\(page) has other code:\n\(code)")
    }
  }

  @Test("says of every method that it names how the grammar spells it")
  func methods() throws {
    let page = try text("Sources/CallOrderRecorder/Documentation.docc/RecordAnApp.md")
    let rows = page.split(separator: "\n").filter {
      $0.hasPrefix("| `") && $0.contains("CallOrder.record")
    }
    #expect(rows.count > 4)
    let known = Set(
      Grammar.uiScene().callbacks.flatMap(\.swift))
    for row in rows {
      let methods = row.split(separator: "|")[0].split(separator: "`").filter { $0.contains("(_:") }
      for method in methods { #expect(known.contains(String(method)), "\(method)") }
    }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(path)), as: UTF8.self)
  }
}
