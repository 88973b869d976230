import Foundation
import TestSupport
import Testing

/// Checks the texts that people read for common misspellings; `.codespellrc` lists the exceptions.
@Suite("Spelling") struct SpellingTests {
  private static let isThere = OtherPrograms.path(of: "codespell") != nil
  private static let texts = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", ".ci",
    "Sources/CallOrderKit/Documentation.docc", "Sources/CallOrderRecorder/Documentation.docc",
    "Sources/CEmbedded/UIScene", "Sources/CEmbedded/Grammars", "Sources/CEmbedded/integration",
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

  private static func run(_ program: String, _ paths: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = paths
    process.currentDirectoryURL = URL(filePath: Repository.path("."))
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
