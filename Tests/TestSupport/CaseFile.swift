import Foundation

/// A text file of cases.
///
/// `== name` begins a case. The first word of a line says what the rest of it means, and the indented lines below are its
/// block, such as the text of a file. Lines before the first case belong to all of them; `#` begins a comment. A line
/// `rows A | B` makes one case of each line of its block: `{A}` and `{B}` stand for the parts of that line.
public struct CaseFile: Sendable {
  /// A line with its block.
  public struct Line: Sendable {
    /// The number of the line in the file, counted from 1.
    public var number: Int
    /// The first word, and the text after it.
    public var word: String
    public var text: String
    /// The indented lines below, without the indentation.
    public var block: [String]

    /// The block as the text of a file, each line with its end.
    public var content: String { block.map { $0 + "\n" }.joined() }

    fileprivate init(_ text: String, number: Int) {
      self.number = number
      word = String(text.prefix { $0 != " " })
      self.text = String(text.dropFirst(word.count + 1))
      block = []
    }

    fileprivate func filled(_ values: [String: String]) -> Line {
      func fill(_ text: String) -> String {
        values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
      }
      var line = Line(fill(text.isEmpty ? word : "\(word) \(text)"), number: number)
      line.block = block.map(fill)
      return line
    }
  }

  /// A case, with the lines that belong to all cases of its file.
  public struct Case: Sendable, CustomStringConvertible {
    /// The path of the file, relative to the project's folder.
    public var path: String
    public var name: String
    public var lines: [Line]

    public var description: String { name }
  }

  /// The cases of all files in a folder of the project.
  public static func all(in folder: String) -> [Case] {
    Repository.names(in: folder).filter { $0.hasSuffix(".txt") }.flatMap { name -> [Case] in
      let path = "\(folder)/\(name)"
      let bytes = Repository.bytes(path) ?? []
      return cases(of: String(decoding: bytes, as: UTF8.self), path: path)
    }
  }

  private static func cases(of text: String, path: String) -> [Case] {
    var parts = [Case(path: path, name: "", lines: [])]
    var blankCount = 0
    for (index, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let last = parts.count - 1
      if text.hasPrefix("== ") {
        parts.append(Case(path: path, name: String(text.dropFirst(3)), lines: []))
      } else if text.isEmpty {
        blankCount += 1
        continue
      } else if text.hasPrefix("  "), let line = parts[last].lines.indices.last {
        parts[last].lines[line].block += Array(repeating: "", count: blankCount)
        parts[last].lines[line].block.append(String(text.dropFirst(2)))
      } else if !text.hasPrefix("#") {
        parts[last].lines.append(Line(String(text), number: index + 1))
      }
      blankCount = 0
    }
    return parts.dropFirst().flatMap { part in
      Case(path: path, name: part.name, lines: parts[0].lines + part.lines).ofEachRow()
    }
  }
}

extension CaseFile.Case {
  /// A case for each combination of the rows that it lists.
  fileprivate func ofEachRow() -> [CaseFile.Case] {
    guard let index = lines.firstIndex(where: { $0.word == "rows" }) else { return [self] }
    let names = lines[index].text.components(separatedBy: " | ")
    return lines[index].block.flatMap { row in
      let values = names.count == 1 ? [row] : Self.parts(of: row)
      var one = self
      one.name += ": " + row
      one.lines.remove(at: index)
      let pairs = Dictionary(uniqueKeysWithValues: zip(names, values))
      one.lines = one.lines.map { $0.filled(pairs) }
      return one.ofEachRow()
    }
  }

  /// What stands between the bars of a row; a bar has spaces or an end of the row on both sides.
  private static func parts(of row: String) -> [String] {
    var parts: [String] = []
    for piece in row.components(separatedBy: "|") {
      let isNew = parts.isEmpty || (parts.last?.last ?? " ") == " " && (piece.first ?? " ") == " "
      if isNew { parts.append(piece) } else { parts[parts.count - 1] += "|" + piece }
    }
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
