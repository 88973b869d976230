internal import TraceModel

/// The names that a text declares of one kind, each entered once, counted from 0.
struct DeclaredNames<ID: TypedID> {
  private(set) var words: IDArray<ID, Word> = []
  private var indices: [String: ID] = [:]

  /// The names in the order they were entered.
  var texts: [String] { words.map(\.text) }

  /// Enters a name that is not yet there.
  mutating func enter(_ word: Word) {
    indices[word.text] = words.append(word)
  }

  /// The name's number; nil when it was not entered.
  func index(of text: String) -> ID? { indices[text] }

  /// Where the name was entered; nil when it was not.
  func range(of text: String) -> SourceRange? { indices[text].map { words[$0].range } }
}
