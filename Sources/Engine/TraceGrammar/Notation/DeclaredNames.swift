internal import TraceModel

/// The names that a text declares of one kind, each entered once, counted from 0.
struct DeclaredNames<ID: TypedID> {
  private(set) var words: IDArray<ID, Word> = []
  /// As numbers, so that all kinds of names share one type of dictionary: each type takes its time to make.
  private var numbers: [String: Int] = [:]

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
    numbers[word.text] = words.append(word).index
  }

  /// Enters a name if it is not yet there, and there are not too many.
  mutating func enter(_ word: Word, atMost limit: Int) -> Entry {
    if let first = range(of: word.text) { return .repeated(first) }
    if words.count >= limit { return .isBeyond(limit: limit) }
    enter(word)
    return .entered(ID(words.count - 1))
  }

  /// The name's number; nil when it was not entered.
  func index(of text: String) -> ID? { numbers[text].map { ID($0) } }

  /// The number of a name by its declaration; nil when another one was entered first.
  func index(declaredBy word: Word) -> ID? {
    index(of: word.text).flatMap { words[$0] == word ? $0 : nil }
  }

  /// Where the name was entered; nil when it was not.
  func range(of text: String) -> SourceRange? { index(of: text).map { words[$0].range } }
}
