/// The parts of a text, found without knowing whether it is valid.
struct TextParts {
  /// Something that can be removed, duplicated or moved with the separator behind it.
  struct Item {
    var range: Range<Int>
    var separator: UInt8
    /// Whether it is a member of an object: a name and a value.
    var isMember: Bool
  }

  /// Something that can replace another of its kind.
  struct Value {
    var range: Range<Int>
    /// A hash of what comes before it: the name of a member, or another word.
    var place: UInt64
  }

  private(set) var items: [Item] = []
  /// JSON values, words.
  private(set) var values: [Value] = []
  /// The words, or the JSON values inside others that are not member names.
  private(set) var inner: [Value] = []
  /// The JSON values that are not inside others.
  private(set) var top: [Range<Int>] = []

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""): true
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  init(_ text: [UInt8], isJSON: Bool) {
    if isJSON { self.init(json: text) } else { self.init(words: text) }
  }

  private static func place(after bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
  }

  /// The lines of a text, and their words.
  private init(words text: [UInt8]) {
    var lineStart = 0
    var wordStart: Int?
    var place: UInt64 = 0
    for index in 0...text.count {
      let isEnd = index == text.count || text[index] == 0x0A
      let isWord = !isEnd && text[index] > 0x20
      if isWord, wordStart == nil { wordStart = index }
      if !isWord, let start = wordStart {
        values.append(Value(range: start..<index, place: place))
        place = Self.place(after: text[start..<index])
        wordStart = nil
        items.append(Item(range: start..<index, separator: 0x20, isMember: false))
      }
      if isEnd {
        items.append(Item(range: lineStart..<index, separator: 0x0A, isMember: true))
        lineStart = index + 1
      }
    }
    inner = values
  }

  /// The values of a JSON text, and the members and elements that contain them.
  private init(json text: [UInt8]) {
    /// The open brackets, each with its offset and the offset at which its current item begins.
    var open: [(bracket: Int, item: Int?)] = []
    var index = 0
    var place: UInt64 = 0
    func isObject(_ place: Int) -> Bool { text[place] == UInt8(ascii: "{") }
    func endItem(_ end: Int) {
      guard let last = open.last, let start = last.item, start < end else { return }
      open[open.count - 1].item = nil
      items.append(Item(range: start..<end, separator: 0x2C, isMember: isObject(last.bracket)))
    }
    func add(_ range: Range<Int>) {
      let value = Value(range: range, place: place)
      values.append(value)
      if open.isEmpty {
        top.append(range)
        items.append(Item(range: range, separator: 0x0A, isMember: false))
      } else if text[range.upperBound...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
        place = Self.place(after: text[range])
      } else {
        inner.append(value)
      }
    }
    while index < text.count {
      let start = index
      let byte = text[index]
      index += 1
      if byte <= 0x20 || byte == UInt8(ascii: ":") { continue }
      if byte == UInt8(ascii: ",") {
        endItem(start)
        continue
      }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        endItem(start)
        if let closed = open.popLast() { add(closed.bracket..<index) }
        continue
      }
      if !open.isEmpty, open[open.count - 1].item == nil { open[open.count - 1].item = start }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        open.append((start, nil))
      } else if byte == UInt8(ascii: "\"") {
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
        add(start..<index)
      } else {
        while index < text.count, !Self.endsWord(text[index]) { index += 1 }
        add(start..<index)
      }
    }
  }
}
