/// Completion for bash, 3.2 and later.
struct BashCompletion {
  /// The ids of the rules that are proposed.
  var rules: [String]

  /// The options with a value, which is no subcommand.
  private var valued: String {
    let flags = Subcommand.all.flatMap(\.flags).filter { $0.placeholder != nil }
    return Set(flags.flatMap { ["--\($0.name)"] + ($0.short.map { ["-\($0)"] } ?? []) }).sorted()
      .joined(separator: "|")
  }

  /// The whole script.
  var text: String {
    var script = """
      # Written by 'callorder completions bash'.
      _callorder() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" word i
        COMPREPLY=()
        # Bash cuts words at '=', so that the value of --option=value is a word of its own.
        if [[ $current == "=" ]]; then
          previous="${COMP_WORDS[COMP_CWORD-1]}" current=""
        elif [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        elif ((COMP_CWORD > 0)); then
          previous="${COMP_WORDS[COMP_CWORD-1]}"
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          case "$word" in
            \(valued))
              [[ ${COMP_WORDS[i+1]} != "=" ]] || ((i++))
              ((i++))
              ;;
            -*) ;;
            *)
              if [[ -z $command ]]; then
                command="$word"
              elif [[ $command == grammar || $command == baseline ]]; then
                command="$command $word"
              fi
              [[ $command == grammar || $command == baseline ]] || break
              ;;
          esac
        done
        case "$command" in

      """
    let firstWords = Subcommand.firstWords.map(\.name)
    script += branch("\"\"", words: firstWords + ["--help", "--version"])
    for group in CommandGroup.all {
      script += branch(group.name, words: group.members.map(\.lastWord) + ["--help"])
    }
    for subcommand in Subcommand.all { script += branch(for: subcommand) }
    script += "  esac\n}\ncomplete -o filenames -F _callorder callorder\n"
    return script
  }

  private func branch(_ pattern: String, words: [String]) -> String {
    "    \(pattern)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\")) ;;\n"
  }

  private func branch(for subcommand: Subcommand) -> String {
    var text = "    \"\(subcommand.name)\")\n      case \"$previous\" in\n"
    for flag in subcommand.flags where flag.placeholder != nil {
      let names = [flag.short.map { "-\($0)" }, "--\(flag.name)"].compactMap { $0 }
      text +=
        "        \(names.joined(separator: "|"))) \(proposal(for: flag.values)); return ;;\n"
      // What comes after the `=` within such a value.
      let (left, right): ([String], Flag.Values)
      switch flag.values {
      case .formatPath(let names): (left, right) = (names, .file)
      case .ruleSeverity: (left, right) = (rules, .choices(["off", "note", "warning", "error"]))
      default: continue
      }
      text += "        \(left.joined(separator: "|"))) \(proposal(for: right)); return ;;\n"
    }
    let options = subcommand.flags.map { "--\($0.name)" }.joined(separator: " ")
    text += """
            esac
            if [[ $current == -* ]]; then
              COMPREPLY=($(compgen -W '\(options)' -- "$current"))
            else
              \(proposal(for: subcommand.operands.first?.values ?? .any))
            fi
            ;;

      """
    return text
  }

  private func proposal(for values: Flag.Values) -> String {
    func words(_ words: [String]) -> String {
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    }
    return switch values {
    case .any: "COMPREPLY=()"
    case .file, .path: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .choices(let choices): words(choices)
    case .rule: words(rules)
    case .formatPath(let names): Self.noSpace + words(names.map { $0 + "=" })
    case .ruleSeverity: Self.noSpace + words(rules.map { $0 + "=" })
    }
  }

  /// Bash 3.2, which macOS has, lacks this command; a space after the word does no harm.
  private static let noSpace = "compopt -o nospace 2>/dev/null; "
}
