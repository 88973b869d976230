/// Decides whether a message reports the call that it names, by what stands before and after the name.
///
/// | before the name | after it | the message |
/// |---|---|---|
/// | nothing, signs, and labels: a class, a level, a tag, a time, a file, a word such as `called` | anything else | reports the call |
/// | the same | says what the method is, or that it is not called; a question | mentions it |
/// | the same | says more, as `will refresh the feed` and `not the first time` do | is unclear |
/// | a word that makes it a condition, a source or a plan: `until`, `from` | anything | mentions it |
/// | other words of a sentence | anything | is unclear |
/// | labels, and the name is one that others may have, too | ordinary words | is unclear |
///
/// What ends with a sign, such as `Analytics:`, is a label even if it is a few ordinary words.
struct CallPlace: Sendable {
  /// What a message says about a callback that it names.
  enum Verdict { case call, unclear, mention }

  /// Whether a word names whom callbacks are sent to, such as `scene`.
  let isReceiver: @Sendable (Substring) -> Bool

  /// More ordinary words than that are a sentence, whatever sign ends them.
  private static let labelLimit = 3

  /// - Parameters:
  ///   - before: the text before the name, or between it and the name before.
  ///   - after: the text after it.
  ///   - isVague: whether others may have a method of that name, so that words after it make a sentence.
  func verdict(before: String, after: String, isVague: Bool = false) -> Verdict {
    if Self.isPath(before) || Self.isDiagnostic(before) || Self.saysMore(after) { return .mention }
    let fields = Self.fields(before)
    if fields.contains(where: Self.relatesSomethingElse) { return .mention }
    if !fields.allSatisfy(isLabel) || Self.saysWhatFollows(after) { return .unclear }
    if isVague, Self.isOfAnother(before) || beginsSentence(after) { return .unclear }
    return .call
  }

  /// Whether only labels stand before a text, and not even a few ordinary words.
  func hasOnlyLabels(before text: String) -> Bool {
    Self.fields(text).allSatisfy { $0.words.allSatisfy { isLabel($0) || Self.plain($0).isEmpty } }
  }

  /// Whether words are a label: the ones right before the name only if each of them is one.
  private func isLabel(_ field: Field) -> Bool {
    field.words.count { !isLabel($0) } <= (field.isClosed ? Self.labelLimit : 0)
  }

  /// Whether a word is no word of a sentence: it has no letters, is a name in code, a level, or says that a call happens.
  private func isLabel(_ word: Substring) -> Bool {
    if !word.contains(where: \.isLetter) || word.count == 1 || Self.isNameInCode(word) {
      return true
    }
    let plain = Self.plain(word)
    if Words.levels.contains(plain) || Words.calls.contains(plain) || isReceiver(word) {
      return true
    }
    guard let first = word.first(where: \.isLetter), first.isUppercase else { return false }
    if word.allSatisfy({ !$0.isLowercase }) { return true }
    return !plain.hasSuffix("ing") && !plain.hasSuffix("ed")
  }

  /// Whether a word has signs, numbers or capitals inside, as names of classes, modules, files and threads have.
  private static func isNameInCode(_ word: Substring) -> Bool {
    word.contains { $0.isNumber || "._/\\-#@=&".contains($0) }
      || word.contains(where: \.isLowercase) && word.dropFirst().contains(where: \.isUppercase)
  }

  /// Whether a word makes what follows a plan, an expectation, or something to be observed.
  /// - Parameter isLabel: whether it is a label alone, as in `Observer: sceneDidBecomeActive`.
  private static func isPlan(_ word: String, isLabel: Bool) -> Bool {
    guard let plan = Words.plans.first(where: { word.hasPrefix($0) }) else { return false }
    return !isLabel || word == plan || word.hasSuffix("ing") || word.hasSuffix("ed")
  }

  /// Whether words make what follows a plan, or, right before the name, a condition or a source.
  private static func relatesSomethingElse(_ field: Field) -> Bool {
    let words = field.words
      .filter { !isNameInCode($0) || Words.observations.contains(plain($0)) }
      .map(plain)
    let isOneLabel = field.isClosed && field.words.count == 1
    return words.contains { isPlan($0, isLabel: isOneLabel) }
      || !field.isClosed && words.contains(where: Words.relations.contains)
  }

  private static func plain(_ word: Substring) -> String {
    String(word.filter { $0.isLetter || $0 == "'" }).lowercased()
  }

  // MARK: After the name

  /// Whether a text continues a sentence about the callback that comes before it.
  private static func saysMore(_ text: String) -> Bool {
    let text = text.drop { " '\"`’”»".contains($0) }
    if text.last(where: { $0 != " " }) == "?" { return true }
    if text.first == "=" { return text.dropFirst().first.map { !"=>".contains($0) } ?? false }
    let words = text.prefix(160).split { !$0.isLetter && $0 != "'" && $0 != "’" }.prefix(4)
      .map { $0.lowercased() }
    if words.starts(with: ["unrecognized", "selector"]) || isNegated(words) { return true }
    return text.first?.isLetter == true && isStatement(words)
  }

  /// Whether words say that a method is not called, or not there.
  private static func isNegated(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).prefix(2).contains {
      Words.negations.contains($0) && ($1 == "implemented" || Words.calls.contains($1))
    }
  }

  /// Whether words go on to state something about a method other than that it is called.
  private static func isStatement(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    if Words.auxiliaries.contains(first) {
      return !words.dropFirst().prefix(2).contains { Words.calls.contains($0) || $0 == "being" }
        || words.contains(where: Words.negations.contains)
    }
    if first == "will", words.count > 1 { return Words.plansAfterWill.contains(words[1]) }
    return Words.statements.contains(first)
  }

  /// Whether a text may say what happens in the call that comes before it.
  private static func saysWhatFollows(_ text: String) -> Bool {
    guard text.first == " ", let word = text.split(separator: " ").first else { return false }
    return ["will", "not"].contains(word.lowercased())
  }

  /// Whether a text begins with an ordinary word of a sentence.
  private func beginsSentence(_ text: String) -> Bool {
    guard text.first == " ", let word = text.split(separator: " ").first else { return false }
    return word.first?.isLetter == true && word.last?.isLetter == true && !isLabel(word)
  }

  // MARK: Before the name

  /// Whether what comes before a name makes it part of an address or a path, as in `GET /sceneDidBecomeActive`.
  private static func isPath(_ text: String) -> Bool {
    let word = text.reversed().prefix { !$0.isWhitespace }.reversed()
    return word.last == "/" && (word.count == 1 || String(word).contains("://"))
  }

  /// Whether the name is in a report of the live checker: `error[rule]: …`, or `event 5, …`.
  private static func isDiagnostic(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard let last = words.last else { return false }
    if last.hasSuffix("]:"), last.contains("[") {
      return ["error[", "warning[", "note["].contains(where: last.hasPrefix)
    }
    return words.count == 2 && words[0] == "event" && last.hasSuffix(",")
      && last.dropLast().allSatisfy(\.isNumber)
  }

  /// Whether the word before a name that others may have, too, is one of those: `[PlayerViewController]`, `textField`.
  private static func isOfAnother(_ text: String) -> Bool {
    let word = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last ?? ""
    return Words.others.contains(where: word.hasSuffix)
  }

  /// Words up to a sign that ends a label, or up to the name.
  private struct Field {
    var words: [Substring] = []
    var isClosed = false
  }

  /// The labels in a text, and the words after the last of them. What is in brackets does not matter.
  private static func fields(_ text: String) -> [Field] {
    var fields: [Field] = []
    var field = Field()
    func close() {
      if field.words.isEmpty { return }
      field.isClosed = true
      fields.append(field)
      field = Field()
    }
    let text = withoutBrackets(text)
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let first = word.first, "([{<\"'`“‘«【".contains(first) { close() }
      if word.contains(where: { $0.isLetter || $0.isNumber }) { field.words.append(word) }
      if let last = word.last,
        !(last.isLetter || last.isNumber || ")'’_".contains(last)) || word.contains("=")
      {
        close()
      }
    }
    // A text without a space before the name, such as `lifecycle/`, is one with it.
    if !field.words.isEmpty { fields.append(field) }
    return fields
  }

  /// A text with a sign in place of each pair of brackets and what is in it, and of each tab.
  private static func withoutBrackets(_ text: String) -> String {
    let pairs: [Character: Character] = [")": "(", "]": "[", "}": "{", ">": "<", "】": "【"]
    var kept: [Character] = []
    for character in text {
      if let opening = pairs[character], let start = kept.lastIndex(of: opening),
        character != ">" || start + 1 < kept.count && kept[start + 1].isLetter
          || kept[start...].contains("_")
      {
        let isCall = character == ")" && start > 0 && kept[start - 1].isLetter
        kept.removeSubrange(start...)
        kept += Array(isCall ? "()" : " | ")
      } else {
        kept += character == "\t" ? Array(" | ") : [character]
      }
    }
    return String(kept)
  }
}

extension CallPlace {
  /// The words that decide, in lowercase.
  private enum Words {
    static let levels: Set = [
      "trace", "debug", "info", "information", "notice", "warn", "warning", "error", "fault",
      "default", "critical",
      "verbose", "log", "dbg", "inf", "wrn", "err", "df", "db", "note", "fatal", "severe", "fine",
      "silly",
    ]
    /// Words that say that a call happens now, or what the name is.
    static let calls: Set = [
      "begin", "begins", "began", "call", "callback", "called", "calling", "complete", "completed",
      "cycle", "delegate",
      "did", "done", "end", "ended", "ends", "enter", "entered", "entering", "enters", "entry",
      "event", "events",
      "execute", "executed", "executing", "exit", "exited", "exiting", "exits", "finish",
      "finished", "fire", "fired",
      "firing", "func", "function", "got", "handle", "handled", "handling", "hit", "hook", "in",
      "inside", "invoke",
      "invoked", "invoking", "leave", "leaving", "left", "life", "lifecycle", "main", "method",
      "notification", "now",
      "on", "post", "posted", "queue", "reached", "receive", "received", "receiving", "return",
      "returned",
      "returning", "run", "running", "start", "started", "starting", "state", "step", "system",
      "the", "thread",
      "triggered", "ui",
    ]
    /// Beginnings of words of plans, expectations, and of what looks at a method instead of calling it.
    static let plans = [
      "about", "addobserver", "removeobserver", "await", "breakpoint", "closure", "completion",
      "deferr", "deprecat",
      "didn't", "doesn't",
      "expect", "fixme", "forg", "hack", "ignor", "implement", "instead", "miss", "must", "never",
      "next", "observ",
      "overrid", "plan", "postpon", "regist", "schedul", "should", "skip", "subscri", "swizz",
      "todo", "unhandled",
      "unimplemented", "unrecogni", "unregist", "until", "wait", "without", "would", "xxx",
    ]
    /// Names of methods that look at another one.
    static let observations: Set = ["addobserver", "removeobserver"]
    /// The ends of names of objects that are no delegates of scenes or of the app.
    static let others = ["Button", "Cell", "Controller", "Field", "Player", "Session", "View"]
    /// Words that relate something else to a callback.
    static let relations: Set = [
      "after", "as", "auf", "avant", "avec", "because", "before", "bevor", "bis", "but",
      "by", "can", "cannot",
      "como", "da", "dans", "de", "después", "en", "for", "from", "future", "hasta", "if", "like",
      "may", "might",
      "mit", "move", "nach", "no", "not", "of", "once", "or", "para", "per", "pour", "see", "since",
      "than", "that",
      "till", "to", "unless", "use", "via", "von", "vor", "was", "wegen", "wenn", "when",
      "whenever", "while", "why",
      "will", "with",
    ]
    /// Words after which only a form of *call* says that something happened.
    static let auxiliaries: Set = [
      "are", "did", "get", "gets", "had", "has", "have", "is", "was", "were", "got",
    ]
    /// Words that make a plan of what comes before *will*.
    static let plansAfterWill: Set = [
      "be", "call", "come", "do", "fire", "follow", "happen", "have", "never", "not", "run", "then",
    ]
    static let negations: Set = [
      "not", "never", "n't", "isn't", "wasn't", "hasn't", "isn’t", "wasn’t", "hasn’t", "didn't",
      "didn’t",
    ]
    /// Words with which a statement about a method goes on.
    static let statements: Set = [
      "aren't", "can", "can't", "cannot", "comes", "could", "does", "doesn't", "doesn’t", "don't",
      "handler", "handlers",
      "hasn't", "implementation", "instead", "isn't", "isn’t", "may", "might", "must", "needs",
      "never",
      "observer", "of", "or", "requires", "should", "shouldn't", "wasn't", "will", "won't", "won’t",
      "would",
    ]
  }
}
