/// Values of one size, side by side. The oldest is overwritten when there are as many as allowed.
struct Ring: ~Copyable {
  /// How many a short trace gets room for. A long one gets room for all at once: nothing is copied then, and memory that
  /// was never written to takes none from the system.
  private static let few = 256
  private static let alignment = MemoryLayout<UInt64>.alignment

  private let limit: Int
  private let stride: Int
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1
  private(set) var count = 0
  /// The number of the value that is added next.
  private(set) var next = 0

  /// - Parameters:
  ///   - limit: how many values are allowed, at least 1.
  ///   - stride: the size of a value in bytes.
  init(limit: Int, stride: Int) {
    self.limit = limit
    self.stride = (stride + Self.alignment - 1) / Self.alignment * Self.alignment
    memory = .allocate(byteCount: self.stride, alignment: Self.alignment)
  }

  deinit { memory.deallocate() }

  /// The number of the value that was added last.
  var last: Int { next == 0 ? count - 1 : next - 1 }

  /// The value with a number below `count`.
  subscript(number: Int) -> UnsafeMutableRawPointer { memory + number &* stride }

  /// Makes room for another value, which the caller has to initialize.
  /// - Returns: its number.
  mutating func add() -> Int {
    if next == capacity && capacity < limit { grow() }
    defer { next = next + 1 == limit ? 0 : next + 1 }
    if count < limit { count += 1 }
    return next
  }

  private mutating func grow() {
    let larger = capacity < Self.few ? min(limit, Self.few) : limit
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: larger * stride, alignment: Self.alignment)
    block.copyMemory(from: memory, byteCount: count * stride)
    memory.deallocate()
    (memory, capacity) = (block, larger)
  }
}
