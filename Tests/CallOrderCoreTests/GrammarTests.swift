import CallOrderCore
import Testing

/// A grammar as seen by users who import only `CallOrderCore`.
@Suite("The parts of a grammar") struct GrammarTests {
  @Test("refer to each other by ids, which index the lists of the grammar")
  func ids() throws {
    let grammar = Grammar.uiScene()
    let session: LifecycleID = try #require(grammar.leadingLifecycle)
    let lifecycle = grammar.lifecycles[session]
    #expect(grammar.subjects[lifecycle.subject].name == "session")
    let connect = try #require(grammar.callbacks.firstIndex { $0.name == "willConnect" })
    let step = try #require(lifecycle.transitions.first { $0.callback == connect })
    #expect(lifecycle.states[step.to].name == "connecting")
    #expect(grammar.callbacks[CallbackID(connect.index)] == grammar.callbacks[connect])
    for (rule, id) in zip(grammar.rules, grammar.rules.indices) {
      #expect(grammar.rules[id].id == rule.id)
    }
  }
}
