internal import TraceModel
internal import TraceReading

/// How a stream of events becomes recordings.
struct RecordingPlan: Sendable {
  /// The members of an event that say which recording it is of; none where all are of one.
  var key: [String]
  /// The seconds between two events of a recording that end it; nil for none.
  var pause: Double?
  /// Whether recordings that are open at the end go on in another stream.
  var keepsOpen = false

  /// Whether nothing tells recordings apart, so that end markers mean nothing.
  var isOneRecording: Bool { key.isEmpty && pause == nil }

  /// How many recordings may be open at once.
  static let openLimit = 100_000
  /// How many bytes the value of a member of the key may have.
  static let valueLimit = 1_024

  /// Makes the plan that options ask for; nil where a stream is one recording.
  init?(_ reading: ReadingOptions) {
    if reading.key.isEmpty, reading.closeAfter == nil { return nil }
    self.init(key: reading.key, pause: reading.closeAfter)
  }

  init(key: [String], pause: Double?, keepsOpen: Bool = false) {
    (self.key, self.pause, self.keepsOpen) = (key, pause, keepsOpen)
  }

  /// What reports call a recording of a stream.
  /// - Parameters:
  ///   - values: those of the key.
  ///   - number: how many recordings of them there are up to it.
  func name(_ stream: String, _ values: KeyValues, _ number: Int) -> String {
    var name = stream
    if !key.isEmpty {
      let parts = zip(key, values.texts).map { "\($0)=\(Self.escaped($1))" }
      name += "[\(parts.joined(separator: ","))]"
    }
    return number > 1 ? "\(name)#\(number)" : name
  }

  /// Keeps two lists of values from having one name.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value.unicodeScalars {
      if ["\\", ",", "]"].contains(character) { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(character)
    }
    return text
  }

  /// What a recording says about itself: what its stream says, and the values of the key.
  func header(_ stream: TraceHeader, _ values: KeyValues) -> TraceHeader {
    var header = stream
    for (name, value) in zip(key, values.texts) {
      let member = TraceHeader.Member(name: name, value: value)
      if let index = header.metadata.firstIndex(where: { $0.name == name }) {
        header.metadata[index] = member
      } else {
        header.metadata.append(member)
      }
    }
    return header
  }
}

/// The values of a key, which are other values where they are other bytes.
struct KeyValues: Hashable, Comparable, Sendable {
  let texts: [String]
  private let bytes: [UInt8]

  init(_ texts: [String]) {
    self.texts = texts
    // No text has such a byte.
    bytes = texts.flatMap { Array($0.utf8) + [0xFF] }
  }

  static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A recording whose end has not come.
struct OpenRecording {
  /// The values of the key.
  var values: KeyValues
  /// How many recordings of these values there are up to it.
  var number: Int
  /// What its stream says about itself, where that was another stream; nil for the present one.
  var header: TraceHeader?
  /// Its events with commas between them.
  var text: RecordingText
  /// The latest time of an event; NaN where none has any.
  var time = Double.nan
  /// The losses that its text knows of.
  var losses: Int
  /// The lines of its first event and of the end of its last one.
  var firstLine = 1
  var lastLine = 1
  /// Whether its stream was cut off while it was open.
  var isCut = false

  /// Takes note of the time of an event.
  /// - Returns: whether it comes too long after the others.
  mutating func comes(at time: Double, after pause: Double?) -> Bool {
    if time.isNaN { return false }
    if let pause, time - self.time > pause { return true }
    self.time = self.time.isNaN ? time : max(self.time, time)
    return false
  }
}
