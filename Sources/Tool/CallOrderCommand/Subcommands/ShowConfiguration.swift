internal import TraceFindings
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
    let lines =
      ["# \(configuration.path ?? "no configuration file")"]
      + aligned(rows(of: settings, setBy: configuration))
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
    invocation.write(lines.map { terminalSafe($0) + "\n" }.joined())
    return .success
  }
}

/// The name, a value and the origin of each setting; the configuration alone sets any, since no option of `config` does.
private func rows(of settings: Settings, setBy configuration: Configuration) -> [[String]] {
  ConfigurationMember.all.flatMap { member in
    guard let values = member.show?(settings) else { return [[String]]() }
    let isSet = !values.isEmpty && configuration.names.contains(member.name)
    let origin = isSet ? configuration.path ?? "" : "default"
    return (values.isEmpty ? [member.wording.absent] : values).map {
      [member.name, $0, "# " + origin]
    }
  }
}
