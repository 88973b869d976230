import Testing

@testable import CallOrderCommand

@Suite("Color") struct ColorTests {
  struct Row: CustomTestStringConvertible {
    var choice: ColorChoice
    var variables: [String: String]
    var isTerminal: Bool
    var expected: Bool
    var testDescription: String { "\(choice) \(variables) terminal: \(isTerminal)" }

    init(_ choice: ColorChoice, _ variables: [String: String], _ isTerminal: Bool, _ expected: Bool)
    {
      (self.choice, self.variables, self.isTerminal) = (choice, variables, isTerminal)
      self.expected = expected
    }
  }

  static let xterm = ["TERM": "xterm-256color"]

  static let rows: [Row] = [
    Row(.auto, xterm, true, true),
    Row(.auto, xterm, false, false),
    Row(.auto, [:], true, false),
    Row(.auto, ["TERM": "dumb"], true, false),
    Row(.auto, ["TERM": "dumb", "CLICOLOR_FORCE": "1"], false, true),
    Row(.auto, ["CLICOLOR_FORCE": "1"], false, true),
    Row(.auto, ["FORCE_COLOR": "1"], false, true),
    Row(.auto, ["CLICOLOR_FORCE": "0"], false, false),
    Row(.auto, ["CLICOLOR_FORCE": ""], false, false),
    Row(.auto, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
    Row(.auto, ["TERM": "xterm", "NO_COLOR": ""], true, true),
    Row(.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1", "FORCE_COLOR": "1"], false, false),
    Row(.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true),
    Row(.never, ["CLICOLOR_FORCE": "1", "TERM": "xterm"], true, false),
  ]

  @Test("the option wins, then NO_COLOR, then force, then the terminal", arguments: rows)
  func table(row: Row) {
    #expect(
      row.choice.isOn(variables: row.variables, isTerminal: row.isTerminal) == row.expected)
  }

  @Test("a list of rules is the same with and without color, except for the escapes")
  func sameText() {
    let plain = callorder(["rules"], variables: Self.xterm, isTerminal: false).output
    let colored = callorder(["rules"], variables: Self.xterm, isTerminal: true).output
    #expect(colored.contains("\u{1B}["))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(callorder("rules", "--color", "always").output == colored)
  }
}
