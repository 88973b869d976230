internal import TraceDiagnostics
internal import TraceGrammar
internal import TraceReading

extension Subcommand {
  /// Prints the configuration in force.
  static let config = Subcommand(
    name: "config",
    summary: "print the configuration in force and where it comes from",
    discussion: [
      """
      Reads the configuration as 'check' would, reports its first mistake, and prints every setting with its origin: \
      the file or the default. 'callorder schema config' prints the schema that editors can check the file by.
      """
    ]
  ) { invocation throws(CommandError) in
    let configuration = try Configuration.inForce(for: invocation)
    let rows = settings(of: configuration)
    let name = configuration.path ?? "no configuration file"
    var text = "# \(name)\n"
    let width = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    for row in rows {
      let origin = row.isSet ? configuration.path ?? "" : "default"
      text += "\(padded(row.name, to: width))  \(padded(row.value, to: valueWidth))  # \(origin)\n"
    }
    // A rule that does not exist is a mistake too, which only the grammar can tell.
    let grammar = try GrammarSource.load(path: configuration.grammar, for: invocation)
    for choice in configuration.ruleSeverities { _ = try grammar.rule(withID: choice.rule) }
    for suppression in configuration.suppressions {
      if let rule = suppression.rule { _ = try grammar.rule(withID: rule) }
    }
    invocation.write(terminalSafeLines(text))
    return .success
  }
}

private struct Setting {
  var name: String
  var value: String
  var isSet: Bool
}

private func settings(of configuration: Configuration) -> [Setting] {
  func setting(_ name: String, _ value: String?, default standard: String) -> Setting {
    Setting(name: name, value: value ?? standard, isSet: value != nil)
  }
  func list(_ name: String, _ values: [String]) -> [Setting] {
    values.isEmpty
      ? [Setting(name: name, value: "none", isSet: false)]
      : values.map { Setting(name: name, value: $0, isSet: true) }
  }
  let platform = configuration.platform.map { version in
    "\(version.platform) \(version.numbers.map(String.init).joined(separator: "."))"
  }
  return list("traces", configuration.traces) + [
    setting("grammar", configuration.grammar, default: "UIScene, built in"),
    setting("os", platform, default: "as recorded"),
  ]
    + list("messagePatterns", configuration.messagePatterns.map(\.text))
    + list(
      "rules", configuration.ruleSeverities.map { "\($0.rule) = \($0.severity?.name ?? "off")" })
    + [
      setting("failOn", configuration.failOn?.rawValue, default: "error"),
      setting("complete", configuration.demandsCompleteLives.map { "\($0)" }, default: "false"),
      setting("baseline", configuration.baseline, default: "none"),
      setting("strictBaseline", configuration.isBaselineStrict.map { "\($0)" }, default: "false"),
    ]
    + list("reports", configuration.reports.map { "\($0.format) to \($0.path)" }) + [
      setting("maxViolations", configuration.violationLimit.map { "\($0)" }, default: "1000"),
      setting("minCoverage", configuration.minimumCoverage.map { "\($0)" }, default: "none"),
    ]
    + list(
      "suppressions",
      configuration.suppressions.map { suppression in
        var text = suppression.rule ?? "every rule"
        if let path = suppression.path { text += " in \(path.text)" }
        text += ": \(suppression.reason)"
        if let expiry = suppression.expiry { text += " (until \(expiry))" }
        return text
      })
}

/// The text with every line made safe for a terminal, line feeds kept.
private func terminalSafeLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { terminalSafe(String($0)) }
    .joined(separator: "\n")
}
