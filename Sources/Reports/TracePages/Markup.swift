/// A piece of HTML in which everything interpolated is escaped.
///
/// A literal is markup and is used as written; interpolated values are text, which is safe between tags and inside
/// double quotes. There is no other way from a report's text to a page.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
  /// The markup so far, as UTF-8.
  package var bytes: [UInt8]

  /// Text longer than this many bytes is cut, with a remark about its full length.
  package static let longestText = 4_096

  package init() { bytes = [] }

  package init(stringLiteral value: String) { bytes = Array(value.utf8) }

  package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// Takes text as markup without escaping; only for text that is part of the program.
  package init(trusted: String) { bytes = Array(trusted.utf8) }

  /// The pieces one after the other.
  init(joining pieces: some Sequence<Markup>) { bytes = pieces.flatMap(\.bytes) }

  /// Text in which long names break at the ends of their words, as in `scene(_:`, `will`, `Connect`.
  static func breakable(_ text: String) -> Markup {
    // Very long text is cut as a whole.
    if text.utf8.count > 400 { return "\(text)" }
    var markup = Markup()
    var part = ""
    var before: Character = " "
    for letter in text {
      let isWord = before.isLowercase && letter.isUppercase
      if isWord || ("(:_".contains(before) && letter != " ") {
        markup += "\(part)<wbr>"
        part = ""
      }
      // A number stays with its unit.
      part.append(letter == " " && before.isNumber ? "\u{A0}" : letter)
      before = letter
    }
    return markup + "\(part)"
  }

  /// Whether nothing has been written.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Appends markup.
  package static func += (left: inout Markup, right: Markup) {
    left.bytes.append(contentsOf: right.bytes)
  }

  /// The two pieces one after the other.
  package static func + (left: Markup, right: Markup) -> Markup {
    var sum = left
    sum += right
    return sum
  }

  /// Collects literals as markup and values as text.
  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 12)
    }

    package mutating func appendLiteral(_ literal: String) {
      bytes.append(contentsOf: literal.utf8)
    }

    /// Appends text, escaped.
    package mutating func appendInterpolation(_ text: String) { bytes.appendEscaped(text) }

    /// Appends a whole number.
    package mutating func appendInterpolation(_ number: Int) {
      bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends a number with at most two decimals, for pictures.
    package mutating func appendInterpolation(_ number: Double) { bytes.appendCoordinate(number) }

    /// Appends existing markup. The label keeps a literal from being taken for text, and the other
    /// way round.
    package mutating func appendInterpolation(html: Markup) {
      bytes.append(contentsOf: html.bytes)
    }
  }
}

extension [UInt8] {
  /// Appends text so that it stays text in HTML, between tags and inside double quotes.
  ///
  /// Control characters, marks that turn the direction of writing, and code points that HTML does not allow
  /// are made visible, because an invisible character in a callback's name matters. `##` would begin a command in a build log.
  /// - Complexity: O(bytes), without allocation for text of plain ASCII.
  package mutating func appendEscaped(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.count <= Markup.longestText, utf8.allSatisfy(\.isPlainInMarkup) else {
        return false
      }
      append(contentsOf: utf8)
      return true
    }
    if !isPlain { appendEscapedByScalar(text) }
  }

  private mutating func appendEscapedByScalar(_ text: String) {
    var written = 0
    for scalar in text.unicodeScalars {
      if written >= Markup.longestText {
        append(contentsOf: "… (\(text.utf8.count) bytes in all)".utf8)
        return
      }
      written += UTF8.width(scalar)
      switch scalar {
      case "&": append(contentsOf: "&amp;".utf8)
      case "<": append(contentsOf: "&lt;".utf8)
      case ">": append(contentsOf: "&gt;".utf8)
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&#39;".utf8)
      case "#" where last == UInt8(ascii: "#"): append(contentsOf: "&#35;".utf8)
      case "\n", "\t": append(UInt8(ascii: " "))
      default:
        if scalar.isVisibleInMarkup {
          append(contentsOf: scalar.utf8)
        } else {
          append(contentsOf: "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩".utf8)
        }
      }
    }
  }

  /// Appends a number rounded to two decimals, without trailing zeros; 0 when it is not finite.
  package mutating func appendCoordinate(_ number: Double) {
    let hundredths = (number * 100).nearestInteger ?? 0
    if hundredths < 0 { append(UInt8(ascii: "-")) }
    let size = abs(hundredths)
    append(contentsOf: String(size / 100).utf8)
    let rest = size % 100
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }
}

extension Double {
  /// The nearest whole number, halves away from zero, without a mathematics library; nil when it is too great.
  package var nearestInteger: Int? {
    guard isFinite, magnitude < 9e15 else { return nil }
    return Int(self < 0 ? self - 0.5 : self + 0.5)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character without a special meaning in markup.
  fileprivate var isPlainInMarkup: Bool {
    (0x20..<0x7F).contains(self) && self != 0x22 && self != 0x23 && self != 0x26 && self != 0x27
      && self != 0x3C && self != 0x3E
  }
}

extension Unicode.Scalar {
  /// Whether HTML allows the code point and a reader can see it or its effect.
  package var isVisibleInMarkup: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0x61B, 0x61D...0x200A, 0x2010...0x2027, 0x202F...0x205F,
      0x2070...0xFDCF, 0xFDF0...0xFEFE, 0xFF00...0xFFF8, 0xFFFC...0xFFFD:
      true
    case 0x200D: true  // joins the parts of one emoji
    case 0x1_0000...: value & 0xFFFE != 0xFFFE && !(0xE_0000...0xE_0FFF).contains(value)
    default: false
    }
  }
}
