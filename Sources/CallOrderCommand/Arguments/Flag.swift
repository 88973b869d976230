/// An option of the command, described once: parsing, help, manual, completions and reference derive from it.
struct Flag: Sendable {
  /// The heading under which an option is listed.
  enum Category: String, Sendable, CaseIterable {
    case input = "Input"
    case judging = "Judging"
    case output = "Output"
    case baselines = "Baselines"
    case configuration = "Configuration"
    case general = "General"
  }

  /// What a value can be, as far as a shell can propose it and the parser can refuse it.
  enum Values: Sendable, Equatable {
    /// Any text.
    case any
    /// The path of a file.
    case file
    /// The path of a file or a folder.
    case path
    /// One of these words; others are refused.
    case choices([String])
    /// The id of a rule.
    case rule
    /// The id of a rule, `=` and a severity.
    case ruleSeverity
    /// One of these names of formats, `=` and the path of a file.
    case formatPath([String])
  }

  /// The value an option takes.
  struct Argument: Sendable {
    /// How it is called in the help, in capitals.
    var placeholder: String
    /// What it can be.
    var values: Values
  }

  /// The long name without its dashes.
  var name: String
  /// The one-letter name without its dash; nil when there is none.
  var short: Character?
  /// The value it takes; nil for a switch.
  var argument: Argument?
  /// Whether each occurrence adds something; otherwise the last one counts.
  var isRepeatable: Bool
  /// The heading it is listed under.
  var category: Category
  /// The names of the subcommands that take it; nil for all.
  var commands: [String]?
  /// What it does, in half a line.
  var summary: String
  /// What it does in full sentences; empty when the summary says it all.
  var help: String
  /// Stores the value; the text is empty for a switch.
  var update: @Sendable (inout LowArguments, String) throws(CommandError) -> Void

  /// A switch.
  static func toggle(
    _ name: String, _ short: Character? = nil,
    sets path: any WritableKeyPath<LowArguments, Bool> & Sendable,
    in category: Category, for commands: [String]? = nil, _ summary: String, help: String = ""
  ) -> Flag {
    Flag(
      name: name, short: short, argument: nil, isRepeatable: false, category: category,
      commands: commands, summary: summary, help: help
    ) { arguments, _ in
      arguments[keyPath: path] = true
    }
  }

  /// An option with a value that is kept as it was typed.
  static func text(
    _ name: String, _ short: Character? = nil, _ placeholder: String, _ values: Values,
    sets path: any WritableKeyPath<LowArguments, String?> & Sendable, in category: Category,
    for commands: [String]? = nil, _ summary: String, help: String = ""
  ) -> Flag {
    Flag(
      name: name, short: short, argument: Argument(placeholder: placeholder, values: values),
      isRepeatable: false, category: category, commands: commands, summary: summary, help: help
    ) { arguments, value in
      arguments[keyPath: path] = value
    }
  }

  /// An option whose value is understood by a closure.
  static func value(
    _ name: String, _ short: Character? = nil, _ placeholder: String, _ values: Values = .any,
    isRepeatable: Bool = false, in category: Category, for commands: [String]? = nil,
    _ summary: String, help: String = "",
    update: @escaping @Sendable (inout LowArguments, String) throws(CommandError) -> Void
  ) -> Flag {
    Flag(
      name: name, short: short, argument: Argument(placeholder: placeholder, values: values),
      isRepeatable: isRepeatable, category: category, commands: commands, summary: summary,
      help: help, update: update)
  }

  /// Whether the subcommand with the given name takes the option.
  func applies(to command: String?) -> Bool {
    guard let commands else { return true }
    return command.map(commands.contains) ?? false
  }

  /// The words that its value must be one of; empty when it is free.
  var choices: [String] {
    if case .choices(let words) = argument?.values { return words }
    return []
  }
}
