internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar

/// Finds the known deviations of the platform that excuse a finding.
struct QuirkMatcher: Sendable {
  let grammar: Grammar
  /// The roles that quirks ask for; a role is an index of them, or their number for any other.
  let roles: [String]
  /// What quirks ask of other lifecycles; a condition is an index of them.
  private let conditions: [Quirk.Condition]
  /// The OS version to judge by; nil when unknown.
  let platform: PlatformVersion?

  init(_ compiled: CompiledGrammar, platform: PlatformVersion?) {
    (grammar, roles, self.platform) = (compiled.grammar, compiled.quirks.roles, platform)
    conditions = compiled.quirks.conditions
  }

  /// Turns a violation into a note where a quirk excuses it.
  /// - Parameter holding: the conditions that held right before the event.
  func apply(
    to violation: inout Violation, rule: Int, callback: Int, states: [Int], role: Int?,
    conditions holding: [Int] = []
  ) {
    let role = role.flatMap { $0 < roles.count ? roles[$0] : nil }
    let quirk = grammar.quirks.first { quirk in
      quirk.rule == rule
        && (quirk.callbacks.isEmpty || quirk.callbacks.contains(callback))
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty || role.map(quirk.roles.contains) ?? false)
        && (quirk.condition == nil || holding.contains { conditions[$0] == quirk.condition })
        && quirk.since.isInForce(on: platform) && !quirk.until.isOver(on: platform)
    }
    guard let quirk else { return }
    violation.quirk = quirk.id
    violation.severity = .note
  }
}
