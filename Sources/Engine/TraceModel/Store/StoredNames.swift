/// The number of a name within one `StoredNames`; 0 stands for no name.
@usableFromInline
package struct NameID: Hashable, Sendable, BitwiseCopyable {
  /// The number itself.
  @usableFromInline package var rawValue: UInt32

  /// Creates an id from its number.
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package static func == (left: NameID, right: NameID) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The id that stands for an absent member.
  @inlinable package static var none: NameID { NameID(rawValue: 0) }

  /// Whether it stands for no name.
  @inlinable package var isNone: Bool { rawValue == 0 }
}

/// The names of one trace, each once, numbered from 1 in the order they came.
///
/// Two names are the same if their bytes are. All bytes are one block.
@usableFromInline
package struct StoredNames: Sendable {
  @usableFromInline var bytes: [UInt8] = []
  /// Where each name ends in the block. The first is no name, so that the name with a number begins where the one before ends.
  @usableFromInline var ends: [Int] = [0]
  @usableFromInline var index = HashIndexTable()

  /// Creates an empty table.
  package init() {}

  /// How many names there are.
  package var count: Int { ends.count - 1 }

  /// How much memory the names take, in bytes.
  package var memorySize: Int { bytes.count + ends.count * 8 + index.memorySize }

  /// Where a name is in the block; empty for no name.
  @inlinable func range(_ name: NameID) -> Range<Int> {
    let end = Int(name.rawValue)
    return end == 0 ? 0..<0 : ends[end - 1]..<ends[end]
  }

  /// The bytes of a name; none for no name.
  package subscript(name: NameID) -> ArraySlice<UInt8> { bytes[range(name)] }

  /// The name as text; empty for no name.
  /// - Complexity: O(bytes).
  package func string(_ name: NameID) -> String { String(decoding: self[name], as: UTF8.self) }

  /// The hash of a name.
  package func hash(_ name: NameID) -> UInt64 {
    bytes.withUnsafeBytes { NameHasher.hash(UnsafeRawBufferPointer(rebasing: $0[range(name)])) }
  }

  /// Whether a name consists of the given bytes.
  @inlinable package func isName(_ name: NameID, _ text: UnsafeRawBufferPointer) -> Bool {
    let range = range(name)
    if range.count != text.count { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return true }
      // SAFETY: the range is within the block, and as long as the text.
      return equalBytes(start + range.lowerBound, text)
    }
  }

  /// The number of the name with the given bytes; none if there is no such name.
  /// - Complexity: O(bytes) expected.
  package func find(_ text: UnsafeRawBufferPointer) -> NameID {
    find(text, hash: NameHasher.hash(text))
  }

  private func find(_ text: UnsafeRawBufferPointer, hash: UInt64) -> NameID {
    let place = index.find(hash) { isName(NameID(rawValue: $0 + 1), text) }
    return NameID(rawValue: place.map { $0 + 1 } ?? 0)
  }

  /// The number of the name with the given bytes, which is added if it was not known.
  /// - Parameter hash: what `NameHasher` makes of the bytes.
  /// - Complexity: O(bytes) expected.
  package mutating func intern(_ text: UnsafeRawBufferPointer, hash: UInt64) -> NameID {
    let known = find(text, hash: hash)
    if !known.isNone { return known }
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    index.add(hash, UInt32(count - 1))
    return NameID(rawValue: UInt32(count))
  }

  /// The number of the name, which is added if it was not known.
  /// - Complexity: O(bytes) expected.
  package mutating func intern(_ text: UnsafeRawBufferPointer) -> NameID {
    intern(text, hash: NameHasher.hash(text))
  }

  /// The number of the name, which is added if it was not known.
  /// - Complexity: O(bytes) expected.
  package mutating func intern(_ name: String) -> NameID {
    var name = name
    return name.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
  }
}
