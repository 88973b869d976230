import TestSupport
import Testing

/// The table of rules, facts and sources in the documentation is generated from the grammar, so it cannot get outdated.
@Suite("The table of rules in the documentation") struct RuleTableTests {
  @Test("is what the program prints for the built-in grammar")
  func table() {
    let path = "Sources/Tool/CallOrderKit/Documentation.docc/Rules.md"
    let page = Repository.text(path)
    let table = callorder("rules", "--format", "markdown").output
    #expect(table.contains("| `launch-order` |"))
    let introduction = page.prefix { $0 != "|" }
    expectFile(Array((introduction + table).utf8), at: path)
  }
}
