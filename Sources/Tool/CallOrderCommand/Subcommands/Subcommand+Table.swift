extension Subcommand {
  /// Every subcommand, in the order of the help.
  static let all: [Subcommand] = [
    .check, .watch, .worker, .explain, .rules, .report, .compare,
    .baselineCreate, .baselineUpdate, .baselinePrune,
    .grammarList, .grammarShow, .grammarValidate, .grammarGraph,
    .initialize, .config, .schema, .completions, .man, .help,
  ]
}
