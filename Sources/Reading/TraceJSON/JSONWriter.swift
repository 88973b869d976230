internal import CJansson

extension JSONValue {
  /// The value as JSON text, written by jansson: members in order, UTF-8, reals with 16 significant digits.
  /// - Parameter indentation: spaces per level, 0 to 31; nil for one line without spaces.
  /// - Complexity: O(size).
  package func serialized(indentation: Int? = 2) -> [UInt8] {
    let node = makeNode()
    defer { json_decref(node) }
    var output: [UInt8] = []
    var flags = size_t(JSON_ENCODE_ANY) | size_t(16 << 11)  // JSON_REAL_PRECISION(16)
    if let indentation {
      flags |= callorder_json_indent(Int32(min(max(indentation, 0), 31)))
    } else {
      flags |= size_t(JSON_COMPACT)
    }
    withUnsafeMutablePointer(to: &output) { sink in
      _ = json_dump_callback(
        node,
        { bytes, count, sink in
          guard let bytes, let sink else { return -1 }
          sink.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
          return 0
        }, UnsafeMutableRawPointer(sink), flags)
    }
    return output
  }

  /// A new jansson value that the caller owns. Reals that are not finite become `null`, because JSON has none.
  private func makeNode() -> UnsafeMutablePointer<json_t> {
    switch self {
    case .null: return json_null()
    case .boolean(let truth): return truth ? json_true() : json_false()
    case .integer(let number): return json_integer(number)
    case .real(let number): return json_real(number) ?? json_null()
    case .string(let text):
      var text = text
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          json_stringn_nocheck($0.baseAddress ?? emptyCharacters, $0.count)
        }
      }
    case .array(let elements):
      guard let array = json_array() else { preconditionFailure("out of memory") }
      for element in elements { json_array_append_new(array, element.makeNode()) }
      return array
    case .elements(let elements):
      guard let array = json_array() else { preconditionFailure("out of memory") }
      for element in elements { json_array_append_new(array, element.makeNode()) }
      return array
    case .object(let members):
      guard let object = json_object() else { preconditionFailure("out of memory") }
      for member in members {
        var name = member.name
        let value = member.value.makeNode()
        _ = name.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            json_object_setn_new_nocheck(object, $0.baseAddress ?? emptyCharacters, $0.count, value)
          }
        }
      }
      return object
    }
  }
}

nonisolated(unsafe) private let emptyCharacters = UnsafePointer(
  UnsafeMutablePointer<CChar>.allocate(capacity: 1))
