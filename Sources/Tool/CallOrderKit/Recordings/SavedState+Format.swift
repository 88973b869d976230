internal import TraceJSON
internal import TraceReading

/// The file format of a saved state: a line with the name of the format and the size of the JSON object that follows, the
/// object, which describes every recording, the texts of the open recordings, and a line with the checksum of all that.
/// It is compressed with gzip: events of one app resemble each other, so that little is left of them.
extension SavedState {
  private static let format = "callorder.state/1"
  /// The maximum size of a state, in bytes before it is compressed.
  package static let sizeLimit = 1 << 30

  /// The state as the bytes of a file.
  /// - Complexity: O(bytes of the open recordings).
  public var bytes: [UInt8] { gzipped(text) }

  /// The bytes of a file, if the state does not have too many.
  package var bytesWithinLimit: [UInt8]? {
    let text = text
    return text.count > Self.sizeLimit ? nil : gzipped(text)
  }

  /// The state as the file has it before it is compressed.
  package var text: [UInt8] {
    let facts = JSONValue.object([
      .init("judgment", .string(judgment)), .init("stream", .string(stream)),
      .init("header", .text(of: header)), .init("nextLine", .count(nextLine)),
      .init("hasLosses", .boolean(recordings.hasLosses)),
      .init("ended", .array(recordings.ended.map(\.value))),
      .init("open", .array(recordings.open.map(\.value))),
    ]).serialized(indentation: nil)
    var bytes = Array("\(Self.format) \(facts.count)\n".utf8) + facts
    bytes.append(UInt8(ascii: "\n"))
    for recording in recordings.open { bytes += recording.text }
    var sum = Checksum()
    sum.add(bytes)
    return bytes + Array("\n\(sum.digits)\n".utf8)
  }

  /// Reads a state from its `bytes`, compressed or not.
  /// - Throws: `SavedStateError` if the bytes are not a saved state, are incomplete or were changed.
  /// - Complexity: O(bytes before they were compressed).
  public init(bytes: [UInt8]) throws(SavedStateError) {
    let unpacked: [UInt8]?
    do throws(ByteSourceError) {
      unpacked = try gunzipped(bytes, limit: Self.sizeLimit)
    } catch {
      throw SavedStateError(message: "the saved state is incomplete or was changed")
    }
    guard let bytes = unpacked else {
      throw SavedStateError(message: "the saved state is larger than \(Self.sizeLimit) bytes")
    }
    let start = Array("\(Self.format) ".utf8)
    guard bytes.starts(with: start) else {
      throw SavedStateError(message: "this is not a saved state, \(Self.format)")
    }
    // The checksum: a line end, 16 digits and a line end.
    let end = bytes.count - 18
    var sum = Checksum()
    sum.add(bytes.prefix(max(0, end)))
    guard end > start.count, bytes[end...].elementsEqual("\n\(sum.digits)\n".utf8) else {
      throw SavedStateError(message: "the saved state is incomplete or was changed")
    }
    guard let state = Self(Reading(bytes[start.count..<end])) else {
      throw SavedStateError(message: "the saved state contradicts itself")
    }
    self = state
  }

  private init?(_ reading: Reading?) {
    guard var reading, let stream = reading.facts["stream"]?.string,
      let judgment = reading.facts["judgment"]?.string,
      let header = reading.facts.header("header"), let nextLine = reading.facts.count("nextLine"),
      let hasLosses = reading.facts["hasLosses"]?.boolean,
      let ended = reading.facts["ended"]?.array, let open = reading.facts["open"]?.array
    else { return nil }
    recordings = SavedRecordings(hasLosses: hasLosses)
    for value in ended {
      guard let past = SavedRecordings.Ended(value) else { return nil }
      recordings.ended.append(past)
    }
    for value in open {
      guard let past = SavedRecordings.Open(value, &reading.texts) else { return nil }
      recordings.open.append(past)
    }
    if !reading.texts.isEmpty { return nil }
    (self.stream, self.judgment, self.header) = (stream, judgment, header)
    self.nextLine = nextLine
  }

  /// The parts between the format and the checksum.
  private struct Reading {
    var facts: JSONValue
    var texts: ArraySlice<UInt8>

    init?(_ bytes: ArraySlice<UInt8>) {
      let feed = UInt8(ascii: "\n")
      guard let line = bytes.firstIndex(of: feed),
        let count = Int(String(decoding: bytes[..<line], as: UTF8.self)), count >= 0,
        count < bytes.endIndex - line - 1, bytes[line + 1 + count] == feed,
        let facts = try? JSONValue(parsing: Array(bytes[(line + 1)..<(line + 1 + count)]))
      else { return nil }
      self.facts = facts
      texts = bytes[(line + 2 + count)...]
    }
  }
}

extension SavedRecordings.Ended {
  fileprivate var value: JSONValue {
    .object([
      .init("values", .texts(values)), .init("number", .count(number)),
      .init("wasLost", .boolean(wasLost)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let values = value.texts("values"), let number = value.count("number"),
      let wasLost = value["wasLost"]?.boolean
    else { return nil }
    self.init(values: values, number: number, wasLost: wasLost)
  }
}

extension SavedRecordings.Open {
  fileprivate var value: JSONValue {
    .object([
      .init("values", .texts(values)), .init("number", .count(number)),
      .init("wasLost", .boolean(wasLost)), .init("header", .text(of: header)),
      // As its bits, because JSON has no NaN.
      .init("time", .integer(Int64(bitPattern: time.bitPattern))),
      .init("firstLine", .count(firstLine)), .init("lastLine", .count(lastLine)),
      .init("bytes", JSONValue(text.count)),
    ])
  }

  /// - Parameter texts: the texts of this and the following recordings; the text of this one is removed.
  fileprivate init?(_ value: JSONValue, _ texts: inout ArraySlice<UInt8>) {
    guard let values = value.texts("values"), let number = value.count("number"),
      let wasLost = value["wasLost"]?.boolean, let header = value.header("header"),
      let time = value["time"]?.integer, let firstLine = value.count("firstLine"),
      let lastLine = value.count("lastLine"), let count = value.count("bytes"),
      count <= texts.count
    else { return nil }
    self.init(
      values: values, number: number, wasLost: wasLost, header: header,
      text: Array(texts.prefix(count)), time: Double(bitPattern: UInt64(bitPattern: time)),
      firstLine: firstLine, lastLine: lastLine)
    texts.removeFirst(count)
  }
}

extension JSONValue {
  fileprivate static func texts(_ values: KeyValues) -> JSONValue {
    .array(values.texts.map(JSONValue.string))
  }

  fileprivate static func text(of header: TraceHeader) -> JSONValue {
    .string(String(decoding: header.documentStart, as: UTF8.self))
  }

  fileprivate func texts(_ name: String) -> KeyValues? {
    guard let values = self[name]?.array else { return nil }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? KeyValues(texts) : nil
  }

  fileprivate func header(_ name: String) -> TraceHeader? {
    self[name]?.string.flatMap { TraceHeader(documentStart: Array($0.utf8)) }
  }

  /// The largest number of lines, bytes or recordings in a state, as events count their lines in 32 bits.
  private static let countLimit = Int(UInt32.max)

  /// A number of lines or recordings; of a longer stream the largest that can be read again.
  fileprivate static func count(_ number: Int) -> JSONValue { JSONValue(min(number, countLimit)) }

  /// A number of lines, bytes or recordings.
  fileprivate func count(_ name: String) -> Int? {
    guard let number = self[name]?.integer, (0...Int64(Self.countLimit)).contains(number) else {
      return nil
    }
    return Int(number)
  }
}
