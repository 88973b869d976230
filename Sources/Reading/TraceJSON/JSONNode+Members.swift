internal import CJansson

/// Looking into a node without copying it to Swift.
extension JSONNode {
  /// The member of an object with the given name; nil for other kinds, and if it is absent or `null`.
  /// - Complexity: O(1) expected.
  package subscript(name: StaticString) -> JSONNode? {
    // SAFETY: the name is a constant of the program, and what is found is part of the same document.
    let key = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return json_object_getn(pointer, key, name.utf8CodeUnitCount).flatMap(Self.unlessNull)
  }

  /// The element of an array with the given index; nil for other kinds, and if it is absent or `null`.
  package subscript(index: Int) -> JSONNode? {
    json_array_get(pointer, index).flatMap(Self.unlessNull)
  }

  /// The number of an array's elements; 0 for other kinds.
  package var elementCount: Int { json_array_size(pointer) }

  /// Whether it is an object.
  package var isObject: Bool { if case .object = content { true } else { false } }

  /// Whether it is an array.
  package var isArray: Bool { if case .array = content { true } else { false } }

  /// The text of a string; nil for other kinds.
  package var text: String? {
    guard case .string(let bytes) = content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of an integer; nil for other kinds.
  package var integer: Int64? {
    if case .integer(let number) = content { number } else { nil }
  }

  /// The number of an integer or a real; nil for other kinds.
  package var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The text of a string, or the digits of an integer; nil for other kinds.
  package var name: String? { text ?? integer.map { String($0) } }

  private static func unlessNull(_ pointer: UnsafeMutablePointer<json_t>) -> JSONNode? {
    let node = JSONNode(pointer)
    if case .null = node.content { return nil }
    return node
  }
}
