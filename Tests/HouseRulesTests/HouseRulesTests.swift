import Foundation
import TestSupport
import Testing

/// Rules for every file of the project that neither the compiler nor the formatter checks.
@Suite("House rules") struct HouseRulesTests {
  @Test("nothing that is shipped imports Foundation", arguments: SourceFile.all(in: "Sources"))
  func noFoundation(file: SourceFile) {
    var forbidden = ["Foundation", "FoundationEssentials", "Dispatch", "XCTest", "Testing"]
    // These targets are for tests only, each for one framework.
    let frameworks = ["CallOrderTesting": "Testing", "CallOrderXCTest": "XCTest"]
    if let own = frameworks[file.target] { forbidden.removeAll { $0 == own } }
    #expect(file.imports.filter(forbidden.contains) == [])
  }

  @Test("jansson, zlib, the embedded files and the operating system have their targets")
  func oneTargetEach() {
    let owners = [
      "CJansson": ["TraceJSON"], "CZlib": ["TracePages", "TraceReading"],
      "CGrammars": ["TraceGrammar"],
      "CProgramFiles": ["TracePages"], "CRT": [], "WinSDK": [],
      "Glibc": ["SystemC"], "Musl": ["SystemC"], "Darwin": ["SystemC"],
      // Two, because apps must not have all of it.
      "SystemC": ["AppSystem", "TraceSystem"],
    ]
    for file in SourceFile.all(in: "Sources") {
      for module in file.imports {
        if let owner = owners[module] { #expect(owner.contains(file.target), "\(file)") }
      }
    }
  }

  /// The package manager lets a target import what it does not declare, and declare what it does not import.
  @Test("a target declares what it imports, and imports what it declares")
  func arrows() {
    let rows = ManifestRow.all()
    #expect(rows.count > 10)
    let own = Set(rows.map(\.name)).union(rows.flatMap(\.needs))
    for row in rows {
      let files = SourceFile.all(in: row.folder)
      // Targets of C only carry files.
      if files.isEmpty || row.isC { continue }
      let imported = Set(files.flatMap(\.imports)).intersection(own)
      #expect(imported.subtracting([row.name]) == row.needs, "\(row.name)")
    }
  }

  @Test("every product is one for apps and their tests, or a tool")
  func products() throws {
    let manifest = Repository.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /products: \[([^\]]*)\]/)?.1)
    let libraries = list.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(Set(libraries) == Set(ManifestRow.productsForApps + ["CallOrderKit"]))
  }

  @Test(
    "what an app or its tests link needs only Swift and the system",
    arguments: ManifestRow.productsForApps)
  func apps(product: String) {
    let rows = ManifestRow.all()
    let reached = ManifestRow.reached(from: product, in: rows)
    let forbidden = ["CProgramFiles", "TraceReading", "TraceReporting", "TracePages"]
    #expect(reached.isDisjoint(with: Self.systemLibraries + forbidden))
    #expect(reached.contains("CGrammars") == (product != "CallOrderRecorder"))
    for name in reached {
      // Targets of C may carry grammars, and nothing else.
      #expect(!name.hasPrefix("C") || name.hasPrefix("CallOrder") || name == "CGrammars", "\(name)")
    }
    let folders = rows.filter { reached.contains($0.name) }.map(\.folder)
    #expect(folders.count == reached.count)
    for folder in folders {
      for file in SourceFile.files(in: folder, endingIn: [".swift", ".c", ".h"]) {
        checkReasons(file)
        if !file.path.hasSuffix(".swift") { checkIncludes(file) }
      }
    }
  }

  /// The libraries that have to be installed.
  private static let systemLibraries: [String] = {
    let manifest = Repository.text("Package.swift")
    let names = manifest.matches(of: /system\("\w+", "(\w+)"/).map { String($0.1) }
    precondition(names.contains("CJansson") && names.contains("CZlib"))
    return names
  }()

  /// Apple rejects apps that call these without saying why in a privacy manifest, so no library for apps calls them.
  /// - Source: Apple, "Describing use of required reason API".
  private func checkReasons(_ file: SourceFile) {
    let calls =
      /\b(?:f?stat|lstat|fstatat|getattrlist|getattrlistbulk|fgetattrlist|statv?fs|fstatv?fs|mach_absolute_time)\s*\(/
    let names =
      /\b(?:systemUptime|UserDefaults|NSUserDefaults|creationDate|modificationDate|fileModificationDate|contentModificationDateKey|creationDateKey|NSFileCreationDate|NSFileModificationDate|attributesOfItem|systemFreeSize|systemSize|volumeAvailableCapacity\w*|volumeTotalCapacity\w*|activeInputModes)\b/
    for (number, line) in file.lines.enumerated() {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
      #expect(!code.contains(calls) && !code.contains(names), "\(file):\(number + 1)\(line)")
    }
  }

  private func checkIncludes(_ file: SourceFile) {
    let included = file.lines.filter { $0.hasPrefix("#include <") }
    #expect(Set(included).isSubset(of: ["#include <stddef.h>"]), "\(file)")
  }

  @Test("the checker alone does not need the operating system")
  func checkerAlone() {
    let reached = ManifestRow.reached(from: "CallOrderCore", in: ManifestRow.all())
    #expect(reached.isDisjoint(with: ["AppSystem", "SystemC", "TraceSystem"]))
  }

  @Test("the recorder that `callorder init recorder` writes needs no reason either")
  func pastedRecorder() throws {
    checkReasons(
      try #require(SourceFile(path: "Sources/Reports/CProgramFiles/integration/CallOrder.swift")))
  }

  @Test("a file has at most 700 lines")
  func length() {
    for file in SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") {
      #expect(file.lines.count <= 700, "\(file) has \(file.lines.count) lines")
    }
  }

  @Test(
    "no source contains reminders or forced operations",
    arguments: SourceFile.all(in: "Sources"))
  func nothingLeftBehind(file: SourceFile) {
    let forbidden = [
      "TO" + "DO", "FIX" + "ME", "XX" + "X", "fatal" + "Error(", "try" + "!", "as" + "! ",
    ]
    for (number, line) in file.lines.enumerated() {
      for word in forbidden {
        #expect(!line.contains(word), "\(file):\(number + 1) has \(word)")
      }
    }
  }

  @Test("the public declarations of the libraries are documented")
  func documentation() {
    for file in SourceFile.all(in: "Sources") {
      for (index, line) in file.lines.enumerated() {
        guard SourceFile.isOpenDeclaration(line), !Self.needsNoText(line) else { continue }
        // Attributes may come between the comment and the declaration.
        let above = file.lines[..<index].last { !SourceFile.words(of: $0).joined().hasPrefix("@") }
        let isDocumented = above.map { SourceFile.words(of: $0).first?.hasPrefix("///") ?? false }
        #expect(isDocumented ?? false, "\(file):\(index + 1)\(line)")
      }
    }
  }

  /// Whether a declaration needs no comment, because it only implements a protocol that is documented elsewhere, or only
  /// sets properties that are.
  private static func needsNoText(_ declaration: String) -> Bool {
    let fulfilled = [
      "package init(", "static func == ", "static func < ", "func hash(into", "var description",
      "var debugDescription",
      "init(stringLiteral", "init(integerLiteral", "init(booleanLiteral", "init(arrayLiteral",
      "init(dictionaryLiteral", "init(stringInterpolation", "init(literalCapacity",
      "func appendLiteral",
      "func appendInterpolation", "mutating func next()", "func makeIterator()", "typealias ",
      "func read(into buffer: UnsafeMutableRawBufferPointer)", "init?(rawValue",
      "var errorDescription",
      // The text that such a constant stands for says all.
      ": Self =",
    ]
    return fulfilled.contains { declaration.contains($0) }
  }

  @Test("the first line of a documentation comment has at most 150 columns")
  func abstracts() {
    for file in SourceFile.all(in: "Sources") {
      var isInComment = false
      for (number, line) in file.lines.enumerated() {
        let isComment = SourceFile.words(of: line).first == "///"
        if isComment, !isInComment { #expect(line.count <= 150, "\(file):\(number + 1)") }
        isInComment = isComment
      }
    }
  }

  @Test("the project has the folders it should have and no others")
  func topLevel() throws {
    let allowed: Set = [
      ".ci", ".git", ".gitignore", ".swift-format", "Makefile", "Package.swift", "README.md",
      "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ".editorconfig",
      ".swift-version",
      // Words that the spelling checker has to accept.
      ".codespellrc",
      // pre-commit looks for it here if it builds the program from its repository.
      ".pre-commit-hooks.yaml",
      "Sources", "Tests", "reports", "traces",
      // Created by building and testing, and ignored by Git.
      ".build", ".venv", ".swiftpm", "Package.resolved", "x-swift-testing.xml", "x.xml",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    #expect(Set(found).subtracting(allowed) == [])
  }

  @Test("tests use one framework, and every folder of tests belongs to a target")
  func tests() throws {
    // The library for XCTest cannot be tested without XCTest.
    for file in SourceFile.all(in: "Tests") where !file.imports.contains("CallOrderXCTest") {
      #expect(!file.imports.contains("XCTest"), "\(file)")
    }
    let manifest = Repository.text("Package.swift")
    for folder in try FileManager.default.contentsOfDirectory(atPath: Repository.path("Tests")) {
      #expect(manifest.contains("\"\(folder)\""), "\(folder)")
    }
  }

  @Test("sources contain no absolute paths, and use American English")
  func words() {
    let places = ["/wo" + "rk/", "/ho" + "me/", "/Use" + "rs/"]
    let spellings = [
      "colo" + "ur", "behavi" + "our", "normalis" + "e", "initialis" + "e", "recognis" + "e",
    ]
    for file in SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") {
      for (number, line) in file.lines.enumerated() {
        for word in places + spellings {
          #expect(!line.lowercased().contains(word), "\(file):\(number + 1) has \(word)")
        }
      }
    }
  }

  @Test("texts and comments use plain, modern words")
  func plainWords() throws {
    let phrases = [
      "mend", "mends", "mended", "mending", "lives", "heard of", "left out of account", "is sound",
      "still told", "expected against actual", "a call too many", "raised here", "read is also",
    ]
    let whole = try Regex("(?i)\\b(\(phrases.joined(separator: "|")))\\b")
    let endings = [
      ".swift", ".md", ".lifecycle", ".js", ".css", ".yml", ".rb", ".sh", ".py", ".tutorial",
    ]
    let texts = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    for file in SourceFile.files(in: "Sources", endingIn: endings)
      + texts.compactMap(SourceFile.init(path:))
    {
      for (number, line) in file.lines.enumerated() {
        #expect(!line.contains("Git" + "hub"), "\(file):\(number + 1)")
        let text = line.lowercased()
        guard phrases.contains(where: text.contains) else { continue }
        #expect(!text.contains(whole), "\(file):\(number + 1)\(line)")
      }
    }
    #expect("the rest is still told".contains(whole) && !"alive, recommended".contains(whole))
  }
}

/// A source file of the project.
struct SourceFile: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  /// The path, relative to the project's folder.
  let path: String
  /// The lines without their line ends.
  let lines: [String]

  var description: String { path }
  var testDescription: String { path }

  /// The name of the target it belongs to.
  var target: String {
    let folders = path.split(separator: "/")
    let level = path.hasPrefix("Sources/") ? 2 : 1
    return folders.count > level ? String(folders[level]) : ""
  }

  /// The modules it imports.
  var imports: [String] {
    lines.compactMap { line in
      // Further in, it is text.
      guard line.contains("import "), !line.hasPrefix("      ") else { return nil }
      let words = Self.words(of: line).filter { !$0.hasPrefix("@") }
      guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
        return nil
      }
      return String(words[words.count - 1].prefix { $0 != "." })
    }
  }

  /// The words of a line.
  static func words(of line: String) -> [Substring] {
    line.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
  }

  /// Whether a line is a public declaration.
  static func isOpenDeclaration(_ line: String) -> Bool {
    guard line.contains("public ") else { return false }
    let words = words(of: line).drop { $0.hasPrefix("@") }
    guard words.first == "public" else { return false }
    let modifiers: Set<Substring> = [
      "static", "final", "mutating", "indirect", "nonisolated", "convenience", "override",
      "private(set)", "internal(set)", "package(set)", "consuming", "borrowing", "public",
      "package",
    ]
    guard let keyword = words.first(where: { !modifiers.contains($0) }) else { return false }
    return keyword != "import" && keyword != "extension"
  }

  init?(path: String) {
    guard let bytes = Repository.bytes(path) else { return nil }
    self.path = path
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// All Swift files below a folder, sorted by path, without the code of tutorials.
  static func all(in folder: String) -> [SourceFile] {
    files(in: folder, endingIn: [".swift"]).filter { !$0.path.contains(".docc/") }
  }

  /// All files below a folder with one of the endings, sorted by path.
  static func files(in folder: String, endingIn endings: [String]) -> [SourceFile] {
    Repository.paths(below: folder).filter { name in endings.contains { name.hasSuffix($0) } }
      .compactMap { SourceFile(path: folder + "/" + $0) }
  }
}
