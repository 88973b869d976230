internal import TraceFindings

/// An option as it is typed, shown and completed; it derives from a `Setting`.
@dynamicMemberLookup
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

  /// Everything about an option but what its value means.
  struct Wording: Sendable {
    /// The long name without its dashes.
    var name: String
    /// The one-letter name without its dash; nil when there is none.
    var short: Character?
    /// How its value is called in the help, in capitals; nil for a switch.
    var placeholder: String?
    /// Whether each occurrence adds something; otherwise the last one counts.
    var isRepeatable: Bool
    /// Whether a command that checks one trace of a report again has to repeat it.
    var isRepeatedInCommands: Bool
    /// The heading it is listed under.
    var category: Category
    /// The names of the subcommands that take it; nil for all.
    var commands: [String]?
    /// What it does, in half a line.
    var summary: String
    /// What it does in full sentences; empty when the summary says it all.
    var help: String

    init(
      _ name: String, _ short: Character? = nil, _ placeholder: String? = nil,
      isRepeatable: Bool = false, isRepeatedInCommands: Bool = false, in category: Category,
      for commands: [String]?,
      _ summary: String, help: String = ""
    ) {
      self.name = name
      self.short = short
      self.placeholder = placeholder
      self.isRepeatable = isRepeatable
      self.isRepeatedInCommands = isRepeatedInCommands
      self.category = category
      self.commands = commands
      self.summary = summary
      self.help = help
    }
  }

  /// What is said about it.
  let wording: Wording
  /// What its value can be; a switch has none.
  let values: Values
  /// Understands the value, which is empty for a switch, and says what it changes.
  let parse: @Sendable (String) throws(CommandError) -> Settings.Assignment

  /// Every option, in the order of the help: by heading, then as the settings are listed.
  static let all: [Flag] = {
    let flags = Setting.all.flatMap(\.flags)
    return Category.allCases.flatMap { category in
      flags.filter { $0.wording.category == category }
    }
  }()

  /// The members of the wording are those of the option.
  subscript<Member>(dynamicMember path: KeyPath<Wording, Member>) -> Member {
    wording[keyPath: path]
  }

  /// What a manual adds to the summary: its help, or its choices where there are many; nil if there is nothing to add.
  var details: String? {
    if !wording.help.isEmpty { return wording.help }
    return choices.count > 4 ? "One of \(listed(choices, "or"))." : nil
  }

  /// Whether the subcommand with the given name takes the option.
  func applies(to command: String?) -> Bool {
    guard let commands = wording.commands else { return true }
    return command.map(commands.contains) ?? false
  }

  /// The words that its value must be one of; empty when it is free.
  var choices: [String] {
    if case .choices(let words) = values { words } else { [] }
  }
}

/// Subcommands that take the same options.
extension [String] {
  /// Those that check traces.
  static let checking = ["check", "baseline create", "baseline update", "baseline prune"]
  /// Those that check traces or compare them.
  static let checkingOrComparing = checking + ["compare"]
  /// Those that judge events.
  static let judging = checkingOrComparing + ["watch", "worker"]
  /// Those that need a grammar.
  static let usingGrammar =
    judging + ["explain", "rules", "grammar show", "grammar graph"]
  /// Those that write a report.
  static let reporting = ["check", "report"]
  /// Those that read the configuration.
  static let configured =
    checking + [
      "report", "compare", "watch", "worker", "config", "explain", "rules",
    ]
}
