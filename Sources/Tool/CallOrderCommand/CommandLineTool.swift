internal import TraceFindings
internal import CallOrderKit
internal import TraceModel
internal import TraceSystem

/// Runs the command with the given words.
///
/// This is the only place that turns errors into text and an exit status.
/// - Parameters:
///   - words: the arguments without the program's name.
///   - environment: the surroundings; its channels are flushed at the end.
/// - Returns: the exit status.
package func runCallOrder(_ words: [String], in environment: CommandEnvironment) -> Int32 {
  var status: ExitStatus
  do throws(CommandError) {
    status = try run(try ArgumentParser.parse(words), in: environment)
  } catch {
    if !error.message.isEmpty { environment.note("callorder: \(terminalSafe(error.message))") }
    if let hint = error.hint { environment.note(terminalSafe(hint)) }
    status = error.status
  }
  environment.output.flush()
  if let failure = environment.output.failure {
    environment.note("callorder: cannot write to standard output: \(failure.message)")
    status = .failure
  }
  environment.errorOutput.flush()
  return status.rawValue
}

private func run(
  _ arguments: Arguments, in environment: CommandEnvironment
) throws(CommandError) -> ExitStatus {
  let options = arguments.settings.general
  if options.showsVersion {
    environment.output.write("callorder \(callOrderVersion)\n")
    return .success
  }
  if let help = options.help {
    environment.output.write(HelpPage(isLong: help == .long).text(for: arguments.command))
    return .success
  }
  guard let name = arguments.command else {
    throw .usage("a subcommand is needed, such as 'check'", hint: "Try 'callorder --help'.")
  }
  guard let subcommand = Subcommand.named(name) else {
    let members = CommandGroup.named(name)?.members.map(\.lastWord) ?? []
    throw .usage(
      "'\(name)' needs a subcommand: \(listed(members, "or"))",
      hint: "Try 'callorder \(name) --help'.")
  }
  try checkOperandCount(of: arguments, for: subcommand)
  var configuration = Configuration()
  if subcommand.readsConfiguration {
    configuration = try .inForce(by: options, in: environment)
  }
  return try subcommand.run(
    Invocation(
      command: name, operands: arguments.operands,
      settings: Settings(configuration: configuration, options: arguments.options),
      judging: arguments.judging, configuration: configuration, environment: environment))
}

private func checkOperandCount(
  of arguments: Arguments, for subcommand: Subcommand
) throws(CommandError) {
  let hint = "Try 'callorder \(subcommand.name) --help'."
  if arguments.operands.contains("") {
    throw .usage("'\(subcommand.name)' got an empty argument; is a variable not set?", hint: hint)
  }
  let given = arguments.operands.count
  let needed = subcommand.operands.filter { !$0.isOptional }
  if given < needed.count {
    let missing = needed[given]
    throw .usage(
      "'\(subcommand.name)' needs \(missing.placeholder), \(missing.summary)", hint: hint)
  }
  let isOpen = subcommand.operands.contains(where: \.isRepeatable)
  if !isOpen, given > subcommand.operands.count {
    let extra = arguments.operands[subcommand.operands.count]
    throw .usage("'\(subcommand.name)' takes no argument '\(extra)'", hint: hint)
  }
}
