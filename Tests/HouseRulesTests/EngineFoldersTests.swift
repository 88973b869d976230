import Foundation
import Testing

/// The folders of the engine are the steps of a check, and each uses only those before it.
@Suite("The folders of the engine") struct EngineFoldersTests {
  /// What uses all others stands in no folder.
  private static let order = [
    "Automata", "Plan", "Store", "Marks", "Slices", "Judging", "Relations", "Findings", "Words",
    "Report", "",
  ]

  private static func folder(_ file: SourceFile) -> String {
    let folders = file.path.split(separator: "/").dropFirst(3).dropLast()
    return folders.first.map(String.init) ?? ""
  }

  /// The words of a file's code, without its comments.
  private static func code(_ file: SourceFile) -> [[Substring]] {
    file.lines.map { line in
      let text = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
      return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
  }

  @Test("use only those before them")
  func triangle() throws {
    let files = SourceFile.files(in: "Sources/Engine/TraceChecking", endingIn: [".swift"])
      .map { (folder: Self.folder($0), code: Self.code($0)) }
    #expect(Set(files.map(\.folder)) == Set(Self.order))
    // A type within another one may have the name of one elsewhere.
    var homes: [Substring: Set<String>] = [:]
    for file in files {
      for line in file.code {
        for (word, name) in zip(line, line.dropFirst())
        where ["struct", "class", "enum", "protocol", "typealias"].contains(word) {
          homes[name, default: []].insert(file.folder)
        }
      }
    }
    var checked = 0
    for file in files {
      let place = try #require(Self.order.firstIndex(of: file.folder))
      for name in Set(file.code.joined()) {
        guard let homes = homes[name], homes.count == 1, let home = homes.first else { continue }
        checked += 1
        let used = try #require(Self.order.firstIndex(of: home))
        #expect(used <= place, "\(file.folder) uses \(name) of \(home)")
      }
    }
    #expect(checked > 200)
  }
}
