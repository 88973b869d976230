internal import TraceGrammar

extension Subcommand {
  /// Prints a shell's completions.
  static let completions = Subcommand(
    name: "completions",
    summary: "print completions for a shell",
    operands: [
      Operand(
        placeholder: "SHELL", values: .choices(["bash", "zsh", "fish"]),
        summary: "one of bash, zsh or fish")
    ],
    examples: [
      "source <(callorder completions bash)": "Complete in this bash session.",
      "callorder completions zsh -o ~/.zfunc/_callorder":
        "Complete in zsh, where ~/.zfunc is in fpath.",
      "callorder completions fish -o ~/.config/fish/completions/callorder.fish":
        "Complete in fish.",
    ]
  ) { invocation throws(CommandError) in
    // A grammar that extends another one has its rules, too.
    var known: Set<String> = []
    let rules = ShippedGrammar.all.flatMap { $0.grammar().rules.map(\.id) }
      .filter { known.insert($0).inserted }
    switch invocation.operands.first {
    case "bash": return try invocation.deliver(BashCompletion(rules: rules).text)
    case "zsh": return try invocation.deliver(ZshCompletion(rules: rules).text)
    case "fish": return try invocation.deliver(FishCompletion(rules: rules).text)
    case let shell:
      throw .usage(wrongChoice("the shell", shell ?? "", among: ["bash", "zsh", "fish"]))
    }
  }
}
