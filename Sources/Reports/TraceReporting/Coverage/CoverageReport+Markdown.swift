internal import TraceFindings

extension CoverageReport {
  /// The shares and the numbers as GitHub Flavored Markdown.
  package func markdown() -> [UInt8] {
    var text = "## Coverage of \(Markdown.text(grammarName)) \(Markdown.text(grammarVersion))\n\n"
    text += Markdown.row(["", "Used", "All", "Percent"])
    text += Markdown.row(["---", "--:", "--:", "--:"])
    for (name, share) in shares {
      text += Markdown.row(
        [name, String(share.used), String(share.all), "\(share.wholePercent) %"])
    }
    text += "\n\(counted(traces, "trace")).\n"
    text += table(
      "Scenarios that no trace goes through", ["Scenario", "How to produce it"],
      scenarios.filter { !$0.isExercised }.map {
        [Markdown.text($0.title), Markdown.text($0.action)]
      },
      alignsLast: false)
    guard isWhole else {
      text += table(
        "Lifecycle \(Markdown.text(leading)): steps that change its state", ["Step", "Visits"],
        leadingSteps.map { [Markdown.code(Self.name($0), isCell: true), number($0.visits)] })
      for part in unseenParts { text += "\n\(Markdown.text(sentence(about: part)))\n" }
      return Array(text.utf8)
    }
    for lifecycle in coverage.lifecycles { text += section(lifecycle) }
    text += table(
      "Rules", ["Rule", "Events", "Violations"],
      coverage.rules.map { rule in
        [
          Markdown.code(rule.id, isCell: true), rule.exercised == 0 ? "**0**" : "\(rule.exercised)",
          "\(rule.violated)",
        ]
      })
    text += table(
      "Callbacks that no rule mentions", ["Callback", "Events"],
      coverage.unmentioned.map { [Markdown.code($0.callback, isCell: true), "\($0.count)"] })
    return Array(text.utf8)
  }

  private func section(_ lifecycle: Coverage.Lifecycle) -> String {
    let states = lifecycle.states.map {
      ["state", Markdown.code($0.name, isCell: true), number($0.visits)]
    }
    let transitions = lifecycle.transitions.map {
      ["transition", Markdown.code(Self.name($0), isCell: true), number($0.visits)]
    }
    return table(
      "Lifecycle \(Markdown.text(lifecycle.name))", ["", "Name", "Visits"], states + transitions)
  }

  /// Zeros stand out.
  private func number(_ visits: Int) -> String { visits == 0 ? "**0**" : String(visits) }

  private func table(
    _ heading: String, _ head: [String], _ rows: [[String]], alignsLast: Bool = true
  ) -> String {
    if rows.isEmpty { return "" }
    var text = "\n### \(heading)\n\n" + Markdown.row(head)
    text += Markdown.row(head.indices.map { alignsLast && $0 == head.count - 1 ? "--:" : "---" })
    return text + rows.map(Markdown.row).joined()
  }
}
