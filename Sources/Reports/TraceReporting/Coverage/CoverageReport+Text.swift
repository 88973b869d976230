package import TraceModel
internal import TraceFindings

extension CoverageReport {
  /// The parts that were used and those that were not, then the percentages, for a terminal, as UTF-8 text.
  package func text(theme: TextTheme = .plain) -> [UInt8] {
    var text = firstAnswer(theme)
    let untried = scenarios.filter { !$0.isExercised }
    if !untried.isEmpty {
      text += theme.paint("scenarios that no trace goes through", .emphasis) + "\n"
      for scenario in untried {
        text += "  " + theme.paint("- " + terminalSafe(scenario.title), .removed) + "\n"
        text += "    \(terminalSafe(scenario.action))\n"
      }
      text += "\n"
    }
    text += "steps \(bar(steps)) \(steps.wholePercent) % (\(steps.used) of \(steps.all))\n"
    text += "over \(counted(traces, "trace")) by the grammar "
    text += "\(terminalSafe(grammarName)) \(terminalSafe(grammarVersion))\n"
    return Array(text.utf8)
  }

  /// The steps that change the state in the leading lifecycle.
  private func firstAnswer(_ theme: TextTheme) -> String {
    if leadingSteps.isEmpty { return "" }
    var text =
      theme.paint("lifecycle \(terminalSafe(leading)): steps that change its state", .emphasis)
      + "\n"
    let names = leadingSteps.map { Self.name($0) }
    let width = names.map(displayWidth).max() ?? 0
    for (name, step) in zip(names, leadingSteps) {
      let isRecorded = step.callbacks.contains(where: recorded.contains)
      text += line(padded(name, to: width), step.visits, isRecorded: isRecorded, theme)
    }
    if leadingSteps.contains(where: { !$0.callbacks.contains(where: recorded.contains) }) {
      text += "  not recorded: no trace has the call; the app does not record it or it never came\n"
    }
    for part in unseenParts { text += "  \(terminalSafe(sentence(about: part)))\n" }
    return text + "\n"
  }

  /// Why the steps of a part do not count.
  func sentence(about part: Part) -> String {
    "\(counted(part.steps, "step")) of \(part.name) \(part.steps == 1 ? "is" : "are") not counted, as no trace takes one."
  }

  static func name(_ step: Step) -> String {
    let calls = step.callbacks.map(terminalSafe)
    let more = calls.count > 2 ? " or \(calls.count - 1) more" : ""
    return "\(terminalSafe(step.from)) -> "
      + (calls.count > 2 ? calls[0] + more : calls.joined(separator: " or "))
      + " \(terminalSafe(step.to))"
  }

  private func line(
    _ name: String, _ visits: Int, isRecorded: Bool = true, _ theme: TextTheme
  ) -> String {
    visits == 0
      ? "  " + theme.paint("- \(name)  \(isRecorded ? "never" : "not recorded")", .removed) + "\n"
      : "    \(name)  \(counted(visits, "visit"))\n"
  }

  private func bar(_ share: Share) -> String {
    let filled = share.wholePercent / 5
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
      + "]"
  }
}
