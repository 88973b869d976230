internal import TraceReading
internal import TraceSystem

/// The text of a recording: its last bytes in memory, the others in a file.
///
/// Until the recording ends, only the thread that reads the stream changes it; after that, it is only read.
final class RecordingText: @unchecked Sendable {
  private let file: BlockFile
  private var blocks: [UInt32] = []
  private var rest: [UInt8] = []

  /// Makes an empty text.
  init(in file: BlockFile) { self.file = file }

  deinit { if !blocks.isEmpty { file.release(blocks) } }

  /// The number of bytes.
  var count: Int { blocks.count * BlockFile.blockSize + rest.count }

  /// Adds bytes.
  func append(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    rest.append(contentsOf: bytes)
    if rest.count < BlockFile.blockSize { return }
    var start = 0
    while rest.count - start >= BlockFile.blockSize {
      let end = start + BlockFile.blockSize
      blocks.append(
        try rest.withUnsafeBufferPointer { (bytes) throws(SystemError) in
          try file.add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        })
      start = end
    }
    rest.removeFirst(start)
  }

  /// Reads bytes from an offset on into the start of the buffer.
  /// - Returns: how many bytes were read; 0 only at the end.
  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    let block = offset / BlockFile.blockSize
    if block < blocks.count {
      return try file.read(blocks[block], from: offset % BlockFile.blockSize, into: buffer)
    }
    let start = offset - blocks.count * BlockFile.blockSize
    let count = min(buffer.count, rest.count - start)
    if count <= 0 { return 0 }
    rest.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[start..<(start + count)])) }
    return count
  }

  /// All bytes.
  func bytes() throws(SystemError) -> [UInt8] {
    let count = count
    return try [UInt8](unsafeUninitializedCapacity: count) {
      (buffer, filled) throws(SystemError) in
      while filled < count {
        let room = UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
        let part = try read(at: filled, into: room)
        if part == 0 { return }
        filled += part
      }
    }
  }
}

/// A recording that has ended and can be checked.
struct EndedRecording: Sendable {
  /// Its name in reports.
  var name: String
  /// Its header.
  var header: TraceHeader
  /// Its events, separated by commas.
  var text: RecordingText
  /// The line of its first event.
  var firstLine: Int
  /// Notes about how it was recorded.
  var notes: [ReadingNote] = []

  /// The recording as a document, which can be read more than once.
  var input: TraceInput {
    let (start, text) = (header.documentStart, text)
    var input = TraceInput(path: name) { () throws(ByteSourceError) in
      RecordingSource(start, text)
    }
    input.firstLine = firstLine
    return input
  }
}

/// A recording as a document: its header, its events, and the closing brackets.
private final class RecordingSource: ByteSource {
  private let parts: [[UInt8]]
  private let text: RecordingText
  private var offset = 0

  init(_ start: [UInt8], _ text: RecordingText) {
    parts = [start, Array("]}\n".utf8)]
    self.text = text
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    var place = offset
    var count = copy(parts[0], from: place, into: buffer)
    if count == 0 {
      place -= parts[0].count
      do throws(SystemError) { count = try text.read(at: place, into: buffer) } catch {
        throw ByteSourceError(error.message)
      }
    }
    if count == 0 { count = copy(parts[1], from: place - text.count, into: buffer) }
    offset += count
    return count
  }

  private func copy(
    _ bytes: [UInt8], from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(buffer.count, bytes.count - start)
    if count <= 0 { return 0 }
    bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[start..<(start + count)])) }
    return count
  }
}
