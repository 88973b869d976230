import TraceModel

/// A text with marks such as 1️⃣, which show where a diagnostic is expected.
struct MarkedText {
  /// The text without the marks.
  private(set) var text = ""
  /// The position of each mark in the text without marks.
  private(set) var positions: [Character: SourcePosition] = [:]

  /// Removes the marks from a text.
  init(_ marked: String) {
    var position = SourcePosition.start
    for character in marked {
      if character.unicodeScalars.count == 3, character.unicodeScalars.last == "\u{20E3}" {
        positions[character] = position
        continue
      }
      text.append(character)
      position.offset += character.utf8.count
      if character == "\n" || character == "\r\n" {
        position.line += 1
        position.column = 1
      } else {
        position.column += character.unicodeScalars.count
      }
    }
  }

  /// The text's bytes.
  var bytes: [UInt8] { Array(text.utf8) }
}
