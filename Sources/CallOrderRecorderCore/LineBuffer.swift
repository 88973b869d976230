/// Lines that wait to be written, in memory that does not grow.
final class LineBuffer: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  /// How many events the lines tell of, those among them that they say are lost.
  private(set) var events = 0

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The lines, until the buffer changes.
  var lines: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Adds what the closure writes, if there is room for all of it.
  /// - Parameter events: how many events that tells of.
  /// - Returns: whether there was.
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
