/// Completion for zsh.
struct ZshCompletion {
  /// The ids of the rules that are proposed.
  var rules: [String]

  /// The whole script, to be named `_callorder` in a folder of `fpath`.
  var text: String {
    var script = """
      #compdef callorder
      # Written by 'callorder completions zsh'.
      _callorder() {
        local context state line
        local -a commands
        _arguments -C '(-h --help)'{-h,--help}'[print help]' '(-V --version)'{-V,--version}'[print the version]' \\
          '1: :->command' '*:: :->rest'
        case $state in
          command)
            commands=(

      """
    script += describe(Subcommand.firstWords) + "      )\n      _describe subcommand commands ;;\n"
    script += "    rest)\n      case $line[1] in\n"
    for subcommand in Subcommand.all where subcommand.group == nil {
      script += "        \(subcommand.name)) _arguments -s \(specifications(of: subcommand)) ;;\n"
    }
    for group in CommandGroup.all { script += branch(for: group) }
    script += "      esac ;;\n  esac\n}\n_callorder \"$@\"\n"
    return script
  }

  private func branch(for group: CommandGroup) -> String {
    var text =
      "        \(group.name))\n          if (( CURRENT == 2 )); then\n            commands=(\n"
    text += describe(group.members.map { ($0.lastWord, $0.summary) })
    text += "            )\n            _describe subcommand commands\n          else\n"
    text += "            shift words; (( CURRENT-- ))\n            case $words[1] in\n"
    for member in group.members {
      text += "              \(member.lastWord)) _arguments -s \(specifications(of: member)) ;;\n"
    }
    return text + "            esac\n          fi ;;\n"
  }

  private func describe(_ rows: [(name: String, summary: String)]) -> String {
    rows.map { "        \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
  }

  private func specifications(of subcommand: Subcommand) -> String {
    var parts = subcommand.flags.map(specification)
    for (index, operand) in subcommand.operands.enumerated() {
      let place = operand.isRepeatable ? "*" : "\(index + 1)"
      let mark = operand.isOptional && !operand.isRepeatable ? "::" : ":"
      parts.append(quoted("\(place)\(mark)\(operand.placeholder):\(action(for: operand.values))"))
    }
    return parts.joined(separator: " ")
  }

  private func specification(for flag: Flag) -> String {
    let text = "[\(escaping("[]", in: flag.summary))]"
    let value = flag.placeholder.map { ":\(plain($0)):\(action(for: flag.values))" } ?? ""
    let repeated = flag.isRepeatable ? "*" : ""
    let equals = flag.placeholder == nil ? "" : "="
    guard let short = flag.short else {
      return quoted("\(repeated)--\(flag.name)\(equals)\(text)\(value)")
    }
    let plus = flag.placeholder == nil ? "" : "+"
    let exclusion = flag.isRepeatable ? "'*'" : quoted("(-\(short) --\(flag.name))")
    return "\(exclusion){-\(short)\(plus),--\(flag.name)\(equals)}" + quoted(text + value)
  }

  private func action(for values: Flag.Values) -> String {
    switch values {
    case .any: " "
    case .file, .path: "_files"
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .rule: "(\(rules.joined(separator: " ")))"
    case .ruleSeverity: "(\(rules.map { $0 + "=" }.joined(separator: " ")))"
    case .formatPath: "_files"
    }
  }

  private func plain(_ text: String) -> String { text.filter { $0 != ":" && $0 != "=" } }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
