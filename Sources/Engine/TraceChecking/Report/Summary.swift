internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What a report says about a trace besides its findings. Each part is a function of what was judged.
struct Summary {
  let store: Store
  let plan: Plan
  let recording: Recording
  let options: CheckOptions
  let outcome: Outcome
  let unknown: UnknownCallbacks

  init(_ passes: Passes, _ outcome: Outcome) {
    (store, plan, recording) = (passes.store, passes.plan, passes.recording)
    (options, self.outcome) = (passes.options, outcome)
    unknown = UnknownCallbacks(store)
  }

  var grammar: Grammar { plan.grammar }
  /// The judgement of all subjects.
  var main: Judgement { outcome.main }

  /// Whether the user switched a rule off.
  func isOff(_ rule: RuleID) -> Bool {
    options.severities[grammar.rules[rule].id].map { $0 == nil } ?? false
  }

  // MARK: - Counts

  /// How many events there are, gap markers included.
  var eventCount: Int { store.events.count }

  /// How many subjects of each kind were seen, in the order of the grammar.
  var subjectCounts: [SubjectCount] {
    zip(grammar.subjects, main.slices.counts).map { .init(kind: $0.name, count: $1) }
  }

  /// By callback: how many events are calls of it, or notifications.
  var callbackCounts: [Int] {
    var counts = recording.counts
    if main.slices.doubts, recording.hasDoubtfulTimes {
      for event in store.events where event.doubt == .repeated && event.kind != .gap {
        counts[Int(event.callback)] -= 1
      }
    }
    return counts
  }

  // MARK: - The verdict

  /// The verdict, and the reason if it is inconclusive.
  func verdict(_ counts: SeverityCounts) -> (verdict: Verdict, reason: String?) {
    if counts.errors + counts.warnings > 0 { return (.violating, nil) }
    let reason =
      store.events.isEmpty
      ? "the trace has no events"
      : main.declared ?? several.first?.message ?? reasonOfNothing
    return reason.map { (.inconclusive, $0) } ?? (.conforming, nil)
  }

  /// Why nothing in the trace could be checked; nil if something was.
  private var reasonOfNothing: String? {
    if main.hasStepped.contains(true) || isJudgedByRules { return nil }
    return callbackCounts.contains { $0 > 0 }
      ? "no event concerns a lifecycle of the grammar"
      : "no event is one that the grammar knows"
  }

  /// Whether a rule that asks for no step of a lifecycle looked at an event.
  private var isJudgedByRules: Bool {
    let counts = callbackCounts
    return grammar.rules.indices.contains { rule in
      let form = grammar.rules[rule].form
      guard form.lifecycle == nil, !isOff(rule), hasMaterial(for: rule),
        recording.meets(grammar.rules[rule], grammar, on: store.statements.platform)
      else { return false }
      return form.callbacks(in: grammar)?.contains { counts[grammar.whole($0).index] > 0 } ?? false
    }
  }

  // MARK: - What the recording shows

  /// By name: the short names of the callbacks that came about some subjects.
  func shown(about names: Set<String>) -> [String: Set<String>] {
    let ids = Set(names.map(store.name))
    var shown: [String: Set<String>] = [:]
    for (index, subject) in main.slices.subjects.enumerated() where ids.contains(subject.name) {
      let letters = main.slices.letters[subject.kind].all
      for entry in main.slices.word(index) where entry.flags & Entry.isOwn != 0 {
        let callback = CallbackID(Int(letters[Int(entry.letter)].callback))
        shown[store.string(subject.name), default: []].insert(grammar.callbacks[callback].name)
      }
    }
    return shown
  }

  /// For each recorded role, by name: the short names of the callbacks that came for its subjects.
  var shownByRole: [String: Set<String>] {
    let seen = main.slices.callbacksByRole(store, plan)
    return Dictionary(
      uniqueKeysWithValues: seen.map { role, callbacks in
        (
          store.string(role),
          Set(callbacks.map { grammar.callbacks[$0].name })
        )
      })
  }
}
