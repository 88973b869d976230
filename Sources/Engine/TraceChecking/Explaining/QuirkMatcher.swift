internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// Finds the known deviations of the platform that excuse a finding.
struct QuirkMatcher: Sendable {
  let grammar: Grammar
  /// The roles that quirks ask for. A role is an index in this array, or its count for any other role.
  let roles: [String]
  /// The callers that quirks ask for, numbered in the same way.
  private let callers: [String]
  /// The conditions of quirks on other lifecycles. A condition is an index in this array.
  private let conditions: [Quirk.Condition]
  /// For each quirk, the callbacks that may come right after one of its callbacks that the recording does not show.
  private let followers: IDArray<QuirkID, Set<CallbackID>>
  /// The OS version to judge by; nil if unknown.
  let platform: PlatformVersion?
  /// Whether calls that a repair inserts may be ones that nobody records.
  private let isTentative: Bool

  init(_ compiled: CompiledGrammar, platform: PlatformVersion?, isTentative: Bool = false) {
    self.isTentative = isTentative
    (grammar, roles, self.platform) = (compiled.grammar, compiled.quirks.roles, platform)
    callers = compiled.quirks.callers
    conditions = compiled.quirks.conditions
    followers = compiled.grammar.quirks.table { compiled.followersOfSilentCalls(of: $0) }
  }

  /// Turns a violation into a note if a quirk excuses it.
  ///
  /// The repair may change more than the event: it may delete later calls as well, which have to be of the quirk, or
  /// delete the event and still need others, which is more than the platform does.
  /// - Parameter holding: the conditions that held right before the event, by index in `conditions`.
  func apply(
    to violation: inout Violation, rule: RuleID, callback: CallbackID, states: [StateID],
    role: Int?,
    caller: Int? = nil, conditions holding: [Int] = []
  ) {
    let role = role.flatMap { $0 < roles.count ? roles[$0] : nil }
    let caller = caller.map { $0 < callers.count ? callers[$0] : "" }
    let deleted = violation.repair.deletions
    let later = deleted.filter { $0.event > violation.event }.map(\.callback)
    let needsMore =
      !isTentative && !violation.repair.insertions.isEmpty
      && deleted.contains { $0.event == violation.event }
    let number = grammar.quirks.indices.first { number in
      let quirk = grammar.quirks[number]
      return quirk.rule == rule
        && (quirk.callbacks.isEmpty || quirk.callbacks.contains(callback)
          || followers[number].contains(callback))
        && (quirk.callbacks.isEmpty
          || !needsMore
            && later.allSatisfy(quirk.callbacks.map { grammar.callbacks[$0].name }.contains))
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty || role.map(quirk.roles.contains) ?? false)
        && (quirk.callers.isEmpty
          || caller.map(quirk.callers.contains) ?? quirk.allowsUnknownCaller)
        && (quirk.condition == nil || holding.contains { conditions[$0] == quirk.condition })
        && quirk.since.isInForce(on: platform) && !quirk.until.isOver(on: platform)
    }
    guard let number else { return }
    violation.quirk = grammar.quirks[number].id
    violation.severity = .note
  }
}

extension CompiledGrammar {
  /// The callbacks that are legal right after a callback of a quirk that the recording does not show. The quirk may
  /// show itself at such an event, too.
  fileprivate func followersOfSilentCalls(of quirk: Quirk) -> Set<CallbackID> {
    guard let observed, let step = grammar.rules[quirk.rule].form as? StepForm else {
      return []
    }
    let lifecycle = lifecycles[step.steppedLifecycle]
    let shown = observed.about(lifecycle.declaration.subject)
    let steps = lifecycle.declaration.transitions
    let reached = steps.filter { step in
      step.from != step.to && quirk.callbacks.contains(step.callback)
        && shown.isSilent(step.callback)
    }.flatMap { lifecycle.silence.reachable[$0.to] }
    return Set(steps.filter { reached.contains($0.from) }.map(\.callback))
  }
}
