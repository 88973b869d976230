internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar

/// Finds the known deviations of the platform that excuse a finding.
struct QuirkMatcher: Sendable {
  let grammar: Grammar
  /// The roles that quirks ask for; a role is an index of them.
  let roles: [String]
  /// The OS version to judge by; nil when unknown.
  let platform: PlatformVersion?

  init(_ compiled: CompiledGrammar, platform: PlatformVersion?) {
    (grammar, roles, self.platform) = (compiled.grammar, compiled.quirkRoles, platform)
  }

  /// Turns a violation into a note where a quirk excuses it.
  func apply(
    to violation: inout Violation, rule: Int, callback: Int, states: [Int], role: Int?
  ) {
    let quirk = grammar.quirks.first { quirk in
      quirk.rule == rule
        && (quirk.callbacks.isEmpty || quirk.callbacks.contains(callback))
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty || role.map { quirk.roles.contains(roles[$0]) } ?? false)
        && quirk.since.isInForce(on: platform) && !quirk.until.isOver(on: platform)
    }
    guard let quirk else { return }
    violation.quirk = quirk.id
    violation.severity = .note
  }
}
