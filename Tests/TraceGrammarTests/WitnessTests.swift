import GrammarWitnesses
import TestSupport
import Testing
import TraceModel
import TraceGrammar

@Suite("The witnesses of a grammar")
struct WitnessTests {
  @Test("are the shortest words that break and keep each rule of the example")
  func example() throws {
    let grammar = try #require(Grammar.parse(exampleText).grammar)
    let lines = grammar.witnesses().map { witness in
      """
      \(witness.rule)
        breaks: \(witness.breaking?.description ?? "-")
        keeps:  \(witness.keeping?.description ?? "-")

      """
    }
    expectSnapshot(Array(lines.joined().utf8), named: "tcp-witnesses.txt")
  }

  @Test("are not searched in too many sets of states")
  func tooManySets() throws {
    /// The sets of states record in which of the last calls `a` came, so there are very many.
    func parsed(_ count: Int) -> Grammar? {
      let steps = (0..<count).map { "  x\($0) -> a x\($0 + 1) | b x\($0 + 1)\n" }
      let text = """
        grammar Large "1.0" {}
        subject s { member "m" }
        callback a about s {}
        callback b about s {}
        lifecycle l about s {
          still -> a still | b still | a x0
        \(steps.joined())  x\(count) -> a still
        }
        rule never error in l { on a in x\(count) title "t" message "m" }
        """
      return Grammar.parse(Array(text.utf8)).grammar
    }
    let few = try #require(parsed(4)).witnesses()[0]
    #expect(few.breaking == nil && few.isExhaustive)
    let many = try #require(parsed(24)).witnesses()[0]
    #expect(many.breaking == nil && !many.isExhaustive)
  }

  @Test("use a silent beginning if no call leads to the rule's states")
  func silentBeginning() throws {
    let text =
      DiagnosticCase.sound + """
        lifecycle l about wire {
          fresh -> open live
          live -> close fresh
          left -> ping fresh
          when host begins: live become left
        }
        rule r error in l {
          on close in left
          \(DiagnosticCase.words)
        }
        """
    let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
    let witness = try #require(grammar.witnesses().first { $0.rule == "r" })
    #expect(witness.breaking?.steps == [.call("open"), .beginning("host"), .call("close")])
    #expect(witness.breaking?.start == ["fresh"])
    #expect(witness.breaking?.isStartKnown == true)
    #expect(witness.keeping?.steps == [.call("open"), .call("close")])
  }

  @Test("use the unknown start if the known one does not lead to the rule")
  func unknownStart() throws {
    let text =
      DiagnosticCase.sound + """
        lifecycle l about wire {
          unknown lost
          fresh -> open fresh | close fresh
          lost -> open fresh
        }
        rule r error in l {
          on close in lost
          \(DiagnosticCase.words)
        }
        """
    let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
    let witness = try #require(grammar.witnesses().first { $0.rule == "r" })
    #expect(
      witness.breaking
        == .init(lifecycle: "l", start: ["lost"], isStartKnown: false, steps: [.call("close")]))
  }

  @Test("are as short as found by trying every word", arguments: 0..<40)
  func asShortAsBruteForce(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let law = randomLaw(using: &random)
      for callback in CallbackID.all(3) {
        for state in law.states.indices {
          let rule = Rule(
            id: "r", severity: .error,
            form: StepForm(lifecycle: 0, callbacks: [callback], states: [state]), title: "",
            message: "")
          let grammar = Grammar(
            name: "Random", version: "1", subjects: [SubjectKind(name: "s", member: "s")],
            callbacks: (0..<3).map { Callback(name: "c\($0)", subject: 0) }, lifecycles: [law],
            rules: [rule])
          let witness = grammar.witnesses()[0]
          let expected = lengths(of: law, callback, state)
          // Words from the unknown start, or with uncertain states, are used only if there is no other.
          if let breaking = expected.breaking {
            #expect(witness.breaking?.steps.count == breaking, "seed \(seed)")
          }
          if let keeping = expected.keeping {
            #expect(witness.keeping?.steps.count == keeping, "seed \(seed)")
          }
        }
      }
    }
  }

  /// Up to four states and three callbacks; some states have two steps for one callback.
  private func randomLaw(using random: inout SeededGenerator) -> Lifecycle {
    let count = Int.random(in: 2...4, using: &random)
    var transitions: [Lifecycle.Transition] = []
    for from in StateID.all(count) {
      for callback in CallbackID.all(3) {
        for to in StateID.all(count) where Int.random(in: 0..<5, using: &random) == 0 {
          transitions.append(.init(from: from, callback: callback, to: to))
        }
      }
    }
    let start = StateID.all(count).filter { $0 == 0 || Int.random(in: 0..<4, using: &random) == 0 }
    return Lifecycle(
      name: "l", subject: 0,
      states: (0..<count).map { .init(name: "s\($0)", isAccepting: true) },
      transitions: transitions, start: start, unknownStart: Array(StateID.all(count)),
      onParentBegin: Array(StateID.all(count)))
  }

  /// The lengths of the shortest words of at most five calls that break and that keep the rule for
  /// a callback in a state, found by trying them all.
  private func lengths(
    of law: Lifecycle, _ callback: CallbackID, _ state: StateID
  ) -> (breaking: Int?, keeping: Int?) {
    var breaking: Int?
    var keeping: Int?
    var words: [(states: Set<StateID>, isClean: Bool)] = [(Set(law.start), true)]
    guard law.transitions.contains(where: { $0.callback == callback }) else { return (nil, nil) }
    for length in 1...5 {
      var longer: [(states: Set<StateID>, isClean: Bool)] = []
      for word in words {
        for call in CallbackID.all(3) {
          let after = Set(
            law.transitions.filter { $0.callback == call && word.states.contains($0.from) }
              .map(\.to))
          let breaks = call == callback && word.states == [state]
          if breaks, breaking == nil { breaking = length }
          guard !after.isEmpty else { continue }
          if call == callback, !breaks, word.isClean, keeping == nil { keeping = length }
          longer.append((after, word.isClean && !breaks))
        }
      }
      words = longer
    }
    return (breaking, keeping)
  }
}
