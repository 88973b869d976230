internal import TraceModel
internal import TraceJSON

/// How findings are judged.
struct JudgingSettings: Sendable {
  /// A severity to set for a rule; nil switches it off.
  struct RuleSeverity: Sendable, Equatable {
    var rule: String
    var severity: Severity?
  }

  /// Severities that differ from the grammar's; the last one of a rule counts.
  var ruleSeverities: [RuleSeverity] = []
  /// The lowest severity of a finding that makes the run fail.
  var failOn = FailingSeverity.error
  /// Whether a run in which nothing could be checked may pass.
  var allowsInconclusive = false
  /// Whether lifecycles that have not ended when a recording ends are reported.
  var demandsCompleteLifecycles = false

  static let table = [
    // The configuration lists the rules first, the options last.
    Setting(
      \.judging.ruleSeverities, .ruleSeverities,
      member: .init("rules", "Other severities for rules, by rule id")),
    Setting(
      \.judging.failOn, .word,
      .init(
        "fail-on", nil, "SEVERITY", in: .judging, for: .reporting + ["compare", "watch"],
        "exit with 1 at this severity or above (default: error)",
        help: "With 'never', findings do not change the exit status."),
      member: .init("failOn", "The lowest severity that makes the exit status 1")),
    Setting(
      \.judging.ruleSeverities, .ruleSeverities,
      .init(
        "rule", nil, "ID=SEVERITY", isRepeatable: true, isRepeatedInCommands: true, in: .judging,
        for: .judging,
        "give a rule another severity: off, note, warning, error",
        help: "May be repeated. 'callorder rules' lists the ids.")),
    Setting(
      \.judging.allowsInconclusive, .toggle,
      .init(
        "allow-inconclusive", in: .judging, for: .reporting + ["watch"],
        "let a run pass in which nothing could be checked",
        help: """
          If no trace could be judged, because there are none, or they have no events or are all \
          inconclusive, the exit status is 1: otherwise a broken recorder would look like an app without \
          findings. With this option it is 0.
          """),
      member: .init("allowInconclusive", "Whether a run in which nothing could be checked may pass")
    ),
    Setting(
      \.judging.demandsCompleteLifecycles, .toggle,
      .init(
        "complete", in: .judging, for: .judging,
        "report lifecycles that have not ended when a recording ends",
        help: """
          A recording may stop anywhere, so by default its end is never a finding. With this option, a \
          session that is not discarded at the end breaks 'incomplete-lifecycle', provided that its discard \
          would have been recorded (see --records).
          """),
      member: .init(
        "complete", "Whether lifecycles that have not ended when a recording ends are reported")),
  ]
}

/// The lowest severity of a finding that makes the run fail.
enum FailingSeverity: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// The least severity that fails; nil when none does.
  var threshold: Severity? { Severity(name: rawValue) }
}

extension SettingKind where Value == [JudgingSettings.RuleSeverity] {
  /// Rules with their severities: `ID=SEVERITY` as an option, an object by rule id in the configuration.
  fileprivate static var ruleSeverities: SettingKind {
    let words = ["off", "note", "warning", "error"]
    @Sendable func severity(_ word: String) throws(CommandError) -> Severity? {
      if word == "off" { return nil }
      if let severity = Severity(name: word) { return severity }
      throw .usage(wrongChoice("a severity", word, among: words))
    }
    return SettingKind(
      .ruleSeverity, schema: ["type": "object", "additionalProperties": .wordsSchema(words)]
    ) { text throws(CommandError) in
      guard let (rule, word) = splitAtEquals(text) else {
        throw .usage("'\(text)' is not ID=SEVERITY, such as disconnect-while-active=error")
      }
      return [.init(rule: rule, severity: try severity(word))]
    } read: { value throws(CommandError) in
      var choices: Value = []
      for (rule, value) in try value.members() {
        choices.append(.init(rule: rule, severity: try value.text(understoodBy: severity)))
      }
      return choices
    } show: { choices in
      choices.map { "\($0.rule) = \($0.severity?.name ?? "off")" }
    } add: { choices, all in
      all += choices
    }
  }
}
