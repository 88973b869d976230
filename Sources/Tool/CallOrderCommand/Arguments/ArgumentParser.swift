internal import TraceFindings
internal import TraceModel

/// Turns words into `Arguments` by the tables of flags and subcommands.
struct ArgumentParser {
  private var arguments = Arguments()
  private var words: ArraySlice<String>
  private var optionsEnded = false

  /// Understands the words after the program's name.
  /// - Throws: `CommandError` of status `usage` for the first word that is not understood.
  static func parse(_ words: [String]) throws(CommandError) -> Arguments {
    var parser = ArgumentParser(words: words[...])
    return try parser.run()
  }

  private init(words: ArraySlice<String>) { self.words = words }

  private mutating func run() throws(CommandError) -> Arguments {
    while let word = words.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        try takeOperand(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try takeLongOption(word)
      } else {
        try takeShortOptions(word)
      }
    }
    return arguments
  }

  // MARK: - Operands

  private mutating func takeOperand(_ word: String) throws(CommandError) {
    guard arguments.command == nil else {
      arguments.operands.append(word)
      return
    }
    if Subcommand.named(word) != nil {
      arguments.command = word
    } else if let group = CommandGroup.named(word) {
      arguments.command = try takeMember(of: group)
    } else {
      throw Self.unknownCommand(word)
    }
  }

  /// The subcommand of a group, such as `show` after `grammar`; the group itself when its help is asked for.
  private mutating func takeMember(of group: CommandGroup) throws(CommandError) -> String {
    let hint = "Try 'callorder \(group.name) --help'."
    guard let word = words.first, !(word.hasPrefix("-") && word != "-") else { return group.name }
    let name = "\(group.name) \(word)"
    guard Subcommand.named(name) == nil else {
      words.removeFirst()
      return name
    }
    let names = group.members.map(\.lastWord)
    let refused = "'\(group.name)' has no subcommand '\(word)'"
    if let near = nearestName(to: word, among: names) {
      throw .usage("\(refused); did you mean '\(near)'?", hint: hint)
    }
    throw .usage("\(refused), only \(listed(names, "and"))", hint: hint)
  }

  private static func unknownCommand(_ word: String) -> CommandError {
    if let near = nearestName(to: word, among: Subcommand.firstWords.map(\.name)) {
      return .usage(
        "no subcommand '\(word)'; did you mean '\(near)'?", hint: "Try 'callorder --help'.")
    }
    if word.contains("/") || word.contains(".") {
      return .usage(
        "no subcommand '\(word)'; to check a trace, write 'callorder check \(word)'",
        hint: "Try 'callorder --help'.")
    }
    return .usage("no subcommand '\(word)'", hint: "Try 'callorder --help'.")
  }

  // MARK: - Options

  private mutating func takeLongOption(_ word: String) throws(CommandError) {
    let body = word.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let attached = body.count > name.count ? String(body.dropFirst(name.count + 1)) : nil
    guard let flag = flag(where: { $0.name == name }) else { throw unknownOption("--\(name)") }
    guard flag.placeholder != nil else {
      if let attached {
        throw .usage("option '--\(name)' takes no value, but got '\(attached)'", hint: helpHint)
      }
      return try apply(flag, "", as: "--\(name)")
    }
    if let attached { return try apply(flag, attached, as: "--\(name)") }
    try apply(flag, try takeValue(of: "--\(name)", flag), as: "--\(name)")
  }

  /// `-q`, `-qj2`, `-j 2`: switches may be bundled, and the last letter may take a value.
  private mutating func takeShortOptions(_ word: String) throws(CommandError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let flag = flag(where: { $0.short == letter }) else {
        throw unknownOption("-\(letter)")
      }
      guard flag.placeholder != nil else {
        try apply(flag, "", as: "-\(letter)")
        if flag.name == "help" { arguments.options.append { $0.general.help = .short } }
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      let value = letters.isEmpty ? try takeValue(of: "-\(letter)", flag) : String(letters)
      return try apply(flag, value, as: "-\(letter)")
    }
  }

  private mutating func takeValue(of spelling: String, _ flag: Flag) throws(CommandError) -> String
  {
    if let value = words.popFirst() { return value }
    let placeholder = flag.placeholder ?? "value"
    throw .usage("option '\(spelling)' needs a value, \(placeholder)", hint: helpHint)
  }

  private mutating func apply(
    _ flag: Flag, _ value: String, as spelling: String
  ) throws(CommandError) {
    if flag.placeholder != nil, value.isEmpty {
      throw .usage(
        "option '\(spelling)' got an empty value; is a variable not set?", hint: helpHint)
    }
    if !flag.choices.isEmpty, !flag.choices.contains(value) {
      throw .usage(
        wrongChoice("option '\(spelling)'", value, among: flag.choices), hint: helpHint)
    }
    do throws(CommandError) {
      arguments.options.append(try flag.parse(value))
      if flag.isRepeatedInCommands {
        arguments.judging += ["--\(flag.name)"] + (value.isEmpty ? [] : [value])
      }
    } catch {
      throw .usage("option '\(spelling)': \(error.message)", hint: error.hint ?? helpHint)
    }
  }

  private func flag(where isMeant: (Flag) -> Bool) -> Flag? {
    Flag.all.first { isMeant($0) && $0.applies(to: arguments.command) }
  }

  private func unknownOption(_ spelling: String) -> CommandError {
    let name = String(spelling.drop { $0 == "-" })
    let known = Flag.all.filter { $0.applies(to: arguments.command) }.map(\.name)
    if let near = nearestName(to: name, among: known), spelling.hasPrefix("--") {
      return .usage("unknown option '\(spelling)'; did you mean '--\(near)'?", hint: helpHint)
    }
    let elsewhere = Flag.all.first { $0.name == name }?.commands ?? []
    if let command = arguments.command, !elsewhere.isEmpty {
      let commands = listed(elsewhere.map { "'\($0)'" }, "and")
      return .usage(
        "'\(command)' has no option '\(spelling)'; \(commands) \(elsewhere.count == 1 ? "has" : "have") it",
        hint: helpHint)
    }
    if arguments.command == nil, !elsewhere.isEmpty {
      return .usage("option '\(spelling)' belongs after the subcommand", hint: helpHint)
    }
    return .usage("unknown option '\(spelling)'", hint: helpHint)
  }

  private var helpHint: String {
    "Try 'callorder \(arguments.command.map { $0 + " " } ?? "")--help'."
  }
}

/// The sentence for a word that is none of the choices.
func wrongChoice(_ what: String, _ word: String, among choices: [String]) -> String {
  let refused = "\(what) cannot be '\(word)'"
  if let near = nearestName(to: word, among: choices) {
    return "\(refused); did you mean '\(near)'?"
  }
  return "\(refused); choose from \(listed(choices, "and"))"
}
