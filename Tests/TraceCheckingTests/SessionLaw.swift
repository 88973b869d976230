import TestSupport
import TraceFindings
import TraceGrammar

/// The lifecycle of a session in a few lines, from what is known about UIKit, independent of the built-in grammar.
enum SessionLaw {
  static let callbacks = [
    "configurationForConnecting", "willConnect", "willEnterForeground", "didBecomeActive",
    "willResignActive", "didEnterBackground", "didDisconnect", "didDiscard",
  ]

  private enum State: Int, CaseIterable {
    case new, configured, connecting, inactive, active, background, unattached, discarded
  }

  private static let steps: [(State, String, State)] = [
    (.new, "configurationForConnecting", .configured), (.new, "willConnect", .connecting),
    (.new, "didDiscard", .discarded), (.configured, "willConnect", .connecting),
    (.configured, "didDiscard", .discarded),
    (.connecting, "willEnterForeground", .inactive),
    (.connecting, "didEnterBackground", .background), (.connecting, "didDisconnect", .unattached),
    (.inactive, "didBecomeActive", .active), (.inactive, "didEnterBackground", .background),
    (.inactive, "didDisconnect", .unattached), (.active, "willResignActive", .inactive),
    (.background, "willEnterForeground", .inactive), (.background, "didDisconnect", .unattached),
    (.unattached, "willConnect", .connecting), (.unattached, "didDiscard", .discarded),
  ]

  /// Calls that need a connected scene and change nothing.
  private static let neutral = [
    "openURLContexts", "performAction", "willContinue", "continue", "didFailToContinue",
    "didUpdate", "stateRestorationActivity", "restoreInteractionState",
  ]

  /// Calls that may come as long as the session exists.
  private static let questions = ["didUpdateEffectiveGeometry"]

  private static let all = callbacks + neutral + questions

  private static let grammar: Grammar = {
    let connected: [State] = [.connecting, .inactive, .active, .background]
    var transitions = steps.map { step in
      Lifecycle.Transition(
        from: StateID(step.0.rawValue), callback: CallbackID(all.firstIndex(of: step.1) ?? 0),
        to: StateID(step.2.rawValue))
    }
    for callback in CallbackID(callbacks.count)..<CallbackID(all.count) {
      let states =
        questions.contains(all[callback.index])
        ? State.allCases.filter { $0 != .discarded } : connected
      transitions += states.map {
        .init(from: StateID($0.rawValue), callback: callback, to: StateID($0.rawValue))
      }
    }
    let law = Lifecycle(
      name: "session", subject: 1,
      states: State.allCases.map { .init(name: "\($0)", isAccepting: true) },
      transitions: transitions, start: [State.new, .unattached].map { StateID($0.rawValue) },
      unknownStart: State.allCases.map { StateID($0.rawValue) },
      // Scenes end with their process.
      onParentBegin: State.allCases.map { state in
        switch state {
        case .new, .discarded: StateID(state.rawValue)
        default: StateID(State.unattached.rawValue)
        }
      })
    return Grammar(
      name: "Session", version: "1", subjects: [], callbacks: [], lifecycles: [law], rules: [])
  }()

  /// Judges one session of a trace whose events name session and process, with all launches recorded.
  static func judge(_ session: String, _ trace: [LifeEvent]) -> ReferenceJudgement {
    judge(word(session, trace))
  }

  /// Judges the repaired life: the cost is 0 if the repair is correct.
  ///
  /// An insertion before the first event of a process may belong to that process or to the one before.
  static func judge(
    _ session: String, _ trace: [LifeEvent], repairedBy violations: [Violation]
  ) -> ReferenceJudgement {
    let repairs = violations.filter { $0.subject == session && $0.lifecycle == "session" }
      .map(\.repair)
    let deleted = Set(repairs.flatMap { $0.deletions.map(\.event) })
    let insertions = repairs.flatMap(\.insertions)
    let judgements = [false, true].map { beforeFacts in
      var repaired: [Entry] = []
      for entry in word(session, trace) {
        let inserted = insertions.filter { $0.beforeEvent == entry.event }
          .map { Entry(event: 0, callback: $0.callback) }
        if entry.callback == nil {
          if beforeFacts { repaired += inserted }
          repaired.append(entry)
        } else {
          let isAfterFact = repaired.last.map { $0.callback == nil } ?? false
          if !(beforeFacts && isAfterFact) { repaired += inserted }
          if !deleted.contains(entry.event) { repaired.append(entry) }
        }
      }
      repaired += insertions.filter { $0.beforeEvent > trace.count }
        .map { Entry(event: 0, callback: $0.callback) }
      return judge(repaired)
    }
    return judgements.min { $0.cost < $1.cost } ?? ReferenceJudgement(cost: -1)
  }

  /// A call, or the beginning of a process (without a callback), with the number of its event.
  private struct Entry {
    var event: Int
    var callback: String?
  }

  private static func word(_ session: String, _ trace: [LifeEvent]) -> [Entry] {
    var word: [Entry] = []
    var process: Int?
    for (index, event) in trace.enumerated()
    where event.session == session || event.sessions.contains(session) {
      if let process, process != event.process {
        word.append(Entry(event: index + 1, callback: nil))
      }
      process = event.process
      word.append(Entry(event: index + 1, callback: event.callback))
    }
    return word
  }

  private static func judge(_ word: [Entry]) -> ReferenceJudgement {
    let law = grammar.lifecycles[0]
    var life = ReferenceLife(lifecycle: 0, start: law.start)
    life.word = word.map { entry in
      guard let callback = entry.callback else { return .fact(law.onParentBegin.table { [$0] }) }
      return .call(
        CallbackID(all.firstIndex(of: callback) ?? all.count), event: entry.event)
    }
    return life.judge(grammar, complete: false)
  }
}
