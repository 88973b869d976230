internal import TraceJSON

/// A view of bytes that something else owns, valid only as long as they are. Every access is bounds-checked.
///
/// A slice keeps the indices of the whole, so that offsets mean the same in both.
struct ByteView: RandomAccessCollection {
  /// The address of the byte at index 0; nil only if there are no bytes.
  // SAFETY: every index is checked, and the range is within the bytes. Whoever makes a view keeps the bytes until it
  // and what holds it are no longer used.
  private let base: UnsafeRawPointer?
  let startIndex: Int
  let endIndex: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    (base, startIndex, endIndex) = (bytes.baseAddress, 0, bytes.count)
  }

  private init(base: UnsafeRawPointer?, _ range: Range<Int>) {
    (self.base, startIndex, endIndex) = (base, range.lowerBound, range.upperBound)
  }

  subscript(index: Int) -> UInt8 {
    guard let base, index >= startIndex, index < endIndex else {
      preconditionFailure("there is no such byte")
    }
    return base.load(fromByteOffset: index, as: UInt8.self)
  }

  subscript(range: Range<Int>) -> ByteView {
    precondition(
      range.lowerBound >= startIndex && range.upperBound <= endIndex, "there are no such bytes")
    return ByteView(base: base, range)
  }

  /// The bytes for functions that take nothing else.
  var raw: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base.map { $0 + startIndex }, count: count)
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try raw.withContiguousStorageIfAvailable(body)
  }

  /// Whether the bytes are the given text.
  func isText(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { count == $0.count && elementsEqual($0) }
  }

  /// The first index, from a given one on, of a byte that is not JSON white space; the end if there is none.
  func skipSpace(from start: Int) -> Int {
    var space = SpaceSkipper(allowsLineEnds: true)
    return space.skip(start, in: self)
  }

  /// The first index, from a given one on, of a line end; the end if there is none.
  func lineEnd(from start: Int) -> Int {
    self[start..<endIndex].firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
  }
}

extension UInt8 {
  /// Whether it is white space between the tokens of a JSON text.
  @inline(__always) var isSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}

extension JSONDocument {
  /// Reads exactly one JSON value.
  init(parsing view: ByteView, isForeign: Bool = false) throws(JSONError) {
    try self.init(parsing: view.raw, isForeign: isForeign)
  }
}

extension ByteView {
  /// The bytes of a string literal.
  init(_ text: StaticString) {
    self.init(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension [UInt8] {
  /// Calls the closure with a view of the bytes.
  func withView<Result>(_ body: (ByteView) -> Result) -> Result {
    withUnsafeBytes { body(ByteView($0)) }
  }
}
