import Testing
import TraceModel

@testable import TraceGrammar

/// Scenarios of a program, for coverage.
@Suite("Scenarios") struct ScenarioTests {
  private static func parse(_ scenarios: String) -> (grammar: Grammar?, messages: [String]) {
    let text = """
      grammar Doors "1" {}
      subject house { member "house" }
      subject door within house { member "door" }
      callback build about house {}
      callback open about door {}
      callback close about door {}
      group moves = open, close
      lifecycle standing about house {
        state none "There is no house"
        state built "There is a house"
        start none
        unknown none, built
        none -> build built
      }
      lifecycle life about door {
        state closed "The door is closed"
        state opened "The door is open"
        start closed
        unknown closed, opened
        closed -> open opened
        opened -> close closed
      }
      rule r error in life {
        on open in opened
        title "t"
        message "m"
      }
      \(scenarios)
      """
    let parsed = Grammar.parse(Array(text.utf8))
    return (parsed.grammar, parsed.diagnostics.map(\.message))
  }

  @Test("a scenario is a call in a state, a call, or several subjects")
  func forms() throws {
    let parsed = Self.parse(
      """
      scenario again "It opens again" {
        on open in closed of life
        do "Open it."
      }
      scenario moved "It moves" { on moves do "Move it." }
      scenario two "Two doors" { several door do "Add one." }
      """)
    let grammar = try #require(parsed.grammar, "\(parsed.messages)")
    #expect(grammar.scenarios.map(\.id) == ["again", "moved", "two"])
    #expect(
      grammar.scenarios.map(\.sign) == [
        .calls(callbacks: [1], lifecycle: 1, states: [0]),
        .calls(callbacks: [1, 2], lifecycle: nil, states: []), .several(subject: 1),
      ])
    #expect(grammar.scenarios[0].title == "It opens again")
    #expect(grammar.scenarios[0].action == "Open it.")
    // Coverage starts with the subject that is within a wider one.
    #expect(grammar.leadingLifecycle == 1)
  }

  @Test("a scenario may name a case, and a state may name an optional feature")
  func casesAndParts() throws {
    let parsed = Self.parse(
      """
      case flung of open where force > 3
      scenario fast "It flies open" { on flung do "Push it." }
      lifecycle lock about door {
        optional bolted, chained "Locks"
        free -> close bolted
        bolted -> open chained
        chained -> open free
      }
      """)
    let grammar = try #require(parsed.grammar, "\(parsed.messages)")
    let flung = try #require(grammar.callbacks.firstIndex { $0.name == "flung" })
    #expect(grammar.casesOfScenarios == [flung])
    #expect(
      grammar.scenarios.map(\.sign) == [.calls(callbacks: [flung], lifecycle: nil, states: [])])
    #expect(grammar.lifecycles[2].states.map(\.part) == [nil, "Locks", "Locks"])
  }

  @Test(
    "a case stands for itself, and may only depend on values",
    arguments: [
      (
        "case flung of open where force > 3\n"
          + "scenario s \"S\" { on flung in closed of life do \"d\" }",
        "'flung' is a case; a callback has to be named here"
      ),
      (
        "case again of open while life in closed\nscenario s \"S\" { on again do \"d\" }",
        "case 'again' asks for a state; a scenario names its state after 'in'"
      ),
      (
        "lifecycle lock about door { optional shut \"Locks\"\n free -> close bolted }",
        "lifecycle 'lock' has no state 'shut'"
      ),
    ])
  func mistakesOfCases(text: String, message: String) {
    let parsed = Self.parse(text)
    #expect(parsed.grammar == nil)
    #expect(parsed.messages.contains(message))
  }

  @Test(
    "what is missing or unknown is reported",
    arguments: [
      ("{ on open }", "scenario 's' lacks the clause 'do'"),
      (
        "{ do \"d\" }",
        "scenario 's' lacks a clause such as 'on CALLBACK'"
      ),
      ("{ on opne do \"d\" }", "no callback or group is named 'opne'"),
      ("{ on open in ajar of life do \"d\" }", "lifecycle 'life' has no state 'ajar'"),
      ("{ on open in closed of live do \"d\" }", "no lifecycle is named 'live'"),
      ("{ several dor do \"d\" }", "no subject is named 'dor'"),
      ("{ on open on close do \"d\" }", "the clause 'on' is written twice"),
      (
        "{ on open do \"d\" }\nscenario s \"S\" { on open do \"d\" }",
        "scenario 's' is declared twice"
      ),
    ])
  func mistakes(body: String, message: String) {
    let parsed = Self.parse("scenario s \"S\" \(body)")
    #expect(parsed.grammar == nil)
    #expect(parsed.messages == [message])
  }
}
