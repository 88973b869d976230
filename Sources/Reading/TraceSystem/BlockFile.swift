#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file without a name, in blocks of one size. Blocks that are given back are reused.
///
/// It is created when the first block comes, and removed with the last reference. Several threads may use it at the
/// same time.
package final class BlockFile: Sendable {
  /// The number of bytes in a block.
  package static let blockSize = 4_096

  private struct Room: @unchecked Sendable {
    var file: UnsafeMutablePointer<FILE>?
    var free: [UInt32] = []
    var count: UInt32 = 0
  }

  private let room = Monitor(Room())

  /// Creates an empty value. The file itself is created later.
  package init() {}

  deinit { room.withLock { if let file = $0.file { fclose(file) } } }

  /// Writes a block.
  /// - Parameter bytes: exactly `blockSize` bytes.
  /// - Returns: the number of the block.
  package func add(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> UInt32 {
    let place = room.withLock { room -> (file: CInt, block: UInt32)? in
      if room.file == nil {
        room.file = attempting(.tmpfile, otherwise: nil) { tmpfile() }
      }
      guard let file = room.file else { return nil }
      if let block = room.free.popLast() { return (fileno(file), block) }
      defer { room.count += 1 }
      return (fileno(file), room.count)
    }
    guard let place else { throw SystemError(path: "a temporary file", code: errno) }
    var rest = bytes
    while !rest.isEmpty {
      let offset = off_t(place.block) * off_t(Self.blockSize) + off_t(bytes.count - rest.count)
      let count = calling(.write) { pwrite(place.file, rest.baseAddress, rest.count, offset) }
      if count <= 0 { throw SystemError(path: "a temporary file", code: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return place.block
  }

  /// Reads bytes of a block, from an offset on, into the front of the buffer.
  /// - Returns: how many bytes were read; at least one if the block has more.
  package func read(
    _ block: UInt32, from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    guard let file = room.withLock({ $0.file.map { fileno($0) } }) else { return 0 }
    let offset = off_t(block) * off_t(Self.blockSize) + off_t(start)
    let wanted = min(buffer.count, Self.blockSize - start)
    let count = calling(.pread) { pread(file, buffer.baseAddress, wanted, offset) }
    if count < 0 { throw SystemError(path: "a temporary file", code: errno) }
    return count
  }

  /// Gives back blocks that nothing reads any more.
  package func release(_ blocks: [UInt32]) { room.withLock { $0.free += blocks } }
}
