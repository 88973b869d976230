/// Values in the order they were added. Once there are as many as allowed, each new one takes the place of the oldest.
struct Ring<Value> {
  private let limit: Int
  private var values: [Value] = []
  /// The number of the value that is added next.
  private(set) var next = 0

  /// - Parameter limit: how many values are allowed, at least 1.
  init(limit: Int) { self.limit = limit }

  var count: Int { values.count }

  /// The number of one of the last values, counted back from 1.
  func last(_ distance: Int) -> Int { next >= distance ? next - distance : next - distance + count }

  /// The value with a number below `count`.
  subscript(number: Int) -> Value {
    get { values[number] }
    set { values[number] = newValue }
  }

  /// Adds a value.
  /// - Returns: its number.
  mutating func add(_ value: Value) -> Int {
    let number = next
    if number == values.count { values.append(value) } else { values[number] = value }
    next = number + 1 == limit ? 0 : number + 1
    return number
  }

  /// How many bytes have values, for tests.
  var usedBytes: Int { count * MemoryLayout<Value>.stride }
}
