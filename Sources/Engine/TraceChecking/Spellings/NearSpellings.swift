internal import TraceModel
internal import TraceGrammar

/// Finds the spelling that a trace may have meant by an unknown one: it has a typo, or leaves out labels, as in
/// `scene(_:willConnectTo:)`.
struct NearSpellings {
  /// A spelling of the grammar.
  struct Near {
    var spelling: String
    /// The callback.
    var callback: CallbackID
  }

  /// Longer spellings are not looked up.
  private static let lengthLimit = 128
  /// Shorter ones are too much like ordinary words.
  private static let leastLength = 8
  private static let leastPrefix = 12

  /// The letters and digits of spellings, in lowercase.
  private let forms: [(letters: [UInt8], near: Near)]

  init(_ grammar: Grammar) {
    forms = grammar.callbacks.numbered.filter { $1.refinement == nil }.flatMap {
      index, callback in
      let spellings =
        callback.swift + callback.objectiveC + callback.otherSpellings + callback.notifications
      return (spellings + [callback.name]).map {
        (Self.letters(of: $0), Near(spelling: $0, callback: index))
      }
    }
  }

  /// The nearest spelling; nil if none is near.
  /// - Complexity: O(spellings × length).
  func nearest(to text: String) -> Near? {
    if text.utf8.count > Self.lengthLimit { return nil }
    let letters = Self.letters(of: text)
    if letters.count < Self.leastLength { return nil }
    var best: (distance: Int, near: Near)?
    var limit = min(3, letters.count / 8)
    for form in forms {
      let distance = editDistance(letters, form.letters, atMost: limit)
      if distance <= limit, distance < best?.distance ?? .max {
        best = (distance, form.near)
        limit = distance
      }
    }
    if let best { return best.near }
    if letters.count < Self.leastPrefix { return nil }
    return forms.filter { Self.differInLabels(letters, $0.letters) }
      .min { $0.letters.count < $1.letters.count }?.near
  }

  /// Whether one begins with the other, which is at least half as long.
  private static func differInLabels(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    return short.count >= leastPrefix && short.count * 2 >= long.count && long.starts(with: short)
  }

  /// The letters and digits of a spelling, in lowercase, without the class in front of it.
  private static func letters(of spelling: String) -> [UInt8] {
    var text = spelling.utf8[...]
    if text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+"),
      let blank = text.firstIndex(of: UInt8(ascii: " "))
    {
      text = text[blank...]
    }
    let end = text.firstIndex(of: UInt8(ascii: "(")) ?? text.endIndex
    if let dot = text[..<end].lastIndex(of: UInt8(ascii: ".")) { text = text[dot...] }
    return text.compactMap { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: nil
      }
    }
  }
}
