internal import TraceFindings
internal import TraceReporting

/// What is shown about all traces together.
extension OutputSettings {
  static let overRuns = [
    Setting(
      \.output.showsCoverage, .toggle,
      .init(
        "coverage", in: .output, for: .reporting,
        "print which steps were exercised, and which scenarios were not",
        help: """
          Counts the steps that change a state, and names the scenarios that no trace goes through, with how \
          to produce each. Callbacks that are not recorded are left out, and so are steps that only some \
          apps have, such as those of CarPlay, until a trace takes one. Works with the formats \
          \(listed(CoverageFormat.allCases.map(\.rawValue), "and")); with json, the coverage replaces the findings. \
          'callorder grammar graph --coverage REPORT' draws it.
          """)),
    Setting(
      \.output.minimumCoverage, .percentage,
      .init(
        "min-coverage", nil, "PERCENT", in: .judging, for: .reporting,
        "exit with 1 if less than PERCENT of the steps were exercised",
        help: """
          The share, from 0 to 100, of the steps that '--coverage' counts: those that change a state and \
          that the recorders show.
          """),
      member: .init(
        "minCoverage",
        "The percentage of the steps that change a state below which the exit status is 1")),
  ]
}
