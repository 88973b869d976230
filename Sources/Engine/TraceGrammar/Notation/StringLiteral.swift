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
    var value: [UInt8] = []
    value.reserveCapacity(raw.count)
    if isMultiline {
      appendLines(of: raw, to: &value)
    } else {
      append(unescaped: raw, to: &value)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func append(unescaped raw: ArraySlice<UInt8>, to value: inout [UInt8]) {
    var rest = raw
    while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
      value += rest[..<escape]
      let after = rest.index(after: escape)
      if after < rest.endIndex, let byte = escaped(rest[after]) {
        value.append(byte)
        rest = rest[rest.index(after: after)...]
      } else {
        value.append(rest[escape])
        rest = rest[after...]
      }
    }
    value += rest
  }

  /// Appends the lines without the white space that all of them begin with, and without the line breaks next to
  /// the quotes. Text right after the opening quotes has no indentation and is not counted.
  private static func appendLines(of raw: ArraySlice<UInt8>, to value: inout [UInt8]) {
    var lines = raw.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(\.withoutReturn)
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
    for (number, line) in kept.enumerated() {
      if number > 0 { value.append(UInt8(ascii: "\n")) }
      append(unescaped: line, to: &value)
    }
  }

  private static func commonPrefix(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    left.prefix(zip(left, right).prefix { $0.0 == $0.1 }.count)
  }
}

extension ArraySlice<UInt8> {
  /// The line without the carriage return that Windows ends it with.
  fileprivate var withoutReturn: ArraySlice<UInt8> {
    last == UInt8(ascii: "\r") ? dropLast() : self
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
