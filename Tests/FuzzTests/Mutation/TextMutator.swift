import TestSupport

/// Changes texts so that most of them keep their format: whole values, members, words and lines move.
struct TextMutator {
  private var text: [UInt8]
  /// The parts of the text, until it is changed.
  private var parts: TextParts?
  private let isJSON: Bool
  /// Whether most changes keep the names of members and the form of their values.
  private let isStrict: Bool
  private var random: SeededGenerator

  init(
    _ text: [UInt8], parts: TextParts? = nil, seed: UInt64, isJSON: Bool, isStrict: Bool = false
  ) {
    (self.text, self.parts, self.isJSON, self.isStrict) = (text, parts, isJSON, isStrict)
    random = SeededGenerator(seed: seed)
  }

  /// The text after one change, or rarely two.
  mutating func mutated() -> [UInt8] {
    change()
    if below(4) == 0 { change() }
    return text
  }

  private mutating func change() {
    let parts = parts ?? TextParts(text, isJSON: isJSON)
    self.parts = nil
    // Changes that hardly ever give a valid text are rare.
    let isBold = below(6) == 0
    let inner = parts.inner.isEmpty || isBold ? parts.values : parts.inner
    guard let item = parts.items.randomElement(using: &random),
      let other = parts.items.randomElement(using: &random),
      let chosen = inner.randomElement(using: &random),
      let source = parts.values.randomElement(using: &random)?.range
    else {
      text = Array(isJSON ? "{}".utf8 : "x".utf8)
      return
    }
    let value = chosen.range
    if isStrict, below(6) > 0 {
      if !changeGently(parts, inner) { self.parts = parts }
      return
    }
    if !isBold, !isJSON || below(2) == 0, let alike = alike(chosen, in: inner) {
      text.replaceSubrange(value, with: alike)
      return
    }
    switch below(9) {
    case 0 where isBold || Kind(text[source.lowerBound]) == Kind(text[value.lowerBound]):
      text.replaceSubrange(value, with: Array(text[source]))
    case 0, 1, 2: text.replaceSubrange(value, with: newValue(for: value, isOfAnyKind: isBold))
    // Readers reject duplicate members.
    case 3 where isBold || !item.isMember:
      text.insert(contentsOf: text[item.range] + [item.separator], at: item.range.lowerBound)
    case 4: remove(item)
    case 5 where item.isMember == other.isMember: exchange(item.range, other.range)
    case 6 where isJSON && item.isMember:
      let member = Self.members.randomElement(using: &random) ?? []
      text.insert(contentsOf: member + [item.separator], at: item.range.lowerBound)
    case 7 where isJSON: reshape(parts)
    default: text.replaceSubrange(value, with: nudged(Array(text[value])))
    }
  }

  /// Changes a value to one that another has in its position, a digit, a word of a longer text, or the elements of a list.
  /// - Returns: whether anything changed.
  private mutating func changeGently(_ parts: TextParts, _ values: [TextParts.Value]) -> Bool {
    for _ in 0..<16 {
      guard let value = values.randomElement(using: &random) else { return false }
      switch below(isJSON ? 4 : 2) {
      case 0:
        guard let alike = alike(value, in: values) else { continue }
        text.replaceSubrange(value.range, with: alike)
      case 1:
        // A digit becomes smaller, because many numbers are indices.
        let digits = value.range.filter { (0x31...0x39).contains(text[$0]) }
        guard let place = digits.randomElement(using: &random) else { continue }
        text[place] = (0x31...text[place]).randomElement(using: &random) ?? 0x31
      case 2:
        // Longer texts are free; others are often one of a few.
        guard value.range.count > 16, Kind(text[value.range.lowerBound]) == .string,
          let place = value.range.filter({ (0x61...0x7A).contains(text[$0]) })
            .randomElement(using: &random)
        else { continue }
        text[place] = (0x61...0x7A).randomElement(using: &random) ?? 0x61
      default:
        // Lists of numbers are often as long as others, or pairs.
        let elements = parts.items.filter {
          !$0.isMember && $0.separator == UInt8(ascii: ",")
            && Kind(text[$0.range.lowerBound]) != .other
        }
        guard let element = elements.randomElement(using: &random) else { continue }
        if below(2) == 0 {
          remove(element)
        } else {
          text.insert(
            contentsOf: text[element.range] + [element.separator], at: element.range.lowerBound)
        }
      }
      return true
    }
    return false
  }

  /// A value that another item has in the same position.
  private mutating func alike(_ value: TextParts.Value, in values: [TextParts.Value]) -> [UInt8]? {
    for _ in 0..<32 {
      if let other = values.randomElement(using: &random), other.place == value.place,
        text[other.range] != text[value.range]
      {
        return Array(text[other.range])
      }
    }
    return nil
  }

  private mutating func remove(_ item: TextParts.Item) {
    var range = item.range
    // The separator goes with it: the one behind, or for the last item the one in front.
    if range.upperBound < text.count, text[range.upperBound] == item.separator {
      range = range.lowerBound..<(range.upperBound + 1)
    } else if range.lowerBound > 0, text[range.lowerBound - 1] == item.separator {
      range = (range.lowerBound - 1)..<range.upperBound
    }
    text.removeSubrange(range)
  }

  private mutating func exchange(_ one: Range<Int>, _ other: Range<Int>) {
    let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    if first.overlaps(second) { return }
    let (left, right) = (Array(text[first]), Array(text[second]))
    text.replaceSubrange(second, with: left)
    text.replaceSubrange(first, with: right)
  }

  private mutating func newValue(for range: Range<Int>, isOfAnyKind: Bool) -> [UInt8] {
    if !isJSON { return Self.words.randomElement(using: &random) ?? [] }
    let values = isOfAnyKind ? Self.values : Self.valuesByKind[Kind(text[range.lowerBound])]
    return values?.randomElement(using: &random) ?? []
  }

  /// The kind of a JSON value, determined by its first byte.
  private enum Kind {
    case string, list, object, other

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\""): self = .string
      case UInt8(ascii: "["): self = .list
      case UInt8(ascii: "{"): self = .object
      default: self = .other
      }
    }
  }

  /// The value with a digit, a letter or its length changed.
  private mutating func nudged(_ value: [UInt8]) -> [UInt8] {
    var value = value
    let inside =
      value.first == UInt8(ascii: "\"") && value.count > 2 ? 1..<(value.count - 1) : value.indices
    guard let place = inside.randomElement(using: &random) else { return value }
    switch below(4) {
    case 0: value[place] = (0x30...0x39).randomElement(using: &random) ?? 0
    case 1: value.insert(value[place], at: place)
    case 2 where inside.count > 1: value.remove(at: place)
    default:
      let pieces = isJSON ? Self.escapes : Self.words
      value.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
    }
    return value
  }

  /// Turns a list into lines, lines into a list, or a list into a document.
  private mutating func reshape(_ parts: TextParts) {
    let top = parts.top
    guard let first = top.first, let last = top.last else { return }
    if top.count == 1, text[first.lowerBound] == UInt8(ascii: "[") {
      if below(2) == 0 {
        text = Array("{\"format\":\"callorder.trace/1\",\"events\":".utf8) + text[first] + [0x7D]
      } else {
        let elements = TextParts(
          Array(text[(first.lowerBound + 1)..<(first.upperBound - 1)]), isJSON: true
        ).top
        let start = first.lowerBound + 1
        text = elements.reduce(into: []) {
          $0 += text[($1.lowerBound + start)..<($1.upperBound + start)] + [0x0A]
        }
      }
    } else {
      var list: [UInt8] = [UInt8(ascii: "[")]
      for range in top { list += text[range] + (range == last ? [0x5D] : [0x2C]) }
      text = list
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

/// Texts that are worth inserting anywhere.
extension TextMutator {
  private static let values = [
    "null", "true", "false", "0", "-1", "1", "1.5", "1e5", "1e308", "-0.0", "9007199254740993",
    "9223372036854775807", "-9223372036854775808", "9223372036854775806", "4294967296",
    "2147483648",
    "\"\"", "\"a\"", "\"é😀\"", "\"\\u001b[31m\\u202e\"", "\"</script>\"",
    "\"2024-02-29T23:59:60.5Z\"",
    "[]", "{}", "[1,\"a\",null]", "{\"a\":{\"b\":[]}}", "\"sceneDidBecomeActive(_:)\"", "\"end\"",
    "\"begin\"",
    "\"notification\"", "\"action\"", "\"error\"", "\"off\"",
    "\"0123456789abcdef0123456789abcdef\"",
  ].map { Array($0.utf8) }
  private static let valuesByKind = Dictionary(grouping: values) { Kind($0[0]) }
  private static let members = [
    "\"time\":1", "\"time\":-1e300", "\"duration\":2", "\"kind\":\"notification\"",
    "\"phase\":\"begin\"",
    "\"phase\":\"end\"", "\"lost\":0", "\"process\":1", "\"session\":\"A\"", "\"scene\":\"B\"",
    "\"sessions\":[\"A\",\"B\"]",
    "\"role\":\"x\"", "\"records\":\"all\"", "\"records\":[\"willConnect\"]", "\"count\":2",
    "\"x\":[{}]",
    "\"metadata\":{\"os\":\"iOS 18.4\"}", "\"event\":9223372036854775807", "\"line\":0",
    "\"events\":0",
  ].map { Array($0.utf8) }
  private static let escapes = [
    "\\u0000", "\\n", "\\\"", "\\\\", "\\ud83d\\ude00", "\\u0041", "é", "😀", "\u{7F}", "e", "-",
    ".", "00000000000000000000",
  ].map { Array($0.utf8) }
  private static let words = [
    "0", "1", "99999999999999999999999", "-1", "0.5", "s", "ms", "iOS", "17", "18.4", "->", "|",
    "{", "}", ",", ":", "=", "\"", "\"a\"",
    "//", "<0x600>", "(", ")", "[", "]", "\u{1B}[31m", "\t", "é", "😀", "\u{0}", "session=A",
    "scene: <UIWindowScene: 0x1>", "begin", "end",
    "sceneDidBecomeActive(_:)", "-[SceneDelegate sceneDidBecomeActive:]", "state", "rule", "quirk",
    "within", "after", "start",
    "lifecycle", "callback", "order", "+", "*", "?", "about", "subject", "when", "at", "any", "not",
    "<private>",
    "2024-02-29 23:59:60.5",
  ].map { Array($0.utf8) }
}
