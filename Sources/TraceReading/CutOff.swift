internal import TraceJSON

/// Tells what a recorder was writing when it was stopped from what is wrong.
enum CutOff {
  /// What may complete the last piece of a text: literals, numbers, escapes and characters can be cut off in the middle.
  private static let completions: [[UInt8]] =
    ["", "e", "ue", "rue", "se", "lse", "alse", "l", "ll", "ull", "0", "00", "000", "0000", "n"]
    .map { Array($0.utf8) } + [
      [0x80], [0x80, 0x80], [0x80, 0x80, 0x80], [0xA0, 0x80], [0x90, 0x80, 0x80],
    ]
  /// The length of the longest piece that means nothing by itself.
  private static let pieceLength = 16

  /// Whether bytes that are no JSON object are the beginning of one: something can be added so that nothing but
  /// more is missing.
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
        // What is wrong before the last piece stays wrong.
        if error.offset + pieceLength < bytes.count { return false }
      }
    }
    return false
  }

  /// What is said of a recording that was cut off.
  /// - Parameter line: the line it ends in.
  static func note(line: Int) -> ReadingNote {
    ReadingNote(
      id: "cut-off", line: line, count: 1,
      message:
        "the recording ends in the middle of an event, perhaps because the recorder was stopped; what came before is"
        + " checked")
  }
}
