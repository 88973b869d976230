extension Subcommand {
  /// Every subcommand, in the order of the help.
  static let all: [Subcommand] = [
    .check, .explain, .rules, .report,
    .grammarShow, .grammarValidate, .grammarGraph,
    .config, .schema, .completions, .man, .help,
  ]
}
