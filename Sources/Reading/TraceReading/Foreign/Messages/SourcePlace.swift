/// A line of a source file, as loggers print it: `SceneDelegate.swift:42`.
struct SourcePlace: Sendable, Equatable {
  var file: String
  var line: Int?

  /// The endings of files with source code.
  private static let endings = [".swift", ".mm", ".m"]

  init(file: String, line: Int?) { (self.file, self.line) = (file, line) }

  /// The first place in a message; nil if there is none. The number follows the name with `:` or `, line `, in
  /// brackets, or after the callback.
  /// - Parameter callback: where the callback is named.
  init?(_ message: [UInt8], beside callback: Range<Int>) {
    guard let range = Self.file(in: message) else { return nil }
    file = String(decoding: message[range], as: UTF8.self)
    line = Self.number(message[range.upperBound...]) ?? Self.number(message[callback.upperBound...])
  }

  private static func file(in message: [UInt8]) -> Range<Int>? {
    for ending in endings {
      let bytes = Array(ending.utf8)
      for dot in message.indices
      where message[dot] == bytes[0] && message[dot...].starts(with: bytes) {
        let end = dot + bytes.count
        if end < message.count, isNameByte(message[end]) { continue }
        var start = dot
        while start > 0, isNameByte(message[start - 1]) || "./+-~".utf8.contains(message[start - 1])
        { start -= 1 }
        if start < dot { return start..<end }
      }
    }
    return nil
  }

  /// The number at the start of a text, after a sign or the word `line`.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text.drop { ": ,[(#".utf8.contains($0) }
    if rest.starts(with: "line".utf8) || rest.starts(with: "Line".utf8) {
      rest = rest.dropFirst(4).drop { ": ".utf8.contains($0) }
    }
    guard rest.startIndex > text.startIndex || text.isEmpty else { return nil }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    if let next = rest[digits.endIndex...].first, isNameByte(next) || next == UInt8(ascii: "/") {
      return nil
    }
    return digits.count < 7 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
