internal import TraceReading

/// Recordings one after the other in a stream, each after a line with its size and its name: `1234 device-7/launch-3`,
/// then 1,234 bytes, then the line of the next one.
struct RecordingFrames {
  /// One recording.
  struct Frame {
    /// What reports call it.
    var name: String
    /// Its bytes, or why they are not there.
    var content: Result<[UInt8], FrameError>
  }

  /// What is wrong with one recording or with the stream.
  struct FrameError: Error, Equatable {
    /// One sentence without a period.
    var message: String
  }

  /// How many bytes one recording may have; a larger one is skipped.
  static let sizeLimit = 1 << 28
  /// How many bytes the line before a recording may have.
  private static let lineLimit = 1 << 16
  private static let chunkSize = 1 << 16

  private let source: any ByteSource
  private let sizeLimit: Int
  private let beforeReading: () -> Void
  /// Bytes that were read; those from `start` on are not used yet.
  private var chunk: [UInt8] = []
  private var start = 0
  /// How many frames have begun.
  private(set) var count = 0

  /// - Parameter beforeReading: called before the source is asked for more, which may take long.
  init(
    _ source: any ByteSource, sizeLimit: Int = RecordingFrames.sizeLimit,
    beforeReading: @escaping () -> Void = {}
  ) {
    (self.source, self.sizeLimit, self.beforeReading) = (source, sizeLimit, beforeReading)
  }

  /// The next recording; nil at the end of the stream.
  /// - Throws: `FrameError` if it is not known where the next one begins.
  mutating func next() throws(FrameError) -> Frame? {
    guard let line = try nextLine() else { return nil }
    count += 1
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, words[0].count <= 15, let size = Self.number(words[0]) else {
      throw FrameError(
        message: "expected a number of bytes, a space and a name before the recording")
    }
    let name = String(decoding: words[1], as: UTF8.self)
    if size > sizeLimit {
      let skipped = try take(size, keeps: false)
      let message =
        skipped.count < size
        ? cutMessage(skipped.count, size) : "larger than the limit of \(sizeLimit) bytes"
      return Frame(name: name, content: .failure(FrameError(message: message)))
    }
    let taken = try take(size, keeps: true)
    if taken.count < size {
      return Frame(
        name: name, content: .failure(FrameError(message: cutMessage(taken.count, size))))
    }
    return Frame(name: name, content: .success(taken.bytes))
  }

  private func cutMessage(_ count: Int, _ size: Int) -> String {
    "the stream ends after \(count) of its \(size) bytes"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The bytes up to the next line feed, without it and without empty lines before it; nil at the end.
  private mutating func nextLine() throws(FrameError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if start == chunk.count, try !refill() {
        if line.isEmpty { return nil }
        throw FrameError(message: "the stream ends in the line before a recording")
      }
      let byte = chunk[start]
      start += 1
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
      } else if !line.isEmpty {
        return line
      }
      if line.count > Self.lineLimit {
        throw FrameError(
          message: "the line before a recording has more than \(Self.lineLimit) bytes")
      }
    }
  }

  /// Takes `size` bytes, or as many as there are.
  private mutating func take(
    _ size: Int, keeps: Bool
  ) throws(FrameError) -> (bytes: [UInt8], count: Int) {
    var bytes: [UInt8] = []
    var count = 0
    while count < size {
      if start == chunk.count, try !refill() { break }
      let part = min(size - count, chunk.count - start)
      if keeps { bytes += chunk[start..<(start + part)] }
      start += part
      count += part
    }
    return (bytes, count)
  }

  /// - Returns: whether there was anything.
  private mutating func refill() throws(FrameError) -> Bool {
    start = 0
    beforeReading()
    do throws(ByteSourceError) { chunk = try source.chunk(of: Self.chunkSize) } catch {
      throw FrameError(message: error.message)
    }
    return !chunk.isEmpty
  }
}
