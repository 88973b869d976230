internal import TraceModel

/// The part of a text that is in memory: what has arrived and was not read yet, followed by zeros.
struct TextWindow: ~Copyable {
  /// How many bytes behind the valid ones may be read. They are zeros.
  static let slack = 64

  // SAFETY: the window alone owns the memory, which has room for the slack behind the valid bytes. A view of these is used only
  // until the window is filled again. A source writes as many bytes as it says, and that is checked.
  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0
  private let source: any ByteSource
  private let chunkSize: Int
  /// Whether the memory is filled before it is read. Otherwise what has arrived is read at once, as when watching a file.
  private let fillsUp: Bool
  /// The position of the first byte.
  private(set) var position = SourcePosition.start
  /// Whether nothing comes after the bytes.
  private(set) var isAtEnd = false
  /// Why nothing comes after the bytes, without a position. It is reported once everything before it is read, because the
  /// fault for which a trace is rejected must not depend on how much arrives at a time.
  private(set) var failure: TraceError?

  init(_ source: any ByteSource, chunkSize: Int, fillsUp: Bool) {
    (self.source, self.chunkSize, self.fillsUp) = (source, chunkSize, fillsUp)
    memory = .allocate(byteCount: chunkSize + Self.slack, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// The bytes.
  var view: ByteView { ByteView(UnsafeRawBufferPointer(rebasing: memory[..<count])) }

  /// The address of the first byte.
  var base: UnsafeRawPointer? { UnsafeRawPointer(memory.baseAddress) }

  /// The number of bytes.
  var byteCount: Int { count }

  /// Gets more bytes. What is left takes less than half of the room then, so that no element is tried too often.
  mutating func fill() {
    let wanted = max(chunkSize, count * 2)
    if wanted + Self.slack > memory.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: wanted + Self.slack, alignment: 64)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
      memory.deallocate()
      memory = larger
    }
    while count < wanted, !isAtEnd, failure == nil {
      do throws(ByteSourceError) {
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[count..<wanted])
        let more = try source.readChecked(into: room)
        count += more
        isAtEnd = more == 0
      } catch {
        failure = TraceError(error.message)
      }
      if !fillsUp { break }
    }
    let rest = UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + Self.slack)])
    rest.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Drops the first bytes, which have so many line ends.
  mutating func drop(_ read: Int, lineEnds: Int) {
    position.advance(over: view[..<read], lineEnds: lineEnds)
    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[read..<count]))
    count -= read
  }
}

/// Moving a position over the bytes that follow it.
extension SourcePosition {
  /// Moves past bytes whose line ends are counted already.
  /// - Complexity: O(length of the last line).
  mutating func advance(over bytes: ByteView, lineEnds: Int) {
    let isStart = offset == 0
    offset += bytes.count
    line += lineEnds
    var lineStart = bytes.endIndex
    while lineStart > bytes.startIndex, bytes[lineStart - 1] != UInt8(ascii: "\n") {
      lineStart -= 1
    }
    if lineStart > bytes.startIndex { column = 1 }
    column += bytes[lineStart...].scalarCount(
      isTextStart: isStart && lineStart == bytes.startIndex)
  }

  /// The position after bytes that follow this one.
  func moved(over bytes: ByteView) -> SourcePosition {
    var position = self
    position.advance(over: bytes, lineEnds: bytes.count { $0 == UInt8(ascii: "\n") })
    return position
  }
}

extension ByteView {
  /// The number of Unicode scalars that begin in the bytes, without a byte order mark at the start of a text.
  fileprivate func scalarCount(isTextStart: Bool) -> Int {
    let isMarked = isTextStart && starts(with: [0xEF, 0xBB, 0xBF])
    return reduce(isMarked ? -1 : 0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }
}
