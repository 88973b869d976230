internal import CJansson

/// A parsed JSON text that jansson owns, read in place without copying it to Swift.
///
/// Numbers, nesting and text are exactly what jansson accepts with `JSON_REJECT_DUPLICATES`: nesting up to
/// 2,048, integers within 64 bits, finite reals, valid UTF-8, no NUL in strings, no member twice.
package struct JSONDocument: ~Copyable {
  private let root: OpaqueJSON

  /// Parses the bytes as one JSON value with nothing but white space around it.
  /// - Parameter bytes: the text; only read during the call.
  /// - Throws: `JSONError` with the position of the first byte that jansson does not accept.
  /// - Complexity: O(bytes).
  package init(parsing bytes: UnsafeRawBufferPointer) throws(JSONError) {
    var error = json_error_t()
    let flags = size_t(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
    let start = bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    guard let parsed = json_loadb(start ?? emptyText, bytes.count, flags, &error) else {
      throw JSONError(&error)
    }
    root = OpaqueJSON(parsed)
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

/// jansson refuses a nil buffer as a wrong argument instead of as an empty text.
nonisolated(unsafe) private let emptyText = UnsafePointer(
  UnsafeMutablePointer<CChar>.allocate(capacity: 1))

/// Fixes jansson's hash seed, which makes parsing on several threads safe; to be called once before them.
package func prepareForParallelParsing() { json_object_seed(0) }

/// A value inside a `JSONDocument`; only valid inside the closure that handed it out.
package struct JSONNode {
  let pointer: UnsafeMutablePointer<json_t>

  init(_ pointer: UnsafeMutablePointer<json_t>) { self.pointer = pointer }

  /// What a node holds, scalars with their value.
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

  /// The node's kind, and its value where it is a scalar.
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

  /// Calls the closure for every member of an object in recorded order; nothing for other kinds.
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

  /// Calls the closure for every element of an array in order; nothing for other kinds.
  package func forEachElement<Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<json_array_size(pointer) {
      if let element = json_array_get(pointer, index) { try body(JSONNode(element)) }
    }
  }

  /// The node as a Swift value.
  /// - Complexity: O(size); the depth is what jansson accepted.
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
  /// - Throws: `JSONError` with the position of the first byte that jansson does not accept.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var result: Result<JSONValue, JSONError> = .success(.null)
    bytes.withUnsafeBytes { raw in
      do throws(JSONError) {
        let document = try JSONDocument(parsing: raw)
        result = .success(document.withRoot { $0.value })
      } catch { result = .failure(error) }
    }
    self = try result.get()
  }
}
