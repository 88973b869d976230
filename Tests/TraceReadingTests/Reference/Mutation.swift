import TestSupport

/// The bytes after some changes of any kind.
func mutated(_ original: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
  var text = original
  for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&text, using: &random) }
  return text
}

/// Texts that are worth inserting anywhere: delimiters, separators, and bytes that no text may contain.
private let insertions: [[UInt8]] =
  [
    "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "0", ".", "e", "\n", "\r", "\t", " ", "null",
    "\"\"",
    "{}", "[]", "\\u0000", "\\uD800", "\\u0041", "\\x", "//", "1e5", "true", "\"lost\":0,",
    "\"time\":1,",
    "\"kind\":\"action\",", "\u{FEFF}", "\u{7F}", "é", "}\n{", "},{", "]}", "/**/",
    "},{\"callback\":\"x\"}", ",\"x\":[{},{ },{\"callback\":\"x\"}]", ",\"x\":\"},{\\\"},{\"",
  ].map { Array($0.utf8) } + [
    [0], [0, 0], [1], [0x0B], [0x0C], [0x1F], [0x7F], [0x80], [0xFF], [0xC0, 0x80], [0xC3],
    [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xE2, 0x80, 0xA8],
  ]

private func mutate(_ text: inout [UInt8], using random: inout SeededGenerator) {
  let place = Int.random(in: 0...text.count, using: &random)
  let length = Int.random(in: 0...12, using: &random)
  let part = place..<min(place + length, text.count)
  switch Int.random(in: 0..<12, using: &random) {
  case 0 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  case 1 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
  case 2 where place < text.count: text.remove(at: place)
  case 3: text.removeSubrange(part)
  case 4: text.insert(contentsOf: text[part], at: place)
  case 5: text.removeSubrange(place...)
  case 6 where !text.isEmpty:
    text.swapAt(min(place, text.count - 1), Int.random(in: 0..<text.count, using: &random))
  case 7:
    // Joins the beginning of one part with the end of another.
    let other = Int.random(in: 0...text.count, using: &random)
    text = Array(text[..<place]) + text[other...]
  case 8, 9:
    // Before a delimiter, which a random offset rarely hits.
    let signs = text.indices.filter { Array("\":,{}[]".utf8).contains(text[$0]) }
    let insertion = insertions.randomElement(using: &random) ?? []
    text.insert(contentsOf: insertion, at: signs.randomElement(using: &random) ?? 0)
  default:
    text.insert(contentsOf: insertions.randomElement(using: &random) ?? [], at: place)
  }
}

/// A short text, found by removing parts while the closure still fails.
func shrunk(_ original: [UInt8], while fails: ([UInt8]) -> Bool) -> [UInt8] {
  var text = original
  var hasShrunk = true
  while hasShrunk {
    hasShrunk = false
    let signs = Array("\"{}[],:\n".utf8)
    let cuts = text.indices.filter { signs.contains(text[$0]) } + [text.count]
    search: for distance in stride(from: min(cuts.count - 1, 40), to: 0, by: -1) {
      for index in 0..<(cuts.count - distance) {
        // Removes a delimiter together with the text before it or after it.
        for shift in 0...1 {
          let end = min(cuts[index + distance] + shift, text.count)
          var shorter = text
          shorter.removeSubrange((cuts[index] + shift)..<end)
          if shorter.count < text.count && fails(shorter) {
            text = shorter
            hasShrunk = true
            break search
          }
        }
      }
    }
    for place in text.indices.reversed() {
      var shorter = text
      shorter.remove(at: place)
      if fails(shorter) {
        text = shorter
        hasShrunk = true
      }
    }
  }
  return text
}

/// Bytes in a form that a person can read and type.
func legible(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    (0x20..<0x7F).contains(byte)
      ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}
