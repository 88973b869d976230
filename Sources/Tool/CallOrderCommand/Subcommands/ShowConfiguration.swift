internal import CallOrderKit
internal import TraceModel
internal import TraceGrammar

extension Subcommand {
  /// Prints the configuration in force.
  static let config = Subcommand(
    name: "config",
    summary: "print the configuration in force and where it comes from",
    discussion: [
      """
      Reads the configuration as 'check' does, reports its first mistake, and prints every setting with its \
      source: the file or the default. 'callorder schema config' prints a schema for editors.
      """
    ]
  ) { invocation throws(CommandError) in
    let configuration = invocation.configuration
    let settings = invocation.settings
    let rows = rows(of: settings, setBy: configuration)
    let name = configuration.path ?? "no configuration file"
    var text = "# \(name)\n"
    let width = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    for row in rows {
      let origin = row.isSet ? configuration.path ?? "" : "default"
      text += "\(padded(row.name, to: width))  \(padded(row.value, to: valueWidth))  # \(origin)\n"
    }
    // A rule that does not exist is also a mistake, which only the grammar shows.
    let grammar = try GrammarSource.load(path: settings.input.grammar, for: invocation)
    let practices = GrammarSource.practices(for: settings.input)
    let wider = { practices.value.map { [$0] } ?? [] }
    for choice in settings.judging.ruleSeverities {
      _ = try invocation.naming("rules", if: true) { () throws(CommandError) in
        try grammar.rule(withID: choice.rule, orIn: wider())
      }
    }
    for suppression in settings.general.suppressions {
      guard let rule = suppression.rule else { continue }
      _ = try invocation.naming("suppressions", if: true) { () throws(CommandError) in
        try grammar.rule(withID: rule, orIn: wider())
      }
    }
    invocation.write(terminalSafeLines(text))
    return .success
  }
}

private struct Row {
  var name: String
  var value: String
  var isSet: Bool
}

/// One row for each value of each setting; the configuration alone sets any, since no option of `config` does.
private func rows(of settings: Settings, setBy configuration: Configuration) -> [Row] {
  ConfigurationMember.all.flatMap { member in
    guard let values = member.show?(settings) else { return [Row]() }
    if values.isEmpty {
      return [Row(name: member.name, value: member.wording.absent, isSet: false)]
    }
    let isSet = configuration.names.contains(member.name)
    return values.map { Row(name: member.name, value: $0, isSet: isSet) }
  }
}

/// The text with every line made safe for a terminal, line feeds kept.
private func terminalSafeLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { terminalSafe(String($0)) }
    .joined(separator: "\n")
}
