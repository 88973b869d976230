/// Completion for fish.
struct FishCompletion {
  /// The ids of the rules that are proposed.
  var rules: [String]

  /// The whole script.
  var text: String {
    var script = """
      # Written by 'callorder completions fish'.
      function __callorder_words
          set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
          for word in $words[2..]
              string match -q -- '-*' $word; or echo $word
          end
      end
      function __callorder_is
          set -l words (__callorder_words)
          set -l length (count $argv)
          test (count $words) -ge $length; and test "$words[1..$length]" = "$argv"
      end
      function __callorder_is_exactly
          test (count (__callorder_words)) -eq (count $argv)
          and begin
              test (count $argv) -eq 0; or __callorder_is $argv
          end
      end
      complete -c callorder -f

      """
    for (name, summary) in Subcommand.firstWords {
      script += "complete -c callorder -n __callorder_is_exactly -a \(name) -d \(quoted(summary))\n"
    }
    for subcommand in Subcommand.all {
      guard let group = subcommand.group else { continue }
      script += "complete -c callorder -n '__callorder_is_exactly \(group)'"
      script += " -a \(subcommand.lastWord) -d \(quoted(subcommand.summary))\n"
    }
    for flag in Flag.all { script += lines(for: flag) }
    for subcommand in Subcommand.all {
      guard let operand = subcommand.operands.first else { continue }
      let condition = " -n '__callorder_is \(subcommand.name)'"
      let proposal = proposal(for: operand.values)
      if !proposal.isEmpty { script += "complete -c callorder\(condition)\(proposal)\n" }
    }
    return script
  }

  private func lines(for flag: Flag) -> String {
    let conditions = flag.commands?.map { " -n '__callorder_is \($0)'" } ?? [""]
    return conditions.map { condition in
      var line = "complete -c callorder\(condition) -l \(flag.name)"
      if let short = flag.short { line += " -s \(short)" }
      if flag.placeholder != nil { line += " -x" + proposal(for: flag.values) }
      return line + " -d \(quoted(flag.summary))\n"
    }.joined()
  }

  private func proposal(for values: Flag.Values) -> String {
    switch values {
    case .any: ""
    case .file, .path: " -a '(__fish_complete_path)'"
    case .choices(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .rule: " -a \(quoted(rules.joined(separator: " ")))"
    case .ruleSeverity: " -a \(quoted(rules.map { $0 + "=" }.joined(separator: " ")))"
    case .formatPath(let names):
      " -a \(quoted(names.map { $0 + "=" }.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String { "'\(escaping("'\\", in: text))'" }
}
