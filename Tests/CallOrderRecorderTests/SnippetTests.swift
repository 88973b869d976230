import Foundation
import TestSupport
import Testing

/// The code in the guides compiles, with stand-ins for what Linux does not have.
@Suite("Code in guides about recording", .process) struct SnippetTests {
  private static let recorder = "Sources/App/CallOrderRecorder/Documentation.docc"
  private static let kit = "Sources/Tool/CallOrderKit/Documentation.docc"

  @Test(
    "is compiled as Swift",
    arguments: [
      ("\(recorder)/RecordAnApp.md", 11), ("\(kit)/GettingRecordings.md", 2),
      ("\(kit)/TestingAnApp.md", 4), ("README.md", 1),
    ])
  func pages(page: String, count: Int) throws {
    let blocks = blocks(of: page, "swift")
    #expect(blocks.count >= count)
    // A block may use imports and declarations of earlier blocks.
    let messages = try compile([blocks.joined(separator: "\n")])
    #expect(messages == "", "\(page)")
  }

  @Test(
    "is compiled, step by step of the tutorial",
    arguments: [
      ["AppDelegate-1", "SceneDelegate-1", "NotesViewController"],
      ["AppDelegate-2", "SceneDelegate-2", "NotesViewController"],
      ["AppDelegate-2", "SceneDelegate-3", "NotesViewController"], ["ReloadTests"],
    ])
  func tutorial(step: [String]) throws {
    #expect(
      try compile(step.map { Repository.text("\(Self.recorder)/Resources/\($0).swift") }) == "")
  }

  @Test("is compiled as Objective-C", .enabled(if: OtherPrograms.path(of: "clang") != nil))
  func objectiveC() throws {
    let blocks = blocks(of: "\(Self.recorder)/RecordAnApp.md", "objc")
    #expect(!blocks.isEmpty)
    let folder = try TemporaryFolder()
    let header = Repository.path("Tests/CallOrderRecorderTests/StandIns.h")
    for block in blocks {
      try folder.write(block, to: "a.m")
      let messages = try run(
        "clang",
        [
          "-fsyntax-only", "-Wall", "-Wno-objc-root-class", "-include", header, "-I",
          Repository.path("Tests/CallOrderRecorderTests"), folder.path("a.m"),
        ])
      #expect(messages == "")
    }
  }

  @Test("with a mistake does not compile, which shows that the code is really compiled")
  func mistake() throws {
    #expect(try compile(["let scene: UIScene? = CallOrder.strat()"]).contains("strat"))
  }

  /// The code blocks in a language, without those that only use the library, which other tests compile.
  private func blocks(of page: String, _ language: String) -> [String] {
    Repository.codeBlocks(of: page).filter { $0.language == language }.map(\.code)
      .filter { !$0.contains("import CallOrderKit") }
  }

  /// Type-checks texts as the files of one app, in each way in which an app may be built.
  /// - Returns: the messages of the compiler; empty if it accepts them.
  private func compile(_ texts: [String]) throws -> String {
    let modules = try AppleModules.shared.get()
    let folder = try TemporaryFolder()
    var files: [String] = []
    for (index, text) in (texts + [besideGuides]).enumerated() {
      // An app has one of them; a page has several apps. Linux has no Objective-C, so names for it are removed.
      let code = text.replacing("@main\n", with: "").replacing(/@objc(\(\w+\))?\s/, with: "")
      try folder.write(code, to: "\(index).swift")
      files.append(folder.path("\(index).swift"))
    }
    var messages = ""
    // Xcode sets this for an app, but not for its tests. In the gate, every other way is tried.
    let ways = AppleModules.ways.enumerated().filter { place, way in
      (Effort.current == .all || place % 2 == 1)
        && (!way.contains("-default-isolation") || !texts.contains { $0.contains("XCTestCase") })
    }.map(\.element)
    for way in ways {
      let found = try modules.swiftc(["-typecheck", "-module-name", "Notes"] + way + files)
      if !found.isEmpty { messages += "\(way.joined(separator: " ")):\n\(found)" }
    }
    return messages
  }

  @Test("and the recorder that can be pasted into an app are accepted, in each way of building it")
  func pasted() throws {
    let recorder = Repository.text("Sources/Reports/CProgramFiles/integration/CallOrder.swift")
    #expect(try compile([recorder]) == "")
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    try OtherPrograms.run(try #require(OtherPrograms.path(of: program)), arguments).output
  }
}

/// Declarations that are next to a guide's code.
private let besideGuides = """
  import SwiftUI

  struct ContentView: View {}
  """
