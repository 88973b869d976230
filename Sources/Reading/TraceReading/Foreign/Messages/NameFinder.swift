/// Finds the names of callbacks in a message, whether the message reports a call or only mentions one.
struct NameFinder {
  /// A name in a message, and its position.
  struct Found: Equatable {
    /// How certain it is that a callback is meant, and why a line that has it is perhaps no call: the end of a clause
    /// about the line.
    enum Kind: String {
      /// It is a callback's name.
      case certain = "names it in a sentence"
      /// It is only a part of one, and nothing says who is called.
      case vague = "does not say whose method it is"
      /// It is one of several callbacks, as `scene()` is.
      case oneOfSeveral = "may be one of several"
      /// It is perhaps misspelt.
      case misspelt = "is misspelt"
      /// It says in plain language what the callback is called.
      case inWords = "describes it in words"
    }

    /// The name as a spelling of the grammar, or as it stands there if it is none.
    var spelling: String
    /// The callback's short name; empty if it is not known.
    var callback = ""
    var kind = Kind.certain
    var range: Range<Int>

    /// Whether it is a callback's name, even if nothing says whose.
    var isName: Bool { kind == .certain || kind == .vague }
  }

  private let message: [UInt8]
  private let vocabulary: CallbackVocabulary
  private let known: CallNames
  /// Whom the message is from, if the log says so elsewhere.
  private let sender: String?

  /// A longer word is not a name; it may be part of a data dump.
  private static let wordLimit = 256
  /// How many bytes the arguments of a call may have.
  private static let argumentLimit = 1_024
  /// A shorter word is no constant.
  private static let constantLength = 8
  /// How many words of them may be labels.
  private static let labelLimit = 16
  /// A name of fewer words needs a receiver.
  private static let leastWords = 3
  /// How far before a name its receiver is searched.
  private static let receiverDistance = 256
  /// How many names of a message are looked at.
  private static let nameLimit = 8

  init(
    _ message: [UInt8], _ vocabulary: CallbackVocabulary, _ known: CallNames, sender: String? = nil
  ) {
    (self.message, self.vocabulary, self.known) = (message, vocabulary, known)
    self.sender = sender.flatMap { known.receiver(named: $0.prefix { $0 != "." }) }
  }

  /// The names in the message, the first ones if there are many.
  /// - Complexity: O(message), except for long chains of labels.
  func names() -> [Found] {
    var found: [Found] = []
    var words: [Range<Int>] = []
    var index = 0
    while index < message.count, found.count < Self.nameLimit {
      guard startsWord(index) else {
        index += 1
        continue
      }
      let end = isBracketed(index) ? index + 2 : pathEnd(index)
      // An emoji is no word of a name.
      if message[index..<end].contains(where: isASCIILetter) {
        words.append(lastPart(of: index..<end))
      }
      guard let name = method(at: index) ?? spoken(words) ?? inWords(words) else {
        if words.count > 4 { words.removeFirst() }
        index = end
        continue
      }
      // Words before a name may belong to it, as in `continue userActivity`.
      while let last = found.last, last.range.overlaps(name.range) { found.removeLast() }
      // A name that is right counts before those that only look like one.
      if name.isName { found.removeAll { $0.kind == .misspelt } }
      if name.isName || found.count < Self.nameLimit - 1 { found.append(name) }
      index = name.range.upperBound
      words = []
    }
    return found
  }

  private func startsWord(_ index: Int) -> Bool {
    if isBracketed(index) { return true }
    guard isNameByte(message[index]) else { return false }
    return index == 0 || !(isNameByte(message[index - 1]) || message[index - 1] == dot)
  }

  // MARK: Methods

  /// The method at an index: the longest text that is a spelling, a call with its arguments, or what may be one.
  private func method(at index: Int) -> Found? {
    for end in ends(from: index) {
      let spelling = text(index..<end)
      guard let meaning = vocabulary.meaningInProse(spelling) else { continue }
      let isBase = vocabulary.meaning(spelling) == nil
      return Found(
        spelling: isBase ? spelling + "(_:)" : spelling, callback: meaning.callback,
        range: index..<max(end, argumentsEnd(end)))
    }
    let end = pathEnd(index)
    guard !isBracketed(index), end < message.count,
      message[end] == UInt8(ascii: "(") || message[end] == colon
    else { return nil }
    let base = text(lastPart(of: index..<end))
    let close = argumentsEnd(end)
    // People forget colons, and write the values and types of arguments.
    let arguments = text(end..<min(close, end + Self.wordLimit))
    let words = arguments.split { !($0.isLetter || $0.isNumber) }.prefix(Self.labelLimit)
    let names = words.map { base + $0 } + [text(index..<end) + arguments]
    if close > end, let callback = names.lazy.compactMap({ known.callback($0) }).first {
      return Found(spelling: callback, callback: callback, range: index..<close)
    }
    guard known.isBaseName(base) else { return nil }
    var rest = end + 1
    while rest < message.count, isNameByte(message[rest]) || message[rest] == colon { rest += 1 }
    let said = text(end..<rest)
    // Labels may be misspelt or cut off, as in `scene:willConn`, or missing, as in `scene()`.
    let isCut =
      rest - index <= Self.wordLimit && known.sharesParts(said)
      && known.callback(base + said) == nil
      && !said.split { "(:_".contains($0) }.contains {
        known.callback(String($0), of: base) != nil
      }
    let range = index..<max(rest, close)
    return isCut || close == end + 2
      ? Found(spelling: text(range), kind: .oneOfSeveral, range: range) : nil
  }

  /// The indices at which a spelling that begins at an index may end, farthest first.
  private func ends(from index: Int) -> [Int] {
    if isBracketed(index) {
      return message[index...].prefix(512).firstIndex(of: UInt8(ascii: "]")).map { [$0 + 1] } ?? []
    }
    let end = pathEnd(index)
    if end - index > Self.wordLimit { return [] }
    var ends = [end]
    if end < message.count, message[end] == UInt8(ascii: "(") {
      var close = end + 1
      while close < message.count, isNameByte(message[close]) || message[close] == colon {
        close += 1
      }
      if close < message.count, message[close] == UInt8(ascii: ")") { ends.append(close + 1) }
    } else {
      var label = end
      while label < message.count, message[label] == colon, ends.count < 16 {
        ends.append(label + 1)
        label = message.nameEnd(from: label + 1)
      }
    }
    return ends.reversed()
  }

  /// The index after the arguments that begin at an index; the same index if there are none.
  private func argumentsEnd(_ start: Int) -> Int {
    guard start < message.count, message[start] == UInt8(ascii: "(") else { return start }
    var depth = 0
    for index in start..<min(message.count, start + Self.argumentLimit) {
      if message[index] == UInt8(ascii: "(") { depth += 1 }
      if message[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return start
  }

  // MARK: Other names

  /// What people call a callback, at the last of some words: the word alone, with the next one, or with the one before.
  private func spoken(_ words: [Range<Int>]) -> Found? {
    guard let word = words.last.flatMap(name), word.count <= Self.wordLimit else { return nil }
    let own = text(word)
    var joined = [(words: own, range: word)]
    if let next = wordAfter(word) {
      joined.insert((own + text(next), word.lowerBound..<next.upperBound), at: 0)
    }
    let before = words.dropLast().last
    if let before, gapIsBlank(before, word) {
      joined.append((text(before) + own, before.lowerBound..<word.upperBound))
    }
    let receiver =
      receiver(before: word.lowerBound) ?? known.receiver(beginning: own) ?? sender
    // Others have methods such as `didUpdate`, `performFetch` and `OnActivated`, too.
    if receiver == nil, wordCount(word) < Self.leastWords,
      !known.isCapitalized(own) || !(before.flatMap(name).map(isPlatform) ?? true)
    {
      return nil
    }
    for (words, range) in joined {
      guard let callback = known.callback(words, of: receiver) else { continue }
      return Found(
        spelling: callback, callback: callback, kind: receiver == nil ? .vague : .certain,
        range: range.lowerBound..<argumentsEnd(range.upperBound))
    }
    guard known.sharesParts(own) else { return nil }
    return Found(spelling: own, kind: .misspelt, range: word)
  }

  /// Whether a word only says on which platform something happens, as in `tvOS OnActivated`.
  private func isPlatform(_ word: Range<Int>) -> Bool { text(word).hasSuffix("OS") }

  /// Some of the last words, if they say in plain language what a callback is called: `scene did become active`.
  private func inWords(_ words: [Range<Int>]) -> Found? {
    guard let last = words.last else { return nil }
    for first in words.indices {
      let part = words[first...]
      // Two words are too few, and one is a name if it is written like a constant.
      guard part.count > 2 || part.count == 1 && isConstant(last),
        zip(part, part.dropFirst()).allSatisfy(gapIsBlank),
        let callback = known.callback(part.map { text($0) }.joined())
      else { continue }
      let range = words[first].lowerBound..<last.upperBound
      return Found(spelling: text(range), callback: callback, kind: .inWords, range: range)
    }
    return nil
  }

  /// Whether a word is written like the name of a constant: `SCENE_DID_BECOME_ACTIVE`, `scene_did_become_active`.
  private func isConstant(_ word: Range<Int>) -> Bool {
    word.count > Self.constantLength && name(word) == nil
      && (message[word].contains(UInt8(ascii: "_")) || !message[word].contains { $0 >= 0x61 })
  }

  /// The last receiver that is named before an index.
  private func receiver(before index: Int) -> String? {
    let words = message[max(0, index - Self.receiverDistance)..<index].split {
      !isASCIILetter($0)
    }
    return words.reversed().lazy.compactMap {
      known.receiver(named: String(decoding: $0, as: UTF8.self))
    }.first
  }

  // MARK: Bytes

  private func text(_ range: Range<Int>) -> String {
    String(decoding: message[range], as: UTF8.self)
  }

  /// Whether there is `-[` or `+[` at an index.
  private func isBracketed(_ index: Int) -> Bool {
    (message[index] == UInt8(ascii: "-") || message[index] == UInt8(ascii: "+"))
      && index + 1 < message.count && message[index + 1] == UInt8(ascii: "[")
  }

  /// The end of a name that may follow others and dots.
  private func pathEnd(_ start: Int) -> Int {
    var end = message.nameEnd(from: start)
    while end + 1 < message.count, message[end] == dot, isNameByte(message[end + 1]) {
      end = message.nameEnd(from: end + 1)
    }
    return end
  }

  /// The number of words in a name such as `openURLContexts`.
  private func wordCount(_ name: Range<Int>) -> Int {
    func isCapital(_ index: Int) -> Bool { (0x41...0x5A).contains(message[index]) }
    return name.dropFirst().count { index in
      isCapital(index)
        && (!isCapital(index - 1) || index + 1 < name.upperBound && !isCapital(index + 1))
    } + 1
  }

  /// The part of a path after its last dot.
  private func lastPart(of path: Range<Int>) -> Range<Int> {
    (message[path].lastIndex(of: dot).map { $0 + 1 } ?? path.lowerBound)..<path.upperBound
  }

  private func wordAfter(_ word: Range<Int>) -> Range<Int>? {
    let start = word.upperBound + 1
    guard start < message.count, message[word.upperBound] == 0x20, isASCIILetter(message[start])
    else { return nil }
    let end = message.nameEnd(from: start)
    // A word before a value is the label of another one, as in `willConnectTo session=A1` and `willConnectTo session A`.
    let value = message[end...].drop { $0 == 0x20 }.prefix(while: isNameByte)
    let isLabel =
      message[end...].first == UInt8(ascii: "=") || value.contains { (0x30...0x39).contains($0) }
      || !value.isEmpty && value.allSatisfy { (0x41...0x5A).contains($0) }
    return isLabel ? nil : start..<end
  }

  private func gapIsBlank(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    message[left.upperBound..<right.lowerBound].elementsEqual(" ".utf8)
  }

  /// The last part of a word that has only ASCII characters, if it has a capital inside, as names in code do.
  private func name(_ word: Range<Int>) -> Range<Int>? {
    guard let part = message[word].split(whereSeparator: { $0 >= 0x80 }).last,
      part.dropFirst().contains(where: { (0x41...0x5A).contains($0) }),
      part.contains(where: { (0x61...0x7A).contains($0) })
    else { return nil }
    return part.startIndex..<part.endIndex
  }

  private func isASCIILetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  private let dot = UInt8(ascii: ".")
  private let colon = UInt8(ascii: ":")
}

/// Whether a byte may be part of a name in code; non-ASCII bytes may.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
    true
  default: false
  }
}

extension [UInt8] {
  /// The end of the name that begins at an index; the index itself if there is none.
  func nameEnd(from start: Int) -> Int {
    self[start...].firstIndex { !isNameByte($0) } ?? count
  }

  /// The first index, from a given one on, of something else than a blank.
  func skipBlanks(from start: Int) -> Int {
    self[start...].firstIndex { $0 != 0x20 } ?? count
  }
}
