internal import TraceGrammar
internal import TraceModel

/// Reads the values that events record under one member, such as roles, numbers them in the order they come, and notes
/// which callbacks came about subjects with each.
struct RecordedValues {
  /// The index of the member in an event; nil if nobody asks for it.
  let member: Int?
  private let callbackCount: Int
  /// How many values are distinguished; all others count as one.
  private let limit: Int
  private var names: [String]
  /// For every value and callback, row major, whether the callback came about a subject with the value.
  private var shown: [Bool]
  /// The value that was read last in this batch: most events of a recording have that of the previous one.
  private var last: (name: NameID, index: Int32) = (.none, -1)

  /// - Parameter names: the values with the first indices.
  init(member: Int?, names: [String] = [], limit: Int, callbackCount: Int) {
    (self.member, self.names, self.limit) = (member, names, limit)
    self.callbackCount = callbackCount
    shown = Array(repeating: false, count: names.count * callbackCount)
  }

  /// Whether anybody asks for the values.
  var isOn: Bool { member != nil }

  /// Forgets what the names of the previous batch mean.
  mutating func forgetNames() { last = (.none, -1) }

  /// The index of the value that an event records; -1 for none.
  /// - Complexity: O(1) if it is the previous one, else O(bytes · values).
  @inline(__always)
  mutating func index(of event: EventRecord, in batch: borrowing EventBatch) -> Int32 {
    guard let member, case let name = batch.value(member, of: event), !name.isNone else {
      return -1
    }
    if name != last.name { last = (name, index(of: batch.names.bytes(name))) }
    return last.index
  }

  /// The index of the value that an event records; if it records none, of `other`; without that, 0.
  @inline(__always)
  mutating func index(
    of event: EventRecord, in batch: borrowing EventBatch, orElse other: @autoclosure () -> String?
  ) -> Int32 {
    let recorded = index(of: event, in: batch)
    return recorded >= 0 ? recorded : index(of: other())
  }

  private mutating func index(of other: String?) -> Int32 {
    guard var other else { return 0 }
    return other.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// The index of a value.
  mutating func index(of name: UnsafeRawBufferPointer) -> Int32 {
    for index in names.indices where names[index].hasBytes(name) { return Int32(index) }
    if names.count < limit {
      names.append(String(decoding: name, as: UTF8.self))
      shown += Array(repeating: false, count: callbackCount)
      return Int32(names.count - 1)
    }
    return Int32(names.count)
  }

  /// Notes that a callback came about a subject with a value; -1 for none.
  @inline(__always)
  mutating func note(_ callback: CallbackID, by index: Int32) {
    if index < 0 || Int(index) >= names.count { return }
    let cell = Int(index) &* callbackCount &+ callback.index
    // It is nearly always set already, and reading is cheaper than writing.
    if !shown[cell] { shown[cell] = true }
  }

  /// The callbacks that came about subjects with each value, by its index.
  var shownCallbacks: [Set<CallbackID>] {
    names.indices.map { index in
      Set(CallbackID.all(callbackCount).filter { shown[index * callbackCount + $0.index] })
    }
  }

  /// The callbacks that came about subjects with a value, by its name, for values that any came about.
  var shownByName: [String: Set<CallbackID>] {
    var byName: [String: Set<CallbackID>] = [:]
    for (name, came) in zip(names, shownCallbacks) where !came.isEmpty { byName[name] = came }
    return byName
  }
}

extension String {
  /// Whether it has exactly these bytes in UTF-8.
  func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: the same number of bytes is compared on both sides, and neither pointer leaves the call.
    var text = self
    return text.withUTF8 { text in
      guard let start = text.baseAddress, text.count == bytes.count else {
        return text.count == bytes.count
      }
      return equalBytes(start, bytes)
    }
  }
}
