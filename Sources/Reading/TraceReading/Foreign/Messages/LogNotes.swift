/// What a log says besides the calls that are read: for notes, and for the advice on a log without calls.
struct LogNotes: Sendable {
  /// How many messages were read as calls.
  var readCount = 0
  /// How many lines belong to the call before them.
  var sameCount = 0
  /// Messages that are not searched to their end.
  var longCount = 0
  /// Messages that hide a text or an identity.
  var hiddenCount = 0
  /// Whether a call is said to be one of an app of the watch.
  var isOfWatch = false
  /// How the phases of a framework can be checked that are reported, and not read.
  var frameworkAdvice: String?
  private var unreadCount = 0
  private var unread: [String] = []
  /// The numbers of the next ones.
  private var unreadLines: [Int] = []
  /// A trace is about one app: the first program with any calls.
  private var program: String?
  private var otherCount = 0
  private var other = ""
  /// The first words that describe a callback, and the callback.
  private var example: (words: String, callback: String)?

  private static let unreadLimit = 3
  private static let unreadLineLimit = 8
  private static let textLimit = 160

  /// The beginning of a message, for people.
  static func shown(_ message: [UInt8]) -> String {
    let text = String(decoding: message.prefix(textLimit), as: UTF8.self)
    return message.count > textLimit ? String(text.dropLast()) + "…" : text
  }

  // MARK: What is noted

  /// Notes a message that names a callback and was not read.
  /// - Parameters:
  ///   - reason: why not; nil if the name says it. The end of a clause about the line.
  ///   - number: the number of its line; nil if it has none.
  mutating func addUnread(
    _ name: NameFinder.Found?, _ reason: String?, _ message: [UInt8], line number: Int?
  ) {
    unreadCount += 1
    if example == nil, let name, name.kind == .inWords { example = (name.spelling, name.callback) }
    if unread.count == Self.unreadLimit {
      if let number, unreadLines.count < Self.unreadLineLimit { unreadLines.append(number) }
      return
    }
    let place = number.map { "line \($0), " } ?? ""
    unread.append(
      "\(place)\"\(Self.shown(message))\", which \(reason ?? name?.kind.rawValue ?? "")")
  }

  /// Whether calls of a program count. If not, the call is noted.
  mutating func includes(_ program: String) -> Bool {
    if self.program == nil { self.program = program }
    if self.program == program { return true }
    if otherCount == 0 { other = program }
    otherCount += 1
    return false
  }

  /// Whether the calls of a program do not count, as far as is known by now.
  func isOther(_ program: String) -> Bool { self.program.map { $0 != program } ?? false }

  // MARK: What is told

  /// What the messages so far say about the recording.
  var metadata: [TraceHeader.Member] { isOfWatch ? [.init(name: "os", value: "watchOS")] : [] }

  private static let hidden =
    "as <private>; let the app log callbacks and identities with privacy: .public, as in"
    + " \"\\(#function, privacy: .public)\""

  /// What to do about a log without calls.
  var advice: String {
    let (words, callback) = example ?? ("scene is active", "sceneDidBecomeActive")
    return
      "say what its lines mean in .callorder.json, with \"messagePatterns\", or with"
      + " \"messages\": {\"\(words)\": \"\(callback)\"}"
  }

  /// Why a log without calls may have none, and what to do about it; nil if nothing is known.
  var cause: String? {
    let hidden = hiddenCount > 0 ? "\(counted(hiddenCount, "message")) hidden \(Self.hidden)" : nil
    let nearest = unread.first.map { "the nearest is \($0); if that is a call, \(advice)" }
    let causes = [hidden, frameworkAdvice, nearest].compactMap(\.self)
    return causes.isEmpty ? nil : causes.joined(separator: "; ")
  }

  /// Notes on the messages so far.
  /// - Parameter elements: what the messages are called.
  func notes(_ elements: String) -> [ReadingNote] {
    let lines = unreadLines.map { "line \($0)" }
    let rest = unreadCount - unread.count - lines.count
    let more = (lines + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
    let notes = [
      (
        "lines-not-read", unreadCount,
        "read \(readCount) of \(readCount + unreadCount) \(elements) that look like lifecycle calls; not read: "
          + unread.joined(separator: "; ") + (more.isEmpty ? "" : "; and \(more)")
      ),
      (
        "lines-of-one-call", sameCount,
        "\(counted(sameCount, "line")) of the same call as the line before, by its method or by another logger"
      ),
      (
        PrivacyNotes.id, hiddenCount,
        "\(counted(hiddenCount, "message")) hidden at least in part \(Self.hidden)"
      ),
      (
        "long-message", longCount,
        "\(counted(longCount, "message")) too long, more than \(LogReader.lengthLimit) bytes or too much for the patterns;"
          + " what may have changed by then is unknown"
      ),
      (
        "other-programs", otherCount,
        "\(counted(otherCount, "call")) of programs other than \"\(program ?? "")\", such as \"\(other)\"; a trace is about"
          + " one app, so they are not checked"
      ),
    ]
    return notes.filter { $0.1 > 0 }.map { ReadingNote(id: $0, count: $1, message: $2) }
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) is" : "\(count) \(noun)s are"
  }
}

/// What the unified log shows as `<private>`: every text that is not a literal, including the name of a callback by
/// `#function`, unless the app says otherwise.
package enum PrivacyNotes {
  /// The id of the notes.
  package static let id = "redacted-messages"

  /// Whether a value is hidden.
  package static func isRedacted(_ value: String) -> Bool { value.hasPrefix("<private>") }
}
