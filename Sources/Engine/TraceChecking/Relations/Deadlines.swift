internal import TraceGrammar
internal import TraceModel

/// The rules on states that a subject must leave in time.
///
/// A state counts only if it is certain: no other is possible, and no finding about the subject waits to be explained. Only an
/// event of the same widest subject shows how late it is there.
struct Deadlines {
  private struct Deadline {
    var rule: RuleID
    var lifecycle: LifecycleID
    var states: [StateID]
    var seconds: Double
  }

  private let plan: Plan
  private let deadlines: [Deadline]

  init(_ plan: Plan) {
    self.plan = plan
    deadlines = plan.grammar.rules.numbered.compactMap { number, rule in
      guard let form = rule.form as? StepForm, let seconds = form.deadline else { return nil }
      return Deadline(
        rule: number, lifecycle: form.steppedLifecycle, states: form.states, seconds: seconds)
    }
  }

  /// The events that show that it is too late, with the subjects.
  /// - Parameter isLacking: whether to ask instead for states that would be certain if the recording showed every call.
  /// - Complexity: O(moves of the subjects + events that pass until a state is left or its time is over).
  func broken(_ runs: Runs, lacking isLacking: Bool = false) -> [Firing] {
    if deadlines.isEmpty { return [] }
    var firings: [Firing] = []
    let slices = runs.slices
    for index in slices.subjects.indices {
      for deadline in deadlines {
        let kind = plan.grammar.lifecycles[deadline.lifecycle].subject.index
        if slices.subjects[index].kind != kind { continue }
        firings += broken(deadline, Int32(index), runs, isLacking)
      }
    }
    return firings
  }

  private func broken(
    _ deadline: Deadline, _ subject: Int32, _ runs: Runs, _ isLacking: Bool
  ) -> [Firing] {
    let slices = runs.slices
    let kind = slices.subjects[Int(subject)].kind
    guard let number = plan.kinds[kind].lifecycles.firstIndex(of: deadline.lifecycle) else {
      return []
    }
    let runner = runs.runner(subject, number)
    let run = runner.close()
    let (moves, rises) = (run.moves, run.rises)
    let letters = slices.letters[kind]
    var firings: [Firing] = []
    for (place, move) in moves.enumerated() {
      let entry = runner.word[move.entry]
      // A fact may have come with the end of the trace.
      guard letters.all[Int(entry.letter)].fact == Letter.call,
        case let time = runs.store.start(Int(entry.event)), !time.isNaN,
        !runner.isUnsettled(before: move.entry + 1),
        runner.explainer.machine.costs.cheapestStates(move.vector).allSatisfy(
          deadline.states.contains)
          != isLacking,
        runner.explainer.machine.costs.kernel(move.vector).allSatisfy(deadline.states.contains),
        case let widest = slices.process[entry.event] ?? -1, widest >= 0
      else { continue }
      // The call that ends the wait in vain is told itself. If it begins the next wait as well, nothing moves.
      let rise = rises.firstIndex(after: { $0 <= move.entry })
      if rise < rises.count, place + 1 == moves.count || rises[rise] <= moves[place + 1].entry {
        continue
      }
      // The call that leaves the state comes too late, too, if it does. A fact is told before its event.
      var next = runs.store.events.count - 1
      if place + 1 < moves.count {
        let left = runner.word[moves[place + 1].entry]
        let isCall = letters.all[Int(left.letter)].fact == Letter.call
        next = min(Int(left.event) - (isCall ? 0 : 1), next)
      }
      let late = (Int(entry.event) + 1..<max(next + 1, Int(entry.event) + 1)).first {
        slices.process[Int32($0)] == widest && runs.store.start($0) > time + deadline.seconds
      }
      // What was lost, or may have been about it, may have left the state.
      guard let late,
        slices.isSeen(kind, after: entry.event, upTo: Int32(late - 1))
      else { continue }
      firings.append(
        Firing(
          rule: deadline.rule, event: Int32(late), subject: subject, related: entry.event,
          lifecycle: deadline.lifecycle, states: deadline.states))
    }
    return firings
  }
}
