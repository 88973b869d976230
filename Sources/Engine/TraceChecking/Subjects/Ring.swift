/// Values of one size, side by side. The oldest is overwritten when there are as many as allowed.
struct Ring: ~Copyable {
  /// How many a short trace gets room for. A long one gets room for all at once: nothing is copied then, and memory that
  /// was never written to takes none from the system.
  private static let few = 256

  private let limit: Int
  private let stride: Int
  private let alignment: Int
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1
  private(set) var count = 0
  /// The number of the value that is added next.
  private(set) var next = 0

  /// - Parameters:
  ///   - limit: how many values are allowed, at least 1.
  ///   - type: the type of a value.
  ///   - bytes: how many bytes of plain values follow each.
  init<Value: BitwiseCopyable>(limit: Int, _ type: Value.Type, followedBy bytes: Int = 0) {
    self.limit = limit
    alignment = MemoryLayout<Value>.alignment
    stride = (MemoryLayout<Value>.stride + bytes + alignment - 1) / alignment * alignment
    memory = .allocate(byteCount: stride, alignment: alignment)
  }

  deinit { memory.deallocate() }

  /// The number of one of the last values, counted back from 1.
  func last(_ distance: Int) -> Int { next >= distance ? next - distance : next - distance + count }

  /// The value with a number below `count`.
  subscript(number: Int) -> UnsafeMutableRawPointer { memory + number &* stride }

  /// Makes room for another value, which the caller has to initialize.
  /// - Returns: its number.
  mutating func add() -> Int {
    let number = prepare()
    next = next + 1 == limit ? 0 : next + 1
    if count < limit { count += 1 }
    return number
  }

  /// Makes room for another value without adding it. It may take the place of the oldest.
  /// - Returns: the number that it will have.
  mutating func prepare() -> Int {
    if next == capacity && capacity < limit { grow() }
    return next
  }

  /// How many bytes have values, for tests.
  var usedBytes: Int { count * stride }

  private mutating func grow() {
    let larger = capacity < Self.few ? min(limit, Self.few) : limit
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: larger * stride, alignment: alignment)
    block.copyMemory(from: memory, byteCount: count * stride)
    memory.deallocate()
    (memory, capacity) = (block, larger)
  }
}
