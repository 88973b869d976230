/// Checks whether a text is well-formed XML, or HTML as strict as the pages of this project: every element is closed except
/// those that cannot have content, every attribute is quoted, and nothing is left unescaped.
struct MarkupCheck {
  private let bytes: [UInt8]
  private let isHTML: Bool
  private var index = 0
  private var open: [[UInt8]] = []
  /// The first fault; nil if there is none.
  private(set) var fault: String?

  /// HTML elements without an end tag.
  private static let void = Set(
    ["meta", "link", "br", "hr", "img", "input", "wbr", "col"].map { Array($0.utf8) })
  /// HTML elements with raw text content.
  private static let raw = Set(["script", "style"].map { Array($0.utf8) })
  /// HTML elements whose end tag may be omitted, with the elements that end them.
  private static let endedBy = Dictionary(
    uniqueKeysWithValues: [
      "td": ["td", "th", "tr"], "th": ["td", "th", "tr"], "tr": ["tr"], "li": ["li"], "p": ["p"],
      "dt": ["dt", "dd"], "dd": ["dt", "dd"],
    ].map { (Array($0.utf8), $1.map { Array($0.utf8) }) })
  private static let entities = Set(
    ["amp", "lt", "gt", "quot", "apos", "nbsp"].map { Array($0.utf8) })

  init(_ bytes: [UInt8], isHTML: Bool) {
    (self.bytes, self.isHTML) = (bytes, isHTML)
    while index < bytes.count && fault == nil {
      switch bytes[index] {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"): readEntity()
      case UInt8(ascii: ">"): fault = "a > stands alone at \(index)"
      case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20: fault = "a control character at \(index)"
      default: index += 1
      }
    }
    if fault == nil, let last = open.last {
      fault = "\(String(decoding: last, as: UTF8.self)) is not closed"
    }
  }

  private mutating func readTag() {
    let start = index
    if skip("<?xml") || skip("<!DOCTYPE") { return skipPast(">", from: start) }
    if skip("<!--") { return skipPast("-->", from: start) }
    if skip("<![CDATA[") { return skipPast("]]>", from: start) }
    if skip("</") {
      let name = readName()
      while isHTML, let last = open.last, last != name, Self.endedBy[last] != nil {
        open.removeLast()
      }
      if open.popLast() != name || !skip(">") { fault = "a wrong end of an element at \(start)" }
      return
    }
    index += 1
    let name = readName()
    if name.isEmpty { fault = "a < stands alone at \(start)" }
    var names: Set<[UInt8]> = []
    while fault == nil {
      let hadSpace = skipSpace()
      if skip("/>") { return }
      if skip(">") {
        if isHTML && Self.void.contains(name) { return }
        if isHTML && Self.raw.contains(name) {
          return skipPast("</" + String(decoding: name, as: UTF8.self) + ">", from: start)
        }
        while isHTML, let last = open.last, Self.endedBy[last]?.contains(name) ?? false {
          open.removeLast()
        }
        return open.append(name)
      }
      let attribute = readName()
      if attribute.isEmpty || !hadSpace || !names.insert(attribute).inserted {
        fault = "a wrong attribute at \(index)"
        return
      }
      if skip("=\"") { readQuoted() } else if !isHTML { fault = "no value at \(index)" }
    }
  }

  private mutating func readQuoted() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), fault == nil {
      switch bytes[index] {
      case UInt8(ascii: "<"): fault = "a < in an attribute at \(index)"
      case UInt8(ascii: "&"): readEntity()
      default: index += 1
      }
    }
    if !skip("\"") && fault == nil { fault = "an attribute does not end" }
  }

  private mutating func readEntity() {
    let start = index
    index += 1
    let isNumber = skip("#")
    let name = readName()
    if !skip(";") || name.isEmpty || !isNumber && !Self.entities.contains(name) {
      fault = "a & stands alone at \(start)"
    }
  }

  private mutating func readName() -> [UInt8] {
    let start = index
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    return Array(bytes[start..<index])
  }

  private func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, [0x20, 0x09, 0x0A].contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skipPast(_ text: String, from start: Int) {
    let end = Array(text.utf8)
    while index < bytes.count {
      if bytes[index] == end[0], skip(text) { return }
      index += 1
    }
    fault = "what begins at \(start) does not end"
  }
}
