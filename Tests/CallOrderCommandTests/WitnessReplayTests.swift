import GrammarWitnesses
import Testing
import TraceGrammar
import TraceJSON
import TraceModel

@testable import CallOrderCommand

@Suite("The words of witnesses") struct WitnessReplayTests {
  @Test(
    "break their rules as recordings, and keep them", arguments: ShippedGrammar.all.map(\.name))
  func replay(_ name: String) throws {
    let grammar = try #require(ShippedGrammar.named(name)).grammar()
    let player = ExamplePlayer(grammar)
    for (rule, witness) in zip(grammar.rules, grammar.witnesses()) {
      if let word = witness.breaking {
        let tried = player.breaking(.init(word, in: grammar), rule)
        #expect(
          tried.isFound, "\(rule.id) is not broken by \(word.description): \(tried.outcomes.text)")
      }
      if let word = witness.keeping {
        let tried = player.keeping(.init(word, in: grammar), rule)
        #expect(
          tried.isFound, "\(rule.id) is not kept by \(word.description): \(tried.outcomes.text)")
      }
    }
  }

  @Test("every rule of a shipped grammar has a legal and an illegal example")
  func examples() {
    for rule in ShippedGrammar.all.flatMap({ $0.grammar().rules }) {
      #expect(Set(rule.examples.map(\.isLegal)) == [true, false], "\(rule.id)")
    }
  }
}

extension [ExamplePlayer.Outcome] {
  fileprivate var text: String {
    map { "\($0.rules): \(String(decoding: $0.recording, as: UTF8.self))" }.joined(separator: "\n")
  }
}

extension ExamplePlayer.Word {
  fileprivate init(_ word: RuleWitness.Word, in grammar: Grammar) {
    func call(_ name: String, _ members: [String: JSONValue] = [:]) -> ExamplePlayer.Step {
      .call(grammar.callbacks.firstIndex { $0.name == name } ?? 0, members)
    }
    let steps = word.steps.map { step -> ExamplePlayer.Step in
      switch step {
      case .call(let name): call(name)
      case .lastingCall(let name, let seconds): call(name, ["duration": .real(seconds)])
      case .valuedCall(let name, let member, let value): call(name, [member: .string(value)])
      case .notification(let name): call(name, ["kind": .string("notification")])
      case .pause(let seconds): .pause(seconds: seconds)
      case .beginning: .beginning
      case .end: .end
      }
    }
    self.init(
      steps, of: grammar.lifecycles.firstIndex { $0.name == word.lifecycle },
      isStartKnown: word.isStartKnown)
  }
}
