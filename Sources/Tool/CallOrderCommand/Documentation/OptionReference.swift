/// Every subcommand and option as a page of Markdown.
struct OptionReference {
  /// The whole page.
  var text: String {
    var page = "# callorder, option by option\n\nWritten by `callorder man --format markdown`.\n"
    page += "\n| exit status | meaning |\n|---|---|\n"
    for status in ExitStatus.allCases { page += "| \(status.rawValue) | \(status.meaning) |\n" }
    for subcommand in Subcommand.all { page += section(of: subcommand) }
    return page
  }

  private func section(of subcommand: Subcommand) -> String {
    var text = "\n## callorder \(subcommand.name)\n\n\(asSentence(subcommand.summary))\n\n"
    text += "```\ncallorder \(subcommand.name) [OPTION]..."
    text += (subcommand.operands.isEmpty ? "" : " " + subcommand.operandSyntax) + "\n```\n"
    for paragraph in subcommand.discussion {
      text += "\n" + wrapped(escaped(paragraph), width: 100)
    }
    if !subcommand.operands.isEmpty {
      text += "\n| operand | |\n|---|---|\n"
      for operand in subcommand.operands {
        text += "| `\(operand.placeholder)` | \(escaped(operand.summary)) |\n"
      }
    }
    text += "\n| option | |\n|---|---|\n"
    for flag in subcommand.flags {
      let value = flag.argument.map { " \($0.placeholder)" } ?? ""
      let short = flag.short.map { "`-\($0)`, " } ?? ""
      let meaning = asSentence(flag.summary) + (flag.details.map { " " + $0 } ?? "")
      text += "| \(short)`--\(flag.name)\(value)` | \(escaped(meaning)) |\n"
    }
    if !subcommand.examples.isEmpty {
      text += "\n"
      for (line, meaning) in subcommand.examples {
        text += "* `\(line)`: \(escaped(meaning))\n"
      }
    }
    return text
  }

  private func escaped(_ text: String) -> String { escaping("|<*_`", in: text) }
}
