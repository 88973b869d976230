internal import TraceModel
internal import TraceSystem
internal import TraceFindings
internal import TraceReporting

/// A subcommand, described once: parsing, help, manual and completions derive from it.
struct Subcommand: Sendable {
  /// A word it takes besides options.
  struct Operand: Sendable {
    /// How it is called in the help, in capitals.
    var placeholder: String
    /// What a shell proposes for it.
    var values: Flag.Values
    /// Whether it may be left out.
    var isOptional = false
    /// Whether several may follow.
    var isRepeatable = false
    /// What it is, in half a line.
    var summary: String

    /// The traces to check; those of the configuration if none is typed.
    static let traces = Operand(
      placeholder: "PATH", values: .path, isOptional: true, isRepeatable: true,
      summary: "a trace, a folder of traces, or - for standard input")
    /// Files of saved reports.
    static let savedReports = Operand(
      placeholder: "REPORT", values: .file, isRepeatable: true,
      summary: "a saved JSON report, or - for standard input")
  }

  /// One or two words, such as `check` or `grammar show`.
  var name: String
  /// What it does, in half a line.
  var summary: String
  /// What it does, in paragraphs that are wrapped where they are shown.
  var discussion: [String] = []
  /// The words it takes.
  var operands: [Operand] = []
  /// Command lines worth showing, each with what it does.
  var examples: KeyValuePairs<String, String> = [:]
  /// Does the work.
  var run: @Sendable (Invocation) throws(CommandError) -> ExitStatus

  /// The group it belongs to; nil for one of its own.
  var group: String? {
    let words = name.split(separator: " ")
    return words.count > 1 ? String(words[0]) : nil
  }

  /// Its name within its group.
  var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The options it takes, in the order of the table.
  var flags: [Flag] { Flag.all.filter { $0.applies(to: name) } }

  /// Whether the configuration concerns it.
  var readsConfiguration: Bool { [String].configured.contains(name) }

  /// How its operands are written in a usage line.
  var operandSyntax: String {
    operands.map { operand in
      let word = operand.placeholder + (operand.isRepeatable ? "..." : "")
      return operand.isOptional ? "[\(word)]" : word
    }.joined(separator: " ")
  }

  /// The subcommand with the given full name.
  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// What can follow the program's name: the subcommands without a group, then the groups.
  static var firstWords: [(name: String, summary: String)] {
    all.filter { $0.group == nil }.map { ($0.name, $0.summary) }
      + CommandGroup.all.map { ($0.name, $0.summary) }
  }
}

/// Subcommands that share their first word.
struct CommandGroup: Sendable {
  /// The first word.
  var name: String
  /// What they are about, in half a line.
  var summary: String

  /// The subcommands in it.
  var members: [Subcommand] { Subcommand.all.filter { $0.group == name } }

  /// The group with the given name.
  static func named(_ name: String) -> CommandGroup? { all.first { $0.name == name } }

  /// All groups, in the order of the help.
  static let all = [
    CommandGroup(name: "grammar", summary: "list, show, validate or draw lifecycle grammars"),
    CommandGroup(name: "baseline", summary: "accept known findings, so that only new ones fail"),
  ]
}

/// One call of a subcommand.
struct Invocation {
  /// The name of the subcommand.
  var command: String
  /// The words that are neither options nor the subcommand.
  var operands: [String]
  /// What options and the configuration decide.
  var settings: Settings
  /// The words of options that decide what is wrong.
  var judging: [String] = []
  /// The configuration; empty when the subcommand reads none.
  var configuration: Configuration
  /// The surroundings.
  var environment: CommandEnvironment

  /// What the configuration alone decides.
  var configured: Settings { Settings(configuration: configuration, options: []) }

  /// The result of the closure; its errors name the configuration if this has the value.
  func naming<Result>(
    _ member: String, if isConfigured: Bool, _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    do throws(CommandError) { return try body() } catch {
      guard isConfigured, let path = configuration.path else { throw error }
      var error = error
      error.message = "\(path): \(member): \(error.message)"
      throw error
    }
  }

  /// Writes text to standard output.
  func write(_ text: String) { environment.output.write(text) }

  /// Writes bytes to standard output.
  func write(_ bytes: [UInt8]) { environment.output.write(bytes) }

  /// Writes what is made piece by piece to standard output.
  func write(_ pieces: (_ take: PieceTaker) -> Void) {
    pieces { piece in
      environment.output.write(piece)
      return !environment.output.isClosed
    }
  }

  /// Whether a person reads in the report what could not be read, so that it need not be said again.
  var showsFailuresInReport: Bool {
    command == "check" && settings.output.format == "text" && !settings.output.isQuiet
      && (environment.output.isTerminal || environment.output.isSame(as: environment.errorOutput))
  }

  /// The grammar as another command has to name it; nil if the configuration does, or if it is UIKit's.
  var grammarToRepeat: String? {
    let grammar = settings.input.grammar
    return grammar == configured.input.grammar || grammar == "-" ? nil : grammar
  }

  /// Whether standard output gets color.
  var colorsOutput: Bool {
    settings.general.color.isOn(
      variables: environment.variables, isTerminal: environment.output.isTerminal)
  }

  /// The style of text on standard output.
  var theme: TextTheme { colorsOutput ? .color : .plain }

  /// The columns of standard output if it is a terminal; nil for lines of any length.
  var outputWidth: Int? { environment.output.isTerminal ? environment.terminalWidth : nil }

  /// Whether standard error gets color.
  var colorsErrors: Bool {
    settings.general.color.isOn(
      variables: environment.variables, isTerminal: environment.errorOutput.isTerminal)
  }
}
