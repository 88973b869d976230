/// Writes values to bytes, or reads them from there.
///
/// A type lists its parts once, in `code(with:)`, for both directions: writing takes the value of a part, and reading
/// replaces it. Numbers are written in base 128, seven bits a byte and the lowest first; a text or a list begins with
/// its length. Reading never leaves the bytes: whatever they are, it ends with values, and `isWhole` says whether they can
/// be used.
struct TableCoder {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []
  /// What is still to be read; nil while writing.
  private var unread: Slice<UnsafeRawBufferPointer>?
  private var isDamaged = false

  /// Makes a coder that writes.
  init() {}

  /// Makes a coder that reads bytes, which have to stay where they are until it is done.
  init(reading bytes: UnsafeRawBufferPointer) { unread = bytes[...] }

  /// Whether everything was read, and nothing was missing.
  var isWhole: Bool { unread?.isEmpty ?? true && !isDamaged }

  /// Whether values are replaced.
  private var isReading: Bool { unread != nil }

  mutating func code(_ value: inout UInt64) {
    if isReading {
      value = number()
      return
    }
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func number() -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = unread?.popFirst() else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    isDamaged = true
    return 0
  }

  /// Codes a number that is not negative.
  mutating func code(_ value: inout Int) {
    var number = UInt64(value)
    code(&number)
    if isReading { value = Int(truncatingIfNeeded: number & UInt64(Int.max)) }
  }

  mutating func code(_ value: inout Bool) {
    var number: UInt64 = value ? 1 : 0
    code(&number)
    if isReading { value = number == 1 }
  }

  mutating func code(_ value: inout Double) {
    var pattern = value.bitPattern
    code(&pattern)
    if isReading { value = Double(bitPattern: pattern) }
  }

  mutating func code(_ value: inout String) {
    if isReading {
      let count = length()
      guard let text = unread?.prefix(count) else { return }
      value = String(decoding: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self)
      unread?.removeFirst(count)
      return
    }
    var count = value.utf8.count
    code(&count)
    bytes += value.utf8
  }

  /// Codes a list; an element takes at least a byte, so no list is longer than what is left to read.
  mutating func code<Element: Tabled>(_ list: inout [Element]) {
    if isReading {
      let count = length()
      list = []
      list.reserveCapacity(count)
      for _ in 0..<count where !isDamaged {
        var element = Element.blank
        element.code(with: &self)
        list.append(element)
      }
      return
    }
    var count = list.count
    code(&count)
    for var element in list { element.code(with: &self) }
  }

  /// Codes a list of things with ids; the ids follow from the order.
  mutating func code<ID, Element: Tabled>(_ list: inout IDArray<ID, Element>) {
    code(&list.elements)
  }

  /// Codes a value that may be missing.
  mutating func code<Value: Tabled>(_ value: inout Value?) {
    var isThere = value != nil
    code(&isThere)
    guard isThere else { return value = nil }
    var there = value ?? .blank
    there.code(with: &self)
    value = there
  }

  mutating func code<Value: Tabled>(_ value: inout Value) { value.code(with: &self) }

  private mutating func length() -> Int {
    let count = number()
    if count <= UInt64(unread?.count ?? 0) { return Int(count) }
    isDamaged = true
    return 0
  }
}

/// A value that can be written to a table, and read from there.
protocol Tabled {
  /// The value to read into.
  static var blank: Self { get }
  /// Writes or reads all parts, in a fixed order.
  mutating func code(with coder: inout TableCoder)
}

extension Int: Tabled {
  static var blank: Int { 0 }
  mutating func code(with coder: inout TableCoder) { coder.code(&self) }
}

extension String: Tabled {
  static var blank: String { "" }
  mutating func code(with coder: inout TableCoder) { coder.code(&self) }
}

extension Double: Tabled {
  static var blank: Double { 0 }
  mutating func code(with coder: inout TableCoder) { coder.code(&self) }
}

extension Array: Tabled where Element: Tabled {
  static var blank: [Element] { [] }
  mutating func code(with coder: inout TableCoder) { coder.code(&self) }
}

extension TypedID {
  static var blank: Self { 0 }

  mutating func code(with coder: inout TableCoder) {
    var index = index
    coder.code(&index)
    self = Self(read: index)
  }

  /// The id of a place that was read, whatever the number is; no list is that long.
  init(read index: Int) { self.init(min(index, Int(UInt16.max))) }
}

extension SubjectKindID: Tabled {}
extension CallbackID: Tabled {}
extension LifecycleID: Tabled {}
extension StateID: Tabled {}
extension RuleID: Tabled {}
