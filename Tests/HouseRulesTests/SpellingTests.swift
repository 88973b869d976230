import Foundation
import TestSupport
import Testing

/// Checks the texts that people read: all of them for common misspellings (`.codespellrc` lists the exceptions), guides and
/// rules for every word and for usage (`Prose/words.txt` lists the words that no dictionary has).
@Suite("Spelling") struct SpellingTests {
  private static let isThere = OtherPrograms.path(of: "codespell") != nil
  private static let texts = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", ".ci",
    "Sources/Tool/CallOrderKit/Documentation.docc",
    "Sources/App/CallOrderRecorder/Documentation.docc",
    "Sources/Engine/CGrammars/UIScene", "Sources/Engine/CGrammars/Grammars",
    "Sources/Reports/CProgramFiles/integration", "Sources/Reports/CProgramFiles/texts",
    "Tests/CallOrderCommandTests/Snapshots", "reports/report.txt", "reports/report.md",
  ]

  @Test("the texts are spelled right", .enabled(if: OtherPrograms.decide(areThere: isThere)))
  func texts() throws {
    let program = try #require(OtherPrograms.path(of: "codespell"))
    let found = try Self.run(program, Self.texts)
    #expect(found == "")
    // Checks that the program can find something.
    let folder = try TemporaryFolder()
    try folder.write("It occured.", to: "a.md")
    #expect(try Self.run(program, [folder.path]).contains("occured ==> occurred"))
  }

  private static let checkers = [".venv/bin/proselint", ".venv/bin/python"].map(Repository.path)
  private static let canCheckProse =
    OtherPrograms.path(of: "hunspell") != nil
    && checkers.allSatisfy(FileManager.default.isExecutableFile(atPath:))

  @Test(
    "the guides and the rules are plain English",
    .enabled(
      if: OtherPrograms.decide(areThere: canCheckProse),
      "needs hunspell and proselint; 'make validator-tools' installs them"))
  func prose() throws {
    let folders = [
      "Sources/Tool/CallOrderKit", "Sources/App/CallOrderRecorder", "Sources/Engine/CGrammars",
    ]
    let guides = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    let names = folders.flatMap { folder in
      Repository.paths(below: folder).map { "\(folder)/\($0)" }
    }.filter {
      $0.hasSuffix(".lifecycle") || $0.contains("Documentation.docc") && $0.hasSuffix(".md")
    }
    #expect(names.count > 30)
    let snapshots = ["help", "check-help", "explain"].map {
      "Tests/CallOrderCommandTests/Snapshots/\($0).txt"
    }
    let check = ["Prose/prose.py", "Prose/words.txt"].map { "Tests/HouseRulesTests/\($0)" }
    #expect(try Self.run(Self.checkers[1], check + guides + names + snapshots) == "\n")
    // Checks that the programs can find something.
    let folder = try TemporaryFolder()
    try folder.write("It recieves the the call, irregardless.", to: "a.md")
    try folder.write("rule a { title \"It is very unique\" }", to: "a.lifecycle")
    let found = try Self.run(
      Self.checkers[1], check + [folder.path("a.md"), folder.path("a.lifecycle")])
    for words in ["word 'recieves'", "'the the'", "nonwords", "uncomparables"] {
      #expect(found.contains(words), "\(found)")
    }
  }

  private static func run(_ program: String, _ paths: [String]) throws -> String {
    try OtherPrograms.run(program, paths).output
  }
}
