internal import CallOrderKit
internal import TraceReading

/// Recordings one after the other in a stream, each after a line with its size and its name: `1234 device-7/launch-3`,
/// then 1,234 bytes, then the line of the next one.
struct RecordingFrames {
  /// How many bytes one recording may have; a larger one is skipped.
  static let sizeLimit = 1 << 28
  /// How many bytes the line before a recording may have.
  private static let lineLimit = 1 << 16
  private static let chunkSize = 1 << 16

  private let source: any ByteSource
  private let sizeLimit: Int
  private let beforeReading: () -> Void
  /// Bytes that were read and are not used yet.
  private var chunk: ArraySlice<UInt8> = []
  /// How many recordings have begun.
  private(set) var count = 0

  /// - Parameter beforeReading: called before the source is asked for more, which may take long.
  init(
    _ source: any ByteSource, sizeLimit: Int = RecordingFrames.sizeLimit,
    beforeReading: @escaping () -> Void = {}
  ) {
    (self.source, self.sizeLimit, self.beforeReading) = (source, sizeLimit, beforeReading)
  }

  /// The next recording, which says itself when it cannot be read; nil at the end of the stream.
  /// - Throws: `ByteSourceError` if it is not known where the next one begins.
  mutating func next() throws(ByteSourceError) -> TraceInput? {
    guard let line = try nextLine() else { return nil }
    count += 1
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, words[0].count <= 15, let size = Self.number(words[0]) else {
      throw ByteSourceError("expected a number of bytes, a space and a name before the recording")
    }
    var bytes: [UInt8] = []
    var left = size
    while left > 0, try hasMore() {
      let part = chunk.prefix(left)
      if size <= sizeLimit { bytes += part }
      chunk = chunk.dropFirst(part.count)
      left -= part.count
    }
    let fault: String? =
      left > 0
      ? "the stream ends after \(size - left) of its \(size) bytes"
      : size > sizeLimit ? "larger than the limit of \(sizeLimit) bytes" : nil
    return TraceInput(path: String(decoding: words[1], as: UTF8.self)) {
      [bytes] () throws(ByteSourceError) in
      if let fault { throw ByteSourceError(fault) }
      return MemorySource(bytes)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The bytes up to the next line feed, without it and without empty lines before it; nil at the end.
  private mutating func nextLine() throws(ByteSourceError) -> [UInt8]? {
    var line: [UInt8] = []
    while try hasMore(), let byte = chunk.popFirst() {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
      } else if !line.isEmpty {
        return line
      }
      if line.count > Self.lineLimit {
        throw ByteSourceError(
          "the line before a recording has more than \(Self.lineLimit) bytes")
      }
    }
    if line.isEmpty { return nil }
    throw ByteSourceError("the stream ends in the line before a recording")
  }

  /// Reads on if nothing is left.
  /// - Returns: whether there is anything.
  private mutating func hasMore() throws(ByteSourceError) -> Bool {
    if !chunk.isEmpty { return true }
    beforeReading()
    chunk = try source.chunk(of: Self.chunkSize)[...]
    return !chunk.isEmpty
  }
}
