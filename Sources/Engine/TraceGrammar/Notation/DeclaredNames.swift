internal import TraceModel

/// The names that a text declares of one kind, each entered once, counted from 0.
struct DeclaredNames<ID: TypedID> {
  private(set) var words: IDArray<ID, Word> = []
  private var indices: [String: ID] = [:]

  /// The names in the order they were entered.
  var texts: [String] { words.map(\.text) }

  /// What became of a name that was to be entered.
  enum Entry {
    case entered(ID)
    /// It was entered before; where that was.
    case repeated(SourceRange)
    case isBeyond(limit: Int)
  }

  /// Enters a name that is not yet there.
  mutating func enter(_ word: Word) {
    indices[word.text] = words.append(word)
  }

  /// Enters a name if it is not yet there, and there are not too many.
  mutating func enter(_ word: Word, atMost limit: Int) -> Entry {
    let number = words.endIndex
    guard number.index < limit else {
      return range(of: word.text).map { .repeated($0) } ?? .isBeyond(limit: limit)
    }
    if let first = indices.updateValue(number, forKey: word.text) {
      indices[word.text] = first
      return .repeated(words[first].range)
    }
    return .entered(words.append(word))
  }

  /// The name's number; nil when it was not entered.
  func index(of text: String) -> ID? { indices[text] }

  /// The number of a name by its declaration; nil when another one was entered first.
  func index(declaredBy word: Word) -> ID? {
    index(of: word.text).flatMap { words[$0] == word ? $0 : nil }
  }

  /// Where the name was entered; nil when it was not.
  func range(of text: String) -> SourceRange? { indices[text].map { words[$0].range } }
}
