extension Subcommand {
  /// Prints help.
  static let help = Subcommand(
    name: "help",
    summary: "print the help of a subcommand",
    operands: [
      Operand(
        placeholder: "SUBCOMMAND", values: .any, isOptional: true, isRepeatable: true,
        summary: "the subcommand's name")
    ]
  ) { invocation throws(CommandError) in
    let words = invocation.operands + ["--help"]
    let arguments = try ArgumentParser.parse(words)
    invocation.write(HelpPage(isLong: true).text(for: arguments.command))
    return .success
  }
}
