internal import TraceGrammar
internal import TraceModel

extension FindingCollector {
  /// The calls of the app's own that the platform could not have made where they came. Of several lifecycles that forbid one,
  /// the most severe rule counts.
  func ownCalls() -> [Finding] {
    var worst: [Int32: Finding] = [:]
    // One subject after the other, so that each word is judged once.
    let calls = Dictionary(grouping: slices.own, by: \.subject).sorted { $0.key < $1.key }
    for (index, calls) in calls {
      let subject = slices.subjects[Int(index)]
      for (number, machine) in slices.letters[subject.kind].machines.enumerated() {
        let runner = runs.runner(index, number)
        let run = runner.close()
        for (event, _) in calls where !plan.isPassedOn(store, event) {
          let item = store.events[Int(event)]
          let callback = CallbackID(Int(item.callback))
          let outcomes = plan.outcomes(store, item.row, role: subject.role)
          guard let symbol = machine.symbol(callback, outcomes) else { continue }
          let entry = runner.word.firstIndex(after: { $0.event <= event })
          let vector = run.vector(before: entry)
          var states = machine.costs.cheapestStates(vector)
          var rule: RuleID?
          if machine.costs.step(vector, symbol).rose {
            // What only calls that nobody recorded may have led to breaks no rule.
            states = machine.costs.kernel(vector)
            rule = machine.rule(symbol, in: states) ?? plan.unexpected
          } else {
            rule =
              machine.advices[symbol].first { states.allSatisfy($0.states.contains) }?.rule
            if rule == nil { continue }
          }
          var new = finding(
            rule, at: event, about: Int(index), machine.index, in: states, .own(run: number))
          new.edits = [Edit(callback: callback, event: event + 1, isInsertion: false)]
          quirks.apply(to: &new, role: subject.role)
          if worst[event].map({ $0.severity < new.severity }) ?? true { worst[event] = new }
        }
      }
      runs.forget()
    }
    return worst.sorted { $0.key < $1.key }.map(\.value)
  }
}
