internal import CallOrderKit
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceSystem

/// The examples of a grammar, tried.
extension GrammarSource {
  /// Adds an error for each example that is not what it claims to be: the examples of rules, and the recordings next to the
  /// text. Texts that are built in are known to be right, unless it is about one of them.
  mutating func tryExamples(path: String?, in environment: CommandEnvironment) {
    guard let grammar else { return }
    let player = ExamplePlayer(grammar)
    for rule in grammar.rules {
      guard let part = parts.firstIndex(where: { $0.declares(rule) }), isDoubtful(part) else {
        continue
      }
      for example in rule.examples {
        let (isTrue, rules) = player.isTrue(example, of: rule)
        if isTrue { continue }
        let found = rules.isEmpty ? "no rule" : listed(rules.map { "'\($0)'" }, "and")
        report(
          example.isLegal
            ? "the legal example of '\(rule.id)' breaks it"
            : "the illegal example of '\(rule.id)' does not break it", rule,
          note: example.isLegal ? nil : "it breaks \(found)")
      }
    }
    tryRecordings(player, path: path, in: environment)
  }

  private mutating func report(_ message: String, _ rule: Rule, note: String? = nil) {
    parts[parts.firstIndex { $0.declares(rule) } ?? 0].diagnostics.append(
      Diagnostic(
        GrammarDiagnosticCode.wrongExample.rawValue, .error, message, at: rule.range,
        notes: note.map { [.init($0)] } ?? []))
  }

  private func isDoubtful(_ part: Int) -> Bool {
    part == 0 || !ShippedGrammar.all.contains { $0.sourceName == parts[part].text.name }
  }

  /// The recordings in the folders `conforming` and `violating` of the folder that is named like the file. A file or folder in
  /// `violating` is named after the rule that is broken.
  private mutating func tryRecordings(
    _ player: ExamplePlayer, path: String?, in environment: CommandEnvironment
  ) {
    let ending = ".lifecycle"
    guard let path, ShippedGrammar.named(path) == nil, path.hasSuffix(ending) else { return }
    let folder = String(path.dropLast(ending.count))
    for isLegal in [true, false] {
      let inputs = TraceSelection(
        [Path.joined(folder, isLegal ? "conforming" : "violating")], standardInputName: "",
        excluding: [], in: environment
      ).inputs
      for input in inputs {
        let words = input.path.split { "/.".contains($0) }.map(String.init)
        let broken = isLegal ? nil : player.grammar.rules.first { words.contains($0.id) }
        guard let rule = broken ?? player.grammar.rules.first else { continue }
        let found = player.rules(brokenBy: input, about: broken)
        if found == nil {
          report("'\(input.path)' cannot be read", rule)
        } else if let id = found?.first, isLegal {
          let broken = player.grammar.rules.first { $0.id == id }
          report("'\(input.path)' breaks '\(id)'", broken ?? rule)
        } else if !isLegal, broken == nil {
          report("'\(input.path)' is not named after a rule", rule)
        } else if !isLegal, found?.contains(rule.id) == false {
          report("'\(input.path)' does not break '\(rule.id)'", rule)
        }
      }
    }
  }
}

extension GrammarReading.Part {
  /// Whether a rule stands in this text.
  fileprivate func declares(_ rule: Rule) -> Bool {
    let range = rule.range.start.offset..<rule.range.end.offset
    return range.upperBound <= text.bytes.count && text.bytes[range].elementsEqual(rule.id.utf8)
  }
}
