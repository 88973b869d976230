internal import TraceGrammar
internal import TraceModel

/// Finds the known deviations of the platform that excuse a finding.
struct Quirks {
  private let plan: Plan
  private let store: Store
  /// The callbacks that the recording shows; nil for all.
  let shown: RecordedCallbacks?
  private let followers: [Set<CallbackID>]
  /// Whether one of them excuses a rule.
  private let excuses: IDArray<RuleID, Bool>
  /// By kind: the lifecycles that some ask about, by their places among those of the kind.
  let asked: [[Int]]

  init(_ plan: Plan, _ store: Store, _ machines: Machines) {
    (self.plan, self.store) = (plan, store)
    let shown = machines.isWhole ? nil : machines.shown
    self.shown = shown
    let grammar = plan.grammar
    let rules = Set(grammar.quirks.map(\.rule))
    excuses = IDArray(grammar.rules.indices.map(rules.contains))
    let lifecycles = Set(grammar.quirks.compactMap(\.condition?.lifecycle))
    asked = plan.kinds.map { kind in
      kind.lifecycles.indices.filter { lifecycles.contains(kind.lifecycles[$0]) }
    }
    followers = grammar.quirks.map { quirk in
      guard let shown, let form = grammar.rules[quirk.rule].form as? StepForm else { return [] }
      let lifecycle = grammar.lifecycles[form.steppedLifecycle]
      let reached = Set(
        lifecycle.transitions.filter {
          $0.from != $0.to && quirk.callbacks.contains($0.callback) && shown.isSilent($0.callback)
        }.map(\.to))
      return Set(lifecycle.transitions.filter { reached.contains($0.from) }.map(\.callback))
    }
  }

  /// Makes a note of a finding that is a known deviation.
  /// - Parameters:
  ///   - role: the role of who recorded the event; found out only where a deviation depends on it.
  ///   - later: what the repair removes after the event; found out like the role.
  ///   - needsMore: whether the repair inserts calls as well.
  ///   - holds: whether the subject was in one of some states of a lifecycle.
  func apply(
    to finding: inout Finding, role: @autoclosure () -> UInt32,
    later: @autoclosure () -> [CallbackID] = [],
    needsMore: Bool = false, holds: (LifecycleID, [StateID]) -> Bool = { _, _ in false }
  ) {
    guard let rule = finding.rule, excuses[rule] else { return }
    let (states, callback) = (finding.states, CallbackID(Int(finding.callback)))
    let row = store.events[Int(finding.event) - 1].row
    let platform = store.statements.platform
    let quirks = plan.grammar.quirks
    // If the caller is not recorded, it is the one with the name of the delegate, or else of the class in the spelling
    // or of the call itself.
    func caller() -> String? {
      guard let member = plan.callerMember else { return nil }
      let name = store.value(member, row)
      if name != 0 { return store.string(name) }
      let delegate = plan.delegateMember.map { store.value($0, row) } ?? 0
      let names = delegate != 0 ? [delegate] : [store.className(row.how), store.spelling(row.how)]
      return names.map(store.string).first { name in
        quirks.contains { $0.isMade(by: name) }
      }
    }
    func isAbout(_ roles: [String]) -> Bool {
      let role = role()
      return role != 0 && roles.contains(store.string(role))
    }
    let number = quirks.indices.first { number in
      let quirk = quirks[number]
      return quirk.rule == rule
        && (quirk.callbacks.isEmpty || quirk.callbacks.contains(callback)
          || followers[number.index].contains(callback))
        && (quirk.callbacks.isEmpty || !needsMore && later().allSatisfy(quirk.callbacks.contains))
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty || isAbout(quirk.roles))
        && (quirk.callers.isEmpty
          || caller().map(quirk.isMade) ?? quirk.allowsUnknownCaller)
        && (quirk.condition.map { holds($0.lifecycle, $0.states) } ?? true)
        && quirk.since.isInForce(on: platform) && !quirk.until.isOver(on: platform)
    }
    guard let number else { return }
    finding.quirk = number
    finding.severity = .note
  }
}
