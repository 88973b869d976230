/// What a log says about callbacks, and what of that was read as calls.
struct UnreadLines: Sendable {
  /// Why a line that names a callback is not read as its call.
  enum Reason: Sendable {
    case mention, severalNames, misspelt, severalMeanings, inSentence, inWords

    /// The end of a clause about the line.
    fileprivate var words: String {
      switch self {
      case .mention: "only mentions it"
      case .severalNames: "names several"
      case .misspelt: "is misspelt"
      case .severalMeanings: "may be one of several"
      case .inSentence: "names it in a sentence"
      case .inWords: "describes it in words"
      }
    }
  }

  /// How many examples a note has, and how long they are.
  private static let exampleLimit = 3
  private static let textLimit = 160

  /// How many messages were read as calls.
  var readCount = 0
  private(set) var unreadCount = 0
  private(set) var examples: [String] = []
  /// The first line that describes a callback in words, and the callback.
  private(set) var firstInWords: (words: String, callback: String)?

  /// Counts a message that was not read.
  /// - Parameter number: the number of its line; nil if it has none.
  mutating func add(_ reason: Reason, _ message: [UInt8], line number: Int?) {
    unreadCount += 1
    if examples.count == Self.exampleLimit { return }
    let text = Self.shown(message)
    examples.append("\(number.map { "line \($0), " } ?? "")\"\(text)\", which \(reason.words)")
  }

  mutating func addInWords(
    _ words: String, _ callback: String, _ message: [UInt8], line number: Int?
  ) {
    add(.inWords, message, line: number)
    if firstInWords == nil { firstInWords = (words, callback) }
  }

  /// The beginning of a message, for people.
  static func shown(_ message: [UInt8]) -> String {
    let text = String(decoding: message.prefix(Self.textLimit), as: UTF8.self)
    return message.count > Self.textLimit ? String(text.dropLast()) + "…" : text
  }

  /// What to do about a log of which nothing is read; nil if nothing in it looks like a call.
  var hint: String? {
    guard let example = examples.first else { return nil }
    if let (words, callback) = firstInWords {
      return "the nearest is \(example); if that is a call, say so with"
        + " \"messages\": {\"\(words)\": \"\(callback)\"} in the configuration"
    }
    return
      "the nearest is \(example); if that is a call, describe such lines with \"messagePatterns\" in the configuration"
  }

  /// A note on what was not read; none if everything was.
  /// - Parameter elements: what the messages are called.
  func notes(_ elements: String) -> [ReadingNote] {
    if unreadCount == 0 { return [] }
    let rest = unreadCount > examples.count ? "; and \(unreadCount - examples.count) more" : ""
    return [
      ReadingNote(
        id: "lines-not-read", count: unreadCount,
        message:
          "read \(readCount) of \(readCount + unreadCount) \(elements) that look like lifecycle calls; not read: "
          + examples.joined(separator: "; ") + rest)
    ]
  }
}
