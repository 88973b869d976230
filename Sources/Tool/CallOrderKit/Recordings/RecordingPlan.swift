internal import TraceModel
internal import TraceReading

/// How a stream of events is split into recordings.
struct RecordingPlan: Sendable {
  /// The event members that identify the recording; empty if all events belong to one.
  var key: [String]
  /// The pause in seconds after which the next event starts another recording; nil if no pause ends one.
  var pause: Double?
  /// Whether recordings that are open at the end continue in another part of the stream.
  var keepsOpen = false

  /// Whether the whole stream is one recording, so that end markers are ignored.
  var isOneRecording: Bool { key.isEmpty && pause == nil }

  /// The maximum number of recordings that may be open at once.
  static let openLimit = 100_000
  /// The maximum length of a key value, in bytes.
  static let valueLimit = 1_024

  /// Makes the plan for some options; nil if a stream is one recording.
  init?(_ reading: ReadingOptions) {
    if reading.key.isEmpty, reading.closeAfter == nil { return nil }
    self.init(key: reading.key, pause: reading.closeAfter)
  }

  init(key: [String], pause: Double?, keepsOpen: Bool = false) {
    (self.key, self.pause, self.keepsOpen) = (key, pause, keepsOpen)
  }

  /// The name of a recording in reports.
  /// - Parameters:
  ///   - stream: the name of its stream.
  ///   - values: its key values.
  ///   - number: its number among the recordings with the same key values, counted from 1.
  func name(_ stream: String, _ values: KeyValues, _ number: Int) -> String {
    var name = stream
    if !key.isEmpty {
      let parts = zip(key, values.texts).map { "\($0)=\(Self.escaped($1))" }
      name += "[\(parts.joined(separator: ","))]"
    }
    return number > 1 ? "\(name)#\(number)" : name
  }

  /// Escapes a value, so that different values never give the same name.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value.unicodeScalars {
      if ["\\", ",", "]"].contains(character) { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(character)
    }
    return text
  }

  /// The header of a recording: that of its stream, with the key values added to the metadata.
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

/// The values of a key, compared by their bytes.
struct KeyValues: Hashable, Comparable, Sendable {
  let texts: [String]
  private let bytes: [UInt8]

  init(_ texts: [String]) {
    self.texts = texts
    // UTF-8 never contains this byte.
    bytes = texts.flatMap { Array($0.utf8) + [0xFF] }
  }

  static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A recording that has not ended.
struct OpenRecording {
  /// Its key values.
  var values: KeyValues
  /// Its number among the recordings with these values, counted from 1.
  var number: Int
  /// The header of the part of the stream in which it began; nil for the current part.
  var header: TraceHeader?
  /// Its events, separated by commas.
  var text: RecordingText
  /// The latest time of an event; NaN if no event has one.
  var time = Double.nan
  /// The number of losses that its text already accounts for.
  var losses: Int
  /// The line of its first event, and the line on which its last event ends.
  var firstLine = 1
  var lastLine = 1
  /// Whether its stream was cut off while it was open.
  var isCut = false

  /// Notes the time of an event.
  /// - Returns: whether it comes after a pause that ends the recording.
  mutating func comes(at time: Double, after pause: Double?) -> Bool {
    if time.isNaN { return false }
    if let pause, time - self.time > pause { return true }
    self.time = self.time.isNaN ? time : max(self.time, time)
    return false
  }
}
