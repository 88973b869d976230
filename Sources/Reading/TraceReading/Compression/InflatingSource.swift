/// The text of a source, unpacked if its first two bytes show that it is compressed with gzip.
///
/// Several gzip members in a row are one text, as `cat` produces it, and zeros may follow the last.
package final class InflatingSource: ByteSource {
  /// How large the text of a compressed source may become before it is rejected.
  package struct Limit: Sendable {
    /// How many bytes of text any source may have.
    package var base = 1 << 30
    /// How many bytes of text a larger source may have for each of its compressed bytes. Traces have about 10 to 40.
    package var ratio = 200

    /// The default limit.
    package init() {}
  }

  private enum Content {
    case unknown, plain, gzip(Inflater)
  }

  private static let chunkSize = 1 << 16
  private static let signature: [UInt8] = [0x1F, 0x8B]

  private let source: any ByteSource
  private let limit: Limit
  private var content = Content.unknown
  /// Bytes of the source that were read but not used, from `start` up to `end`.
  // SAFETY: the source alone owns it, and `start <= end <= chunkSize` holds: what was read moves `end` and what was
  // used moves `start`. No more is read than there is room for.
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 16)
  private var start = 0
  private var end = 0
  /// How many bytes were read from the source, and how many bytes of text were produced.
  private var readCount = 0
  private var textCount = 0
  /// Whether a member has ended, and none has begun since.
  private var isBetweenMembers = false

  /// Creates the text of a source, of which nothing was read yet.
  package init(_ source: any ByteSource, limit: Limit = Limit()) {
    self.source = source
    self.limit = limit
  }

  deinit { chunk.deallocate() }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if case .unknown = content { try recognize() }
    guard case .gzip(let inflater) = content else { return try readPlain(into: buffer) }
    if buffer.isEmpty { return 0 }
    while true {
      if start == end, try !refill() {
        if isBetweenMembers { return 0 }
        throw ByteSourceError(
          "the gzip data ends too early; perhaps the file was not copied completely")
      }
      if isBetweenMembers, try !beginsAnotherMember() { return 0 }
      let step = try inflater.step(
        UnsafeRawBufferPointer(rebasing: chunk[start..<end]), into: buffer)
      start += step.taken
      isBetweenMembers = step.endsMember
      if step.made > 0 {
        textCount += step.made
        if textCount > limit.base, textCount / limit.ratio > readCount {
          throw ByteSourceError(
            "the gzip data unpacks to more than \(limit.ratio) times its size and more than \(limit.base) bytes; unpack it first, for example with gunzip"
          )
        }
        return step.made
      }
    }
  }

  private func recognize() throws(ByteSourceError) {
    // A pipe may give one byte at a time.
    while end < Self.signature.count {
      let count = try source.readChecked(
        into: UnsafeMutableRawBufferPointer(rebasing: chunk[end...]))
      if count == 0 { break }
      end += count
    }
    readCount = end
    content = chunk[..<end].starts(with: Self.signature) ? .gzip(try Inflater()) : .plain
  }

  private func readPlain(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    if start == end { return try source.readChecked(into: buffer) }
    let count = min(buffer.count, end - start)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[start..<(start + count)]))
    start += count
    return count
  }

  /// - Returns: whether there were any bytes.
  private func refill() throws(ByteSourceError) -> Bool {
    start = 0
    end = try source.readChecked(into: chunk)
    readCount += end
    return end > 0
  }

  /// Skips zeros after a member.
  /// - Returns: false if nothing else follows.
  private func beginsAnotherMember() throws(ByteSourceError) -> Bool {
    if chunk[start] != 0 { return true }
    repeat {
      if let other = chunk[start..<end].firstIndex(where: { $0 != 0 }) {
        start = other
        throw ByteSourceError("what follows the gzip data is not gzip")
      }
      start = end
    } while try refill()
    return false
  }
}
