import Foundation
import TestSupport
import Testing

/// The code in the guides compiles, with stand-ins for what Linux does not have.
@Suite("Code in guides about recording", .slow) struct SnippetTests {
  private static let recorder = "Sources/App/CallOrderRecorder/Documentation.docc"
  private static let kit = "Sources/Tool/CallOrderKit/Documentation.docc"

  @Test(
    "is compiled as Swift",
    arguments: [
      ("\(recorder)/RecordAnApp.md", 11), ("\(kit)/GettingRecordings.md", 2),
      ("\(kit)/TestingAnApp.md", 4), ("README.md", 1),
    ])
  func pages(page: String, count: Int) throws {
    let blocks = try blocks(of: page, "swift")
    #expect(blocks.count >= count)
    // A block may use imports and declarations of earlier blocks.
    let messages = try compile([blocks.joined(separator: "\n")])
    #expect(messages == "", "\(page)")
  }

  @Test("is compiled, step by step of the tutorial", arguments: 1...3)
  func tutorial(step: Int) throws {
    let files = [
      "AppDelegate-\(min(step, 2)).swift", "SceneDelegate-\(step).swift",
      "NotesViewController.swift", "ReloadTests.swift",
    ]
    let messages = try compile(files.map { try text("\(Self.recorder)/Resources/\($0)") })
    #expect(messages == "")
  }

  @Test("is compiled as Objective-C", .enabled(if: OtherPrograms.path(of: "clang") != nil))
  func objectiveC() throws {
    let blocks = try blocks(of: "\(Self.recorder)/RecordAnApp.md", "objc")
    #expect(!blocks.isEmpty)
    let folder = try TemporaryFolder()
    let header = Repository.path("Tests/CallOrderRecorderTests/StandIns.h")
    for block in blocks {
      try folder.write("@implementation SceneDelegate\n\(block)\n@end\n", to: "a.m")
      let messages = try run(
        "clang",
        ["-fsyntax-only", "-Wall", "-Wno-objc-root-class", "-include", header, folder.path("a.m")])
      #expect(messages == "")
    }
  }

  @Test("with a mistake does not compile, which shows that the code is really compiled")
  func mistake() throws {
    #expect(try compile(["let scene: UIScene? = CallOrder.strat()"]).contains("strat"))
  }

  /// The code blocks in a language, without those that only use the library, which other tests compile.
  private func blocks(of page: String, _ language: String) throws -> [String] {
    try text(page).components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.contains("import CallOrderKit") }
  }

  /// Compiles texts as the files of one program.
  /// - Returns: the messages of the compiler; empty if it accepts them.
  private func compile(_ texts: [String]) throws -> String {
    let folder = try TemporaryFolder()
    var files = [Repository.path("Tests/CallOrderRecorderTests/StandIns.swift")]
    for (index, text) in (texts + [xctestStandIns]).enumerated() {
      let code = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        !["@main", "import UIKit", "import SwiftUI", "import Flutter"].contains(line)
      }
      // Linux has no Objective-C, so names for it are removed.
      let portable = code.joined(separator: "\n").replacing(/@objc(\(\w+\))?\s/, with: "")
      try folder.write(
        "import CallOrderRecorder\nimport UIKitStandIn\nimport XCTest\n" + portable,
        to: "\(index).swift")
      files.append(folder.path("\(index).swift"))
    }
    let build = Self.buildFolder
    let libraries = ["CJansson", "CZlib"].flatMap {
      ["-I", Repository.path("Sources/Reading/\($0)")]
    }
    let modules = ["-I", "\(build)/Modules"] + libraries
    let inC = ["CGrammars", "CProgramFiles"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(build)/\($0).build/module.modulemap"]
    }
    let headers = ["-Xcc", "-I" + Repository.path("Sources/Engine/CGrammars/include")]
    let arguments = ["-typecheck", "-swift-version", "6", "-D", "DEBUG"] + headers
    return try run("swiftc", arguments + modules + inC + files)
  }

  private static let buildFolder: String = {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
    return URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .path(percentEncoded: false)
  }()

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(OtherPrograms.path(of: program)))
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(path)), as: UTF8.self)
  }
}

/// Stand-ins for Apple's XCTest, and for declarations that are next to a guide's code.
private let xctestStandIns = """
  class XCTAttachment {
    enum Lifetime { case keepAlways }
    var name: String?
    var lifetime = Lifetime.keepAlways
    init(contentsOfFile: URL) {}
  }

  extension XCTestCase {
    func add(_ attachment: XCTAttachment) {}
  }

  @MainActor class XCUIElement {
    func tap() {}
  }

  @MainActor class XCUIElementQuery {
    subscript(name: String) -> XCUIElement { XCUIElement() }
  }

  @MainActor class XCUIApplication {
    var launchEnvironment: [String: String] = [:]
    let buttons = XCUIElementQuery()
    func launch() {}
  }

  @MainActor class XCUIDevice {
    enum Button { case home }
    static let shared = XCUIDevice()
    func press(_ button: Button) {}
  }

  // The file that the tests of a guide read.
  let samplePath = "traces/conforming/cold-launch.json"
  """
