import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

@Suite("Help, manual and completions") struct HelpTests {
  @Test("every subcommand answers -h and --help", arguments: Subcommand.all.map(\.name))
  func help(command: String) {
    let words = command.split(separator: " ").map(String.init)
    let short = callorder(words + ["-h"])
    let long = callorder(words + ["--help"])
    #expect(short.status == 0 && long.status == 0)
    #expect(short.output.hasPrefix("callorder \(command) - "))
    #expect(long.output.count > short.output.count)
    #expect(callorder(["help"] + words).output == long.output)
    for line in (short.output + long.output).split(separator: "\n") {
      #expect(line.utf8.count <= 100, "\(line)")
    }
  }

  @Test("the help of the command and of check does not change")
  func snapshots() {
    expectSnapshot(Array(callorder("--help").output.utf8), named: "help.txt")
    expectSnapshot(Array(callorder("check", "--help").output.utf8), named: "check-help.txt")
    expectSnapshot(Array(callorder("grammar", "-h").output.utf8), named: "grammar-help.txt")
  }

  @Test("every option is in the help, the manual and all completions")
  func oneDefinition() {
    let manual = callorder("man").output
    let shells = ["bash", "zsh", "fish"].map { callorder("completions", $0).output }
    for subcommand in Subcommand.all {
      let words = subcommand.name.split(separator: " ").map(String.init)
      let help = callorder(words + ["--help"]).output
      for flag in subcommand.flags {
        #expect(help.contains("--\(flag.name)"), "\(flag.name) of \(subcommand.name)")
      }
      #expect(manual.contains(".Ss callorder \(subcommand.name)\n"))
    }
    for flag in Flag.all {
      let escaped = flag.name.split(separator: "-").joined(separator: "\\-")
      #expect(manual.contains("Fl \\-\(escaped)"), "\(flag.name)")
      #expect(shells[0].contains("--\(flag.name)"), "\(flag.name)")
      #expect(shells[1].contains("--\(flag.name)"), "\(flag.name)")
      #expect(shells[2].contains(" -l \(flag.name)"), "\(flag.name)")
    }
  }

  @Test(
    "the tables are consistent: no name twice for a subcommand, no option for an unknown subcommand"
  )
  func tables() {
    let names = Set(Subcommand.all.map(\.name))
    #expect(names.count == Subcommand.all.count)
    for flag in Flag.all {
      for command in flag.commands ?? [] {
        #expect(names.contains(command), "\(flag.name) is for '\(command)'")
      }
      #expect(flag.summary.count <= 72 && !flag.summary.hasSuffix("."), "\(flag.name)")
    }
    for subcommand in Subcommand.all {
      let long = subcommand.flags.map(\.name)
      #expect(Set(long).count == long.count, "\(subcommand.name)")
      let short = subcommand.flags.compactMap(\.short)
      #expect(Set(short).count == short.count, "\(subcommand.name)")
      #expect(subcommand.group.map { CommandGroup.named($0) != nil } ?? true)
    }
  }

  @Test("a sentence that begins with typed text keeps its case")
  func caseOfChoices() {
    let manual = callorder("man").output
    #expect(!manual.isEmpty)
    for word in ["github", "gitlab", "trace", "bash", "zsh"] {
      let capital = word.prefix(1).uppercased() + word.dropFirst()
      #expect(!manual.contains("\(capital), "), "\(capital)")
    }
  }

  @Test("mandoc finds no fault in the manual", .enabled(if: canCall("mandoc")))
  func manual() throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("man").output, to: "callorder.1")
    let lint = try bash("mandoc -T lint callorder.1", in: folder)
    #expect(lint.output == "")
    #expect(lint.status == 0)
  }

  @Test(
    "each shell reads its completions without complaint",
    arguments: ["bash", "zsh", "fish"].filter { canCall($0) })
  func syntax(shell: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("completions", shell).output, to: "words")
    let check = try bash("\(shell) -n ./words", in: folder)
    #expect(check.output == "")
    #expect(check.status == 0)
  }

  @Test(
    "bash completes subcommands, options, choices and values after '='",
    .enabled(if: canCall("bash")),
    arguments: [
      ("callorder gr", "grammar"),
      ("callorder --color always gr", "grammar"),
      ("callorder --color = always grammar v", "validate"),
      ("callorder grammar v", "validate"),
      ("callorder check --fail-on w", "warning"),
      ("callorder check --fail-on = w", "warning"),
      ("callorder check --strict", "--strict-baseline"),
      ("callorder check --report js", "json="),
      ("callorder check --report json = wor", "words"),
      ("callorder explain discard-b", "discard-before-disconnect"),
      ("callorder check --rule discard-before-disconnect = o", "off"),
    ])
  func bashCompletion(line: String, expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("completions", "bash").output, to: "words")
    let answer = try bash(
      """
      source ./words
      COMP_WORDS=(\(line))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _callorder 2>/dev/null
      echo "${COMPREPLY[*]}"
      """, in: folder)
    #expect(answer.output.split(whereSeparator: \.isWhitespace).contains(expected[...]))
  }

  @Test("bash 3.2, which has no compopt, completes without a word", .enabled(if: canCall("bash")))
  func oldBash() throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("completions", "bash").output, to: "words")
    let answer = try bash(
      """
      enable -n compopt
      source ./words
      for option in --report --rule; do
        COMP_WORDS=(callorder check $option "")
        COMP_CWORD=3
        _callorder
        [ ${#COMPREPLY[@]} -gt 5 ] || echo none
      done
      """, in: folder)
    #expect(answer.output == "")
  }

  @Test(
    "fish completes subcommands, options and choices", .enabled(if: canCall("fish")),
    arguments: [
      ("callorder gr", "grammar"), ("callorder grammar v", "validate"),
      ("callorder check --fail-on w", "warning"), ("callorder check --strict", "--strict-baseline"),
      ("callorder explain discard-b", "discard-before-disconnect"),
    ])
  func fishCompletion(line: String, expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("completions", "fish").output, to: "words")
    let answer = try bash("fish -c 'source ./words; complete -C \"\(line)\"'", in: folder)
    #expect(answer.output.split(whereSeparator: \.isWhitespace).contains(expected[...]))
  }
}
