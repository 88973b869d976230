internal import TraceFindings
internal import TraceReporting
internal import TraceWriting

/// What is told of all traces together, and of earlier runs.
extension OutputSettings {
  static let overRuns = [
    Setting(
      \.output.showsCoverage, .toggle,
      flags: [
        .init(
          "coverage", in: .output, for: .reporting,
          "print which steps were exercised, and what nobody tried",
          help: """
            Tells the steps that change the state of what the grammar is about, and the scenarios that no trace goes through, \
            with how to bring each about. Callbacks that the recorders say they do not record are left out, and the steps \
            of what only some apps have, such as CarPlay, while no trace takes one. \
            Goes with the formats \(listed(CoverageFormat.all.map(\.name), "and")); \
            with json the coverage takes the place of the findings. \
            'callorder grammar graph --coverage REPORT' draws it.
            """)
      ]),
    Setting(
      \.output.showsWholeCoverage, .toggle,
      flags: [
        .init(
          "coverage-all", in: .output, for: .reporting,
          "the same for all states, transitions and rules")
      ]),
    Setting(
      \.output.omitsCoverage, .toggle,
      flags: [
        .init(
          "no-coverage", in: .output, for: ["check", "worker"],
          "leave the coverage out of JSON reports",
          help: """
            What a grammar could visit is 80 KB, which stands once in each report. Where a report is of one short recording, as \
            those of 'worker', that is nearly all of it.
            """)
      ]),
    Setting(
      \.output.minimumCoverage, .percentage,
      flags: [
        .init(
          "min-coverage", nil, "PERCENT", in: .judging, for: .reporting,
          "exit with 1 if fewer of the steps were exercised",
          help: """
            The share, from 0 to 100, of the steps that '--coverage' counts: those that change the state of what the grammar is \
            about, and that the recorders show.
            """)
      ],
      member: .init(
        "minCoverage",
        "The percentage of the steps that change a state below which the exit status is 1")),
    Setting(
      \.output.earlierReports, .list(of: .file),
      flags: [
        .init(
          "history", nil, "PATH", isRepeatable: true, in: .output, for: .reporting,
          "tell what is new, fixed and flaky since earlier runs",
          help: """
            PATH is a JSON report of an earlier run, or a folder of them, which are taken by their names: the oldest has to come \
            first, as with dates. At most \(RunHistory.runLimit) runs are told, in the formats text, markdown, html and json.
            """)
      ], member: .init("history", "JSON reports of earlier runs, or folders of them")),
  ]
}
