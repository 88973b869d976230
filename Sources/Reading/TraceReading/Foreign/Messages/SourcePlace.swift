/// A line of a source file, as loggers print it: `SceneDelegate.swift:42`.
struct SourcePlace: Sendable, Equatable {
  var file: String
  var line: Int?

  init(file: String, line: Int?) { (self.file, self.line) = (file, line) }

  /// The first place in a message; nil if there is none. The number follows the name with `:` or `, line `, in
  /// brackets, or after the callback.
  /// - Parameter callback: where the callback is named.
  init?(_ message: [UInt8], beside callback: Range<Int>) {
    let words = message.split { !(isNameByte($0) || "./+-~".utf8.contains($0)) }
    let word = words.first { word in
      [".swift", ".mm", ".m"].contains {
        word.count > $0.utf8.count && word.suffix($0.utf8.count).elementsEqual($0.utf8)
      }
    }
    guard let word else { return nil }
    file = String(decoding: word, as: UTF8.self)
    line = Self.number(message[word.endIndex...]) ?? Self.number(message[callback.upperBound...])
  }

  /// The number at the start of a text, after a sign or the word `line`.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text.drop { ": ,[(#".utf8.contains($0) }
    if rest.starts(with: "line".utf8) || rest.starts(with: "Line".utf8) {
      rest = rest.dropFirst(4).drop { ": ".utf8.contains($0) }
    }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    if rest.startIndex == text.startIndex || digits.count > 6 { return nil }
    if let next = rest[digits.endIndex...].first, isNameByte(next) || next == UInt8(ascii: "/") {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
