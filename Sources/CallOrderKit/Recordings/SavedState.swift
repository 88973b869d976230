internal import TraceReading

/// The recordings of a stream that go on in another one, to be checked there: perhaps on another machine.
///
/// It keeps what was recorded, not what was concluded from it: a recording is judged when it ends, by all of its events.
public struct SavedState: Sendable {
  /// What reports call the stream.
  var stream: String
  /// What it says about itself.
  var header: TraceHeader
  /// The line that the next part begins with.
  var nextLine: Int
  var recordings: SavedRecordings
  /// What the recordings are judged by, in short.
  var judgment = ""
}

/// What is kept of the recordings of a stream.
struct SavedRecordings: Sendable {
  /// One that is open.
  struct Open: Sendable {
    var values: KeyValues
    var number: Int
    /// Whether events may have been lost since its last one.
    var wasLost: Bool
    var header: TraceHeader
    var text: [UInt8]
    var time: Double
    var firstLine: Int
    var lastLine: Int
  }

  /// Those of some values that have ended.
  struct Ended: Sendable {
    var values: KeyValues
    var number: Int
    /// Whether events may have been lost since the last one ended.
    var wasLost: Bool
  }

  /// Whether events were lost that may have been of any recording.
  var hasLosses: Bool
  var open: [Open] = []
  var ended: [Ended] = []
}

/// Why a saved state cannot be used.
public struct SavedStateError: Error, Equatable, Sendable {
  /// One sentence without a full stop.
  public var message: String
}

/// A sum over bytes and texts, which changes when any of them does.
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
