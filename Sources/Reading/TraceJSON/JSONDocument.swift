internal import CJansson

/// A parsed JSON text that jansson owns, read in place without copying it to Swift.
///
/// It accepts exactly what jansson accepts with `JSON_REJECT_DUPLICATES`: nesting up to 2,048 levels, integers within
/// 64 bits, finite reals, valid UTF-8, no NUL in strings, and no member twice. Documents of other tools may have more.
package struct JSONDocument: ~Copyable {
  // SAFETY: the document alone owns the tree and frees it in the end. Nodes are handed only to closures that it waits
  // for, and nothing changes the tree meanwhile.
  private let root: OpaqueJSON

  /// Parses the bytes as one JSON value with nothing but white space around it.
  /// - Parameters:
  ///   - bytes: the text; only read during the call.
  ///   - isForeign: whether a member may come twice, in which case the last one counts, and integers may have more than
  ///     64 bits, as in reports with register dumps, in which case all numbers are reals.
  /// - Throws: `JSONError` with the position of the first byte that jansson does not accept.
  /// - Complexity: O(bytes).
  package init(
    parsing bytes: UnsafeRawBufferPointer, isForeign: Bool = false
  ) throws(JSONError) {
    // SAFETY: jansson and the search read `bytes.count` bytes during the call; a byte is a `CChar` of the same size.
    let nul = bytes.baseAddress.map {
      callorder_first_nul($0.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    if let nul, nul < bytes.count {
      throw Self.faultOfNUL(at: nul, in: bytes, isForeign: isForeign)
    }
    _ = hashSeed
    var error = json_error_t()
    let start = bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    let flags = JSON_DECODE_ANY | (isForeign ? 0 : JSON_REJECT_DUPLICATES)
    var parsed = json_loadb(start ?? emptyText, bytes.count, size_t(flags), &error)
    if parsed == nil, isForeign, json_error_code(&error) == json_error_numeric_overflow {
      let flags = flags | JSON_DECODE_INT_AS_REAL
      parsed = json_loadb(start ?? emptyText, bytes.count, size_t(flags), &error)
    }
    guard let parsed else { throw JSONError(&error) }
    root = OpaqueJSON(parsed)
  }

  /// jansson ignores a NUL byte after a number or a literal, and continues with the text after it.
  private static func faultOfNUL(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isForeign: Bool
  ) -> JSONError {
    let before = UnsafeRawBufferPointer(rebasing: bytes[..<offset])
    do throws(JSONError) {
      _ = try JSONDocument(parsing: before, isForeign: isForeign)
    } catch {
      if !error.isTruncation { return error }
    }
    return JSONError(nulAt: offset, line: 1 + before.count { $0 == UInt8(ascii: "\n") })
  }

  deinit { json_decref(root.pointer) }

  /// The outermost value; valid as long as the document.
  package func withRoot<Result, Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(JSONNode(root.pointer))
  }
}

private struct OpaqueJSON {
  let pointer: UnsafeMutablePointer<json_t>
  init(_ pointer: UnsafeMutablePointer<json_t>) { self.pointer = pointer }
}

/// jansson rejects a nil buffer, also as an empty text.
// SAFETY: it goes with a count of 0, so nobody reads it, and it is never freed.
nonisolated(unsafe) let emptyText = UnsafePointer(
  UnsafeMutablePointer<CChar>.allocate(capacity: 1))

/// jansson chooses the seed of its hash tables with the first object, which only one thread may make. So it is chosen before:
/// whoever makes objects asks for this.
let hashSeed: Void = json_object_seed(0)

/// A value inside a `JSONDocument`; only valid inside the closure that handed it out.
package struct JSONNode {
  // SAFETY: a document keeps it as long as the node, with all texts and members that are reached from it.
  let pointer: UnsafeMutablePointer<json_t>

  init(_ pointer: UnsafeMutablePointer<json_t>) { self.pointer = pointer }

  /// The content of a node; scalars have their value.
  package enum Content {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// The text's UTF-8 bytes; only valid as long as the node.
    case string(UnsafeRawBufferPointer)
    case array
    case object
  }

  /// The node's kind, with its value if it is a scalar.
  package var content: Content {
    switch callorder_json_typeof(pointer) {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING:
      .string(
        UnsafeRawBufferPointer(
          start: json_string_value(pointer), count: json_string_length(pointer)))
    case JSON_INTEGER: .integer(json_integer_value(pointer))
    case JSON_REAL: .real(json_real_value(pointer))
    case JSON_TRUE: .boolean(true)
    case JSON_FALSE: .boolean(false)
    default: .null
    }
  }

  /// Calls the closure for every member of an object, in recorded order; does nothing for other kinds.
  package func forEachMember<Failure: Error>(
    _ body: (_ name: UnsafeRawBufferPointer, _ value: JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    var iterator = json_object_iter(pointer)
    while let member = iterator {
      let name = UnsafeRawBufferPointer(
        start: json_object_iter_key(member), count: json_object_iter_key_len(member))
      if let value = json_object_iter_value(member) { try body(name, JSONNode(value)) }
      iterator = json_object_iter_next(pointer, member)
    }
  }

  /// Calls the closure for every element of an array, in order; does nothing for other kinds.
  package func forEachElement<Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<json_array_size(pointer) {
      if let element = json_array_get(pointer, index) { try body(JSONNode(element)) }
    }
  }

  /// The node as a Swift value.
  /// - Complexity: O(size). Its depth is limited by jansson.
  package var value: JSONValue {
    switch content {
    case .null: return .null
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .string(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
    case .array:
      var elements: [JSONValue] = []
      forEachElement { elements.append($0.value) }
      return .array(elements)
    case .object:
      var members: [JSONValue.Member] = []
      forEachMember { members.append(.init(String(decoding: $0, as: UTF8.self), $1.value)) }
      return .object(members)
    }
  }
}

extension JSONValue {
  /// The value of a JSON text.
  /// - Parameter isForeign: as for a `JSONDocument`.
  /// - Throws: `JSONError` with the position of the first byte that jansson does not accept.
  package init(parsing bytes: [UInt8], isForeign: Bool = false) throws(JSONError) {
    var result: Result<JSONValue, JSONError> = .success(.null)
    bytes.withUnsafeBytes { raw in
      do throws(JSONError) {
        let document = try JSONDocument(parsing: raw, isForeign: isForeign)
        result = .success(document.withRoot { $0.value })
      } catch { result = .failure(error) }
    }
    self = try result.get()
  }
}
