/// Finds the only callback that a message names, if no pattern says where it is.
struct CallbackFinder {
  private let message: [UInt8]
  private let vocabulary: CallbackVocabulary

  /// A callback in a message, and its position.
  struct Found: Equatable {
    var spelling: String
    var range: Range<Int>
  }

  init(_ message: [UInt8], _ vocabulary: CallbackVocabulary) {
    (self.message, self.vocabulary) = (message, vocabulary)
  }

  /// The first spelling of the only callback; nil if the message names none, or several.
  /// - Complexity: O(message), except for long chains of labels.
  func onlyCallback() -> Found? {
    var found: Found?
    var callback: String?
    var index = 0
    while index < message.count {
      guard startsWord(index), let candidate = longestSpelling(at: index) else {
        index += 1
        continue
      }
      if let callback, callback != candidate.callback { return nil }
      callback = candidate.callback
      if found == nil { found = candidate.found }
      index = candidate.found.range.upperBound
    }
    return found
  }

  private func startsWord(_ index: Int) -> Bool {
    if isBracketed(index) { return true }
    guard isNameByte(message[index]) else { return false }
    return index == 0 || !(isNameByte(message[index - 1]) || message[index - 1] == dot)
  }

  /// The longest text from an index on that names a callback.
  private func longestSpelling(at index: Int) -> (callback: String, found: Found)? {
    for end in ends(from: index) {
      let spelling = String(decoding: message[index..<end], as: UTF8.self)
      if let meaning = vocabulary.meaningInProse(spelling) {
        return (meaning.callback, Found(spelling: spelling, range: index..<end))
      }
    }
    return nil
  }

  /// The indices at which a spelling that begins at an index may end, farthest first.
  private func ends(from index: Int) -> [Int] {
    if isBracketed(index) {
      return message[index...].prefix(512).firstIndex(of: UInt8(ascii: "]")).map { [$0 + 1] } ?? []
    }
    var end = nameEnd(index)
    while end + 1 < message.count, message[end] == dot, isNameByte(message[end + 1]) {
      end = nameEnd(end + 1)
    }
    // A long word is not a name; it may be part of a data dump.
    if end - index > 256 { return [] }
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
        label = nameEnd(label + 1)
      }
    }
    return ends.reversed()
  }

  /// Whether there is `-[` or `+[` at an index.
  private func isBracketed(_ index: Int) -> Bool {
    (message[index] == UInt8(ascii: "-") || message[index] == UInt8(ascii: "+"))
      && index + 1 < message.count && message[index + 1] == UInt8(ascii: "[")
  }

  private func nameEnd(_ start: Int) -> Int {
    var index = start
    while index < message.count, isNameByte(message[index]) { index += 1 }
    return index
  }

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
