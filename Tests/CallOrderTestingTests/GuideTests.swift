import TestSupport
import Testing

@Suite("The guide for tests") struct TestingGuideTests {
  @Test("shows the code that is compiled and run here")
  func code() {
    let page = "Sources/Tool/CallOrderKit/Documentation.docc/TestingAnApp.md"
    let blocks = Repository.codeBlocks(of: page).filter { $0.language == "swift" }.map(\.code)
    let example = Repository.text("Tests/CallOrderTestingTests/GuideExample.swift")
    #expect(blocks.joined(separator: "\n") == example)
  }
}
