internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON
internal import TraceModel
internal import TracePages
internal import TraceReporting

/// What is known about an id that a report prints and that is no rule: a note about a recording, or a cause.
struct NoteExplanation: Explanation {
  var id: String
  /// What it means.
  var meaning: String
  /// What to do about it.
  var action: String

  init(_ id: String, _ meaning: String, do action: String) {
    (self.id, self.meaning, self.action) = (id, meaning, action)
  }

  /// The explanation of an id; nil for one that no report prints.
  static func named(_ id: String) -> NoteExplanation? { all.first { $0.id == id } }

  func text(theme: TextTheme, width: Int) -> String {
    var page = theme.paint(id, .emphasis) + "\n" + wrapped(meaning, width: width) + "\n"
    page += theme.paint("What to do", .emphasis) + "\n" + wrapped(action, width: width, indent: 2)
    return page
  }

  var json: [UInt8] {
    let page: JSONValue = [
      "id": .string(id), "meaning": .string(meaning), "action": .string(action),
    ]
    return page.laidOut()
  }

  static let all: [NoteExplanation] = notes + causes

  /// An id, its meaning and what to do, each in a line; a blank line comes before the next id.
  private static let notes = (EmbeddedFiles.texts["texts/notes.txt"] ?? "").split(separator: "\n\n")
    .map { text in
      let lines = text.split(separator: "\n").map(String.init)
      return NoteExplanation(lines[0], lines[1], do: lines[2])
    }

  private static let causes: [NoteExplanation] = CauseID.allCases.map {
    .init(
      $0.rawValue, $0.summary,
      do:
        "Find \"\($0.rawValue)\" as \"id\" of a cause in JSON reports, to count or route findings by what caused them."
    )
  }
}
