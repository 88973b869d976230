internal import TraceFindings
internal import CallOrderKit

/// The answer to `-h` and `--help`.
struct HelpPage {
  /// Whether whole paragraphs are given instead of one line for each option.
  var isLong: Bool

  /// The page of a subcommand, a group or, for nil, of the command itself.
  func text(for command: String?) -> String {
    if let subcommand = command.flatMap(Subcommand.named) { return text(for: subcommand) }
    if let group = command.flatMap(CommandGroup.named) { return text(for: group) }
    return overview
  }

  // MARK: - The command itself

  private var overview: String {
    var page = """
      callorder \(callOrderVersion) - check the order of lifecycle calls in recorded traces

      Usage: callorder SUBCOMMAND [OPTION]... [OPERAND]...

      Subcommands:

      """
    page += list(
      Subcommand.all.filter { $0.group == nil }.map { ($0.name, $0.summary) }
        + CommandGroup.all.map { ($0.name + " ...", $0.summary) })
    page += "\nOptions of every subcommand:\n" + options(Flag.all.filter { $0.commands == nil })
    page += "\nExit status:\n" + exitStatuses
    page += "\nTry 'callorder check --help', or 'callorder man | man -l -' for the whole manual.\n"
    return page
  }

  private func text(for group: CommandGroup) -> String {
    let members = group.members
    return """
      callorder \(group.name) - \(group.summary)

      Usage: callorder \(group.name) SUBCOMMAND [OPTION]... [OPERAND]...

      Subcommands:

      """ + list(members.map { ($0.lastWord, $0.summary) })
        + "\nTry 'callorder \(group.name) \(members.first?.lastWord ?? "") --help'.\n"
  }

  // MARK: - A subcommand

  private func text(for subcommand: Subcommand) -> String {
    var page = "callorder \(subcommand.name) - \(subcommand.summary)\n\n"
    page += "Usage: callorder \(subcommand.name) [OPTION]..."
    page += subcommand.operands.isEmpty ? "\n" : " \(subcommand.operandSyntax)\n"
    if isLong {
      for paragraph in subcommand.discussion { page += "\n" + wrapped(paragraph) }
    }
    if !subcommand.operands.isEmpty {
      page += "\nOperands:\n" + list(subcommand.operands.map { ($0.placeholder, $0.summary) })
    }
    for category in Flag.Category.allCases {
      let flags = subcommand.flags.filter { $0.category == category }
      if !flags.isEmpty { page += "\n\(category.rawValue):\n" + options(flags) }
    }
    if isLong, !subcommand.examples.isEmpty {
      page += "\nExamples:\n"
      for (line, meaning) in subcommand.examples {
        page += "  \(line)\n" + wrapped(meaning, indent: 6)
      }
    }
    if isLong { page += "\nExit status:\n" + exitStatuses }
    return page
  }

  // MARK: - Parts

  private func list(_ rows: [(name: String, summary: String)]) -> String {
    aligned(rows.map { [$0.name, $0.summary] }).map { "  \($0)\n" }.joined()
  }

  private func options(_ flags: [Flag]) -> String {
    if !isLong { return list(flags.map { (spelling(of: $0), $0.summary) }) }
    return flags.map { flag in
      var text = "  \(spelling(of: flag))\n" + wrapped(asSentence(flag.summary), indent: 6)
      if let details = flag.details { text += wrapped(details, indent: 6) }
      return text
    }.joined(separator: "\n")
  }

  private func spelling(of flag: Flag) -> String {
    let short = flag.short.map { "-\($0), " } ?? "    "
    return short + "--\(flag.name)" + (flag.placeholder.map { " \($0)" } ?? "")
  }

  private var exitStatuses: String {
    ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)\n" }.joined()
  }
}
