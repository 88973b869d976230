internal import TraceReading

/// The open recordings of a stream, to be continued with its next part, perhaps on another machine.
///
/// It keeps events, not findings: a recording is judged when it ends, by all of its events.
public struct SavedState: Sendable {
  /// The name of the stream in reports.
  var stream: String
  /// Its header.
  var header: TraceHeader
  /// The line with which the next part begins.
  var nextLine: Int
  var recordings: SavedRecordings
  /// A checksum of everything that recordings are judged by.
  var judgment = ""
}

/// What is kept about the recordings of a stream.
struct SavedRecordings: Sendable {
  /// An open recording.
  struct Open: Sendable {
    var values: KeyValues
    var number: Int
    /// Whether events may have been lost since its last event.
    var wasLost: Bool
    var header: TraceHeader
    var text: [UInt8]
    var time: Double
    var firstLine: Int
    var lastLine: Int
  }

  /// The ended recordings with the same key values.
  struct Ended: Sendable {
    var values: KeyValues
    var number: Int
    /// Whether events may have been lost since the last one ended.
    var wasLost: Bool
  }

  /// Whether events were lost that may have belonged to any recording.
  var hasLosses: Bool
  var open: [Open] = []
  var ended: [Ended] = []
}

/// Why a saved state cannot be used.
public struct SavedStateError: Error, Equatable, Sendable {
  /// One sentence without a period at the end.
  public var message: String
}

/// A checksum of bytes and texts, to detect accidental changes.
///
/// - Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", 64 bits, variant 1a.
struct Checksum {
  private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func add(_ text: String) {
    add(text.utf8)
    add(CollectionOfOne(0xFF))
  }

  /// The sum in 16 digits.
  var digits: String {
    let text = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
