import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// What the README promises.
@Suite("README") struct ReadmeTests {
  static let text = String(decoding: Repository.bytes("README.md") ?? [], as: UTF8.self)

  /// The command lines in the code blocks, without comments and redirections.
  static let commands: [String] = text.split(separator: "\n").compactMap { line in
    guard line.hasPrefix("callorder ") else { return nil }
    let command = line.split(separator: "#")[0].split(separator: "<")[0]
    return command.trimmingCharacters(in: .whitespaces)
  }

  @Test("shows only valid command lines", arguments: commands)
  func isUnderstood(command: String) throws {
    // The only shell syntax in the examples is quotes.
    var words: [String] = []
    for (index, part) in command.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    let arguments = try ArgumentParser.parse(Array(words.dropFirst()))
    #expect(arguments.command.flatMap(Subcommand.named) != nil)
  }

  @Test("shows the actual output of the program")
  func sample() {
    let parts = Self.text.components(separatedBy: "```console\n$ callorder ")
    let block = parts.last?.components(separatedBy: "```")[0] ?? ""
    let line = block.prefix { $0 != "\n" }
    let run = callorder(
      line.split(separator: " ").map(String.init), from: String(Repository.root.dropLast()))
    #expect(block == line + "\n" + run.output)
    #expect(parts.count == 2)
  }

  @Test("names every format, every exit status and only targets that exist")
  func tables() {
    for name in ReportOutput.formatNames { #expect(Self.text.contains("`\(name)`"), "\(name)") }
    for status in ExitStatus.allCases { #expect(Self.text.contains("| \(status.rawValue) | ")) }
    let manifest = String(decoding: Repository.bytes("Package.swift") ?? [], as: UTF8.self)
    for match in Self.text.matches(of: /`((?:Trace|CallOrder)[A-Z]\w+)`/) {
      #expect(manifest.contains("\"\(match.1)\""), "\(match.1)")
    }
  }

  @Test("has a whole grammar that is valid")
  func grammar() throws {
    let folder = try TemporaryFolder()
    let block = Self.text.components(separatedBy: "```\ngrammar ").last ?? ""
    try folder.write("grammar " + block.components(separatedBy: "```")[0], to: "own.lifecycle")
    let run = callorder("grammar", "validate", "own.lifecycle", "--witnesses", in: folder)
    #expect(run.status == 0 && run.output.contains("is valid"), "\(run.output)\(run.errorOutput)")
  }

  @Test("has a configuration that is valid")
  func configuration() throws {
    let block = Self.text.components(separatedBy: "```json\n")
      .compactMap { $0.components(separatedBy: "```").first }
      .first { $0.contains("\"suppressions\"") }
    let folder = try TemporaryFolder()
    try folder.write(try #require(block), to: ".callorder.json")
    let run = callorder("config", in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
  }
}
