import TestSupport
import Testing

@Suite("The guide for tests") struct TestingGuideTests {
  @Test("shows the code that is compiled and run here")
  func code() throws {
    let page = try text("Sources/Tool/CallOrderKit/Documentation.docc/TestingAnApp.md")
    let blocks = page.components(between: "```swift\n", and: "```")
    #expect(
      blocks.joined(separator: "\n") == (try text("Tests/CallOrderTestingTests/GuideExample.swift"))
    )
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(path)), as: UTF8.self)
  }
}

extension String {
  fileprivate func components(between start: String, and end: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let opening = rest.firstRange(of: start) {
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: end) else { break }
      parts.append(String(rest[..<closing.lowerBound]))
      rest = rest[closing.upperBound...]
    }
    return parts
  }
}
