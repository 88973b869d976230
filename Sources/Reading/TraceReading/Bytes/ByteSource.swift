/// Where the bytes of one trace come from: a file, standard input, or memory.
public protocol ByteSource: AnyObject {
  /// Reads the next bytes into the front of the buffer.
  /// - Returns: how many bytes were read, at most the buffer's count; 0 only at the end.
  /// - Throws: `ByteSourceError` if reading fails.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}

extension ByteSource {
  /// Reads the next bytes, and traps if the source says that it read more than there was room for. A user of the library may
  /// bring a source of their own, and its mistake must not become a write outside the buffer.
  package func readChecked(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    let count = try read(into: buffer)
    precondition((0...buffer.count).contains(count), "a source read more than it had room for")
    return count
  }

  /// Reads the next bytes, at most so many; none only at the end.
  package func chunk(of size: Int) throws(ByteSourceError) -> [UInt8] {
    // SAFETY: the source writes to the front of the buffer, as many bytes as it says; the array checks that they fit.
    try [UInt8](unsafeUninitializedCapacity: size) { (buffer, count) throws(ByteSourceError) in
      count = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

/// Why bytes could not be read.
public struct ByteSourceError: Error, Sendable, Equatable {
  /// One sentence without a full stop, such as `permission denied`.
  public var message: String

  /// Creates an error from a sentence without a full stop.
  public init(_ message: String) { self.message = message }
}

/// Bytes in memory as a source.
public final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a source of the given bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    // SAFETY: no more is copied than the buffer has room for.
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: .init(rebasing: $0[position..<(position + count)]))
    }
    position += count
    return count
  }
}
