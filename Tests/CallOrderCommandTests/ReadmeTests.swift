import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// What the README and the guides that it points to first promise.
@Suite("README and guides") struct ReadmeTests {
  static let readme = Repository.text("README.md")
  private static let guides = "Sources/Tool/CallOrderKit/Documentation.docc"

  /// The text of a guide to the program.
  static func text(of guide: String) -> String { Repository.text("\(guides)/\(guide)") }

  /// The command lines in the code blocks, without comments and redirections; what a program answers is none.
  static let commands: [String] =
    (["README.md"]
    + ["ComparingRuns", "Configuration", "ContinuousIntegration", "Reports"].map {
      "\(guides)/\($0).md"
    }).flatMap { Repository.codeBlocks(of: $0).filter { $0.language != "console" } }
    .flatMap { $0.code.split(separator: "\n") }.compactMap { line in
      guard line.hasPrefix("callorder ") else { return nil }
      let command = line.split(separator: "#")[0].split(separator: "<")[0]
      return command.trimmingCharacters(in: .whitespaces)
    }

  @Test("show only valid command lines", arguments: commands)
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

  @Test("show a recording, and the actual output of the program about it")
  func sample() throws {
    let blocks = Repository.codeBlocks(of: "README.md")
    let consoles = blocks.indices.filter { blocks[$0].code.hasPrefix("$ callorder ") }
    #expect(consoles.count == 1)
    let place = try #require(consoles.first)
    let recording = try #require(blocks[..<place].last { $0.language == "json" })
    let line = blocks[place].code.prefix { $0 != "\n" }
    let words = line.split(separator: " ").dropFirst(2).map(String.init)
    let folder = try TemporaryFolder()
    try folder.write(recording.code, to: try #require(words.last))
    #expect(blocks[place].code == line + "\n" + callorder(words, in: folder).output)
  }

  @Test("the README is short, and each of its links leads to a file")
  func links() {
    #expect(Self.readme.split(whereSeparator: \.isWhitespace).count <= 900)
    let links = Self.readme.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    #expect(links.count > 20)
    for link in links where !link.hasPrefix("https://") {
      #expect(Repository.bytes(link) != nil, "\(link)")
    }
  }

  @Test("the page about the library lists every guide")
  func guides() {
    let names = Repository.names(in: Self.guides).filter {
      $0.hasSuffix(".md") && $0 != "CallOrderKit.md"
    }
    #expect(names.count > 20)
    let topics = Self.text(of: "CallOrderKit.md")
    for name in names { #expect(topics.contains("- <doc:\(name.dropLast(3))>"), "\(name)") }
  }

  @Test("name every format and every exit status")
  func tables() {
    let guide = Self.text(of: "Reports.md")
    for name in ReportOutput.formatNames { #expect(guide.contains("`\(name)`"), "\(name)") }
    for status in ExitStatus.allCases { #expect(guide.contains("| \(status.rawValue) | ")) }
  }

  @Test("the page about the architecture names all targets, and only types and folders that exist")
  func architecture() throws {
    let guide = Self.text(of: "Architecture.md")
    let manifest = Repository.text("Package.swift")
    let targets = manifest.matches(of: /room\(\s*"\w+", "(\w+)"/).map { String($0.1) }
    #expect(targets.count > 10)
    for target in targets { #expect(guide.contains(target), "\(target)") }
    for match in guide.matches(of: /`((?:Sources|Tests)\/[\w\/]+)`/) {
      let folder = Repository.path(String(match.1))
      #expect(FileManager.default.fileExists(atPath: folder), "\(match.1)")
    }
    // The picture of an event's way names types.
    let blocks = Repository.codeBlocks(of: "\(Self.guides)/Architecture.md")
    let picture = try #require(blocks.first { $0.language == "text" }).code
    let named = Set(picture.matches(of: /\b[A-Z][a-z]+[A-Z]\w+/).map { String($0.0) })
    var declared: Set<String> = []
    for path in Repository.paths(below: "Sources") where path.hasSuffix(".swift") {
      for match in Repository.text("Sources/\(path)").matches(
        of: /\b(?:struct|class|enum|protocol|typealias) ([A-Z]\w+)/)
      {
        declared.insert(String(match.1))
      }
    }
    #expect(named.count > 10 && named.subtracting(declared) == [])
  }

  @Test("have a configuration that is valid")
  func configuration() throws {
    let block = Repository.codeBlocks(of: "\(Self.guides)/Configuration.md")
      .first { $0.language == "json" && $0.code.contains("\"suppressions\"") }
    let folder = try TemporaryFolder()
    try folder.write(try #require(block).code, to: ".callorder.json")
    let run = callorder("config", in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
  }
}
