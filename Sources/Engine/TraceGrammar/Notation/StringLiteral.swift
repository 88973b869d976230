/// The value of the text between a string's quotes.
enum StringLiteral {
  /// The byte that a backslash and this byte stand for; nil if that is no escape.
  static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    default: nil
    }
  }

  /// The value of a string's raw bytes; an unknown escape stands for itself.
  static func value(of raw: ArraySlice<UInt8>, isMultiline: Bool) -> String {
    if !isMultiline && !raw.contains(UInt8(ascii: "\\")) {
      return String(decoding: raw, as: UTF8.self)
    }
    return String(
      decoding: unescaped(isMultiline ? withoutIndentation(raw) : Array(raw)), as: UTF8.self)
  }

  private static func unescaped(_ raw: [UInt8]) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      if raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count,
        let byte = escaped(raw[index + 1])
      {
        value.append(byte)
        index += 2
      } else {
        value.append(raw[index])
        index += 1
      }
    }
    return value
  }

  /// The lines without the white space that all of them begin with, and without the line breaks next to
  /// the quotes. Text right after the opening quotes has no indentation and is not counted.
  private static func withoutIndentation(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var lines = raw.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let opening = lines.removeFirst()
    var common: ArraySlice<UInt8>?
    for line in lines where !line.allSatisfy(\.isBlank) {
      let indentation = line.prefix(while: \.isBlank)
      common = common.map { commonPrefix($0, indentation) } ?? indentation
    }
    let width = common?.count ?? 0
    var kept = lines.map { $0.allSatisfy(\.isBlank) ? [] : $0.dropFirst(width) }
    if !opening.allSatisfy(\.isBlank) { kept.insert(opening, at: 0) }
    if kept.last?.isEmpty == true { kept.removeLast() }
    return Array(kept.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func commonPrefix(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    left.prefix(zip(left, right).prefix { $0.0 == $0.1 }.count)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
