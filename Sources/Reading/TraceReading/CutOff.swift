internal import TraceJSON

/// Recognizes a recording that ends because its recorder was stopped while writing.
enum CutOff {
  /// Text that may complete the last token: literals, numbers, escapes and characters can be cut off in the middle.
  private static let completions: [[UInt8]] =
    ["", "e", "ue", "rue", "se", "lse", "alse", "l", "ll", "ull", "0", "00", "000", "0000", "n"]
    .map { Array($0.utf8) } + [
      [0x80], [0x80, 0x80], [0x80, 0x80, 0x80], [0xA0, 0x80], [0x90, 0x80, 0x80],
    ]
  /// The length of the longest token that means nothing when it is incomplete.
  private static let pieceLength = 16

  /// Whether bytes that are not a JSON object are the beginning of one: with a completed token, the only fault is that
  /// the text ends too early.
  static func isBeginning(ofObject bytes: ByteView) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    for completion in completions {
      do throws(JSONError) {
        if completion.isEmpty {
          _ = try JSONDocument(parsing: bytes)
        } else {
          _ = try JSONValue(parsing: Array(bytes) + completion)
        }
        return false
      } catch {
        if error.isTruncation { return true }
        // A fault before the last token cannot be completed.
        if error.offset + pieceLength < bytes.count { return false }
      }
    }
    return false
  }

  /// The note on a recording that was cut off.
  /// - Parameter line: the line in which it ends, counted from 1.
  static func note(line: Int) -> ReadingNote {
    ReadingNote(
      id: "cut-off", line: line, count: 1,
      message:
        "the recording ends in the middle of an event, perhaps because the recorder was stopped; what came before is"
        + " checked")
  }
}
