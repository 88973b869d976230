/// Decides whether a message reports the call that it names: only if the name stands alone, or before the first verb.
///
/// | before the name | after it | the message |
/// |---|---|---|
/// | nothing, signs, and labels: a class, a level, a tag, a time, a file, a word such as `called` | anything else | reports the call |
/// | the same | a word that denies, such as `skipped`; what the method is or will do; a question | may report it |
/// | other words of a sentence, or a word that denies | anything | may report it |
///
/// What ends with a sign, such as `Analytics:`, is a label even if it is a few ordinary words.
struct CallRule: Sendable {
  /// Whether a word names whom callbacks are sent to, such as `scene`.
  let isReceiver: @Sendable (Substring) -> Bool

  /// More ordinary words than that are a sentence, whatever sign ends them.
  private static let labelLimit = 3
  /// How many words after a name decide, and in how many characters they are searched.
  private static let wordsAfter = 4
  private static let lengthAfter = 160

  /// Whether the only name in a message is called.
  /// - Parameters:
  ///   - before: the text before the name.
  ///   - after: the text after it.
  ///   - isVague: whether others may have a method of that name, so that words after it make a sentence.
  func isCall(before: String, after: String, isVague: Bool = false) -> Bool {
    let word =
      before.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last ?? ""
    // A list of names, an address or a path, as in `GET /sceneDidBecomeActive`.
    if before.hasSuffix("[\"") || word == "/"
      || word.last == "/" && word.firstRange(of: "://") != nil
      || !isLabel(before)
    {
      return false
    }
    if isVague {
      let last = before.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last ?? ""
      if Self.others.contains(where: last.hasSuffix) || beginsSentence(after) { return false }
    }
    return !Self.goesOn(after)
  }

  /// Whether only labels stand before a name.
  /// - Parameter isStrict: whether a label may have no ordinary words.
  func isLabel(_ text: String, isStrict: Bool = false) -> Bool {
    let words = text.split { !($0.isLetter || "'’".contains($0)) }
    if words.contains(where: { Self.denials.contains($0.lowercased()) }) { return false }
    // Of what has a value, only what names a method.
    if text.hasSuffix("="), !Self.labels.contains(words.last?.lowercased() ?? "") { return false }
    var others: [Substring] = []
    for word in Self.withoutBrackets(text[...]).split(whereSeparator: \.isWhitespace) {
      if let first = word.first, "([{<\"'`“‘«【".contains(first) { others = [] }
      if !isLabel(word) { others.append(word) }
      if others.count > (isStrict ? 0 : Self.labelLimit) { return false }
      let last = word.last ?? ":"
      if word.contains("=") || !(last.isLetter || last.isNumber || ")'’_".contains(last)) {
        if others.count == 1, Self.isVerb(Self.plain(others[0])) { return false }
        others = []
      }
    }
    return others.isEmpty
  }

  // MARK: Words

  /// Whether a word is no word of a sentence: it has no letters, is a name in code, a level, or says that a call happens.
  private func isLabel(_ word: Substring) -> Bool {
    if !word.contains(where: \.isLetter) || word.count == 1 || Self.isNameInCode(word) {
      return true
    }
    let plain = Self.plain(word)
    if Self.labels.contains(plain) || isReceiver(word) { return true }
    guard let first = word.first(where: \.isLetter), first.isUppercase else { return false }
    return word.allSatisfy { !$0.isLowercase } || !Self.isVerb(plain)
  }

  /// Whether a word has signs, numbers or capitals inside, as names of classes, modules, files and threads have.
  private static func isNameInCode(_ word: Substring) -> Bool {
    word.contains { $0.isNumber || "._/\\-#@=&".contains($0) }
      || word.contains(where: \.isLowercase) && word.dropFirst().contains(where: \.isUppercase)
  }

  private static func isVerb(_ word: String) -> Bool {
    word.hasSuffix("ing") || word.hasSuffix("ed")
  }

  private static func plain(_ word: Substring) -> String {
    String(word.filter { $0.isLetter || "'’".contains($0) }).lowercased()
  }

  /// Whether a text goes on with a statement about the callback that comes before it, other than that it is called.
  private static func goesOn(_ text: String) -> Bool {
    let text = text.drop { " '\"`’”»".contains($0) }
    if text.last(where: { $0 != " " }) == "?" || text.hasPrefix("(0 ") { return true }
    if text.first == "=" { return text.dropFirst().first.map { !"=>".contains($0) } ?? false }
    let words = withoutBrackets(text.prefix(lengthAfter))
      .split { !($0.isLetter || $0.isNumber || "'’_".contains($0)) }.prefix(wordsAfter)
    let plain = words.map { $0.lowercased() }
    if zip(words, plain).contains(where: { !isNameInCode($0) && denials.contains($1) })
      || plain.first.map(values.contains) ?? false
    {
      return true
    }
    guard text.first?.isLetter == true, let first = plain.first else { return false }
    if auxiliaries.contains(first) {
      return !plain.dropFirst().prefix(2).contains { labels.contains($0) || $0 == "being" }
    }
    return statements.contains(first)
  }

  /// Whether a text begins with an ordinary word of a sentence.
  private func beginsSentence(_ text: String) -> Bool {
    guard text.first == " ", let word = text.split(separator: " ").first else { return false }
    return word.first?.isLetter == true && word.last?.isLetter == true && !isLabel(word)
  }

  /// A text with a sign in place of each pair of brackets and what is in it, and of each tab.
  private static func withoutBrackets(_ text: Substring) -> String {
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

extension CallRule {
  private static func list(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Levels, and words that say that a call happens now, or what the name is.
  private static let labels = list(
    """
    trace debug info information notice warn warning error fault default critical verbose log dbg inf wrn err df db note
    fatal severe fine silly msg name
    begin begins began call callback called calling complete completed cycle delegate did done end ended ends enter entered
    entering enters entry event events execute executed executing exit exited exiting exits finish finished fire fired firing
    func function got handle handled handling hit hook in inside invoke invoked invoking leave leaving left life lifecycle
    main method notification now on post posted queue reached receive received receiving return returned returning run
    running session start started starting state step system the thread triggered ui
    """)
  /// Words, before a name or soon after it, that may say that it is not called.
  private static let denials = list(
    """
    about addobserver await breakpoint closure deprecated disabled expect expected expects fixme forgot hack ignore ignored
    ignores ignoring implemented instead last miss missed misses missing must never next no not observer pending plan planned
    previous removeobserver should skip skipped skipping skips timed todo unavailable unhandled unimplemented unrecognized
    until wait waiting would xxx
    aren't aren’t didn't didn’t doesn't doesn’t don't don’t hasn't hasn’t isn't isn’t wasn't wasn’t won't won’t
    """)
  /// Words that, directly after a name, are its value.
  private static let values = list("nil null false 0")
  /// Words after which only a form of *call* says that something happened.
  private static let auxiliaries = list("are did get gets had has have is was were got")
  /// Words with which a statement about a method goes on.
  private static let statements = list(
    "can cannot can't comes could does handler handlers implementation may might needs of or requires will"
  )
  /// The ends of names of objects that are no delegates of scenes or of the app.
  private static let others = [
    "Button", "Cell", "Controller", "Field", "Player", "Session", "View",
  ]
}
