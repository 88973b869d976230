internal import TraceFindings

/// The lines of a source file, in which a recorded line may no longer be in the method that recorded it.
struct MethodLines {
  /// How many lines above a recorded one its method may begin.
  private static let reach = 200

  private let lines: [Substring]

  init(_ lines: [Substring]) { self.lines = lines }

  /// Whether the method around a line, counted from 1, is the one that a finding is about. Where no method is found, as in
  /// languages that are not known, the name has to be near.
  func names(_ violation: Violation, at line: Int) -> Bool {
    guard line > 0, line <= lines.count else { return false }
    let words = (Self.words(of: violation.spelling) + [violation.callback]).map { $0.lowercased() }
    let first = max(0, line - Self.reach)
    for index in (first..<line).reversed() where Self.isDeclaration(lines[index]) {
      let text = lines[index..<min(lines.count, index + 5)].joined(separator: " ")
      let head = text.prefix { $0 != "{" }.lowercased()
      return words.contains { word in
        head.contains(word)
          || head.split(whereSeparator: { !$0.isLetter }).contains {
            $0.count > 5 && word.hasPrefix($0)
          }
      }
    }
    let near = lines[max(0, line - 12)..<min(lines.count, line + 2)].joined(separator: " ")
      .lowercased()
    return words.contains { near.contains($0) }
  }

  private static func isDeclaration(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.contains("func ") || text.contains("fun ") || text.hasPrefix("- (")
      || text.hasPrefix("-(")
  }

  /// The words of a spelling that tell its method from others: the second label where the first name is the sender's.
  private static func words(of spelling: String) -> [String] {
    var text = spelling[...]
    if let space = text.lastIndex(of: " ") { text = text[text.index(after: space)...] }
    let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      .filter { $0 != "_" }
    guard let name = parts.first else { return [] }
    let isSender = ["scene", "application", "windowScene"].contains(name)
    return isSender && parts.count > 1 ? [parts[1]] : [name]
  }
}
