/// Lines that wait to be written, in a buffer of fixed size.
final class LineBuffer: @unchecked Sendable {
  // SAFETY: the buffer alone owns the memory, and an encoder gets only what is left of it. The recorder hands a buffer
  // from thread to thread under its lock, and nothing is added to the one that is being written.
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  /// How many events the lines account for, including those that they report as lost.
  private(set) var events = 0

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The lines; valid until the buffer changes.
  var lines: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Appends what the closure writes, if all of it fits.
  /// - Parameter events: how many events it accounts for.
  /// - Returns: whether it fit.
  @inline(__always)
  func append(events: Int, _ write: (inout LineEncoder) -> Void) -> Bool {
    var encoder = LineEncoder(start + count, capacity: capacity - count)
    write(&encoder)
    if encoder.isFull { return false }
    count += encoder.count
    self.events += events
    return true
  }

  func removeAll() { (count, events) = (0, 0) }
}
