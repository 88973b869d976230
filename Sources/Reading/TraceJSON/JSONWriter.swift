internal import CJansson

extension JSONValue {
  /// The value as JSON text, written by jansson: members in order, UTF-8, reals with 16 significant digits. Characters
  /// that could steer a terminal or hide text are written as `\u0085`, which means the same.
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
    // SAFETY: jansson calls the closure only during the dump, with the pointer to `output` that it got.
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
    return output.escapingUnseen()
  }

  /// A new jansson value that the caller owns. Reals that are not finite become `null`, because JSON has none.
  private func makeNode() -> UnsafeMutablePointer<json_t> {
    switch self {
    case .null: return json_null()
    case .boolean(let truth): return truth ? json_true() : json_false()
    case .integer(let number): return json_integer(number)
    case .real(let number): return json_real(number) ?? json_null()
    case .string(let text):
      // SAFETY: jansson copies the bytes during the call; here and for names, a byte is a `CChar` of the same size.
      var text = text
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          json_stringn_nocheck($0.baseAddress ?? emptyText, $0.count)
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
      _ = hashSeed
      guard let object = json_object() else { preconditionFailure("out of memory") }
      for member in members {
        var name = member.name
        let value = member.value.makeNode()
        _ = name.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            json_object_setn_new_nocheck(object, $0.baseAddress ?? emptyText, $0.count, value)
          }
        }
      }
      return object
    }
  }
}

extension [UInt8] {
  /// The JSON text with DEL, C1 controls, line separators, the marks that reorder text, and `##[` and `##vso[`, which build
  /// services obey in a log, as escapes. They can only be in strings.
  fileprivate func escapingUnseen() -> [UInt8] {
    guard contains(where: Self.mayBegin) else { return self }
    var text: [UInt8] = []
    text.reserveCapacity(count + 64)
    var index = 0
    while index < count {
      let (scalar, length) = unseen(at: index)
      if length == 0 {
        text.append(self[index])
        index += 1
      } else {
        let digits = String(scalar, radix: 16)
        text += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        index += length
      }
    }
    return text
  }

  /// Whether a character that has to be escaped may begin with a byte. Most texts have no such byte.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }

  /// The character at an index and its bytes, if it has to be escaped; otherwise no bytes.
  private func unseen(at index: Int) -> (scalar: Int, length: Int) {
    if !Self.mayBegin(self[index]) { return (0, 0) }
    let second = index + 1 < count ? Int(self[index + 1]) : 0
    let third = index + 2 < count ? Int(self[index + 2]) : 0
    switch (self[index], second, third) {
    case (UInt8(ascii: "#"), _, _):
      let next = self[(index + 1)...].prefix(4)
      let endsHashes =
        index > 0 && self[index - 1] == UInt8(ascii: "#")
        && (next.first == UInt8(ascii: "[")
          || String(decoding: next, as: UTF8.self).lowercased() == "vso[")
      return endsHashes ? (Int(UInt8(ascii: "#")), 1) : (0, 0)
    case (0x7F, _, _): return (0x7F, 1)
    case (0xC2, 0x80...0x9F, _): return (second, 2)
    case (0xD8, 0x9C, _): return (0x061C, 2)
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE): return (0x1F80 + third, 3)
    case (0xE2, 0x81, 0xA6...0xA9): return (0x1FC0 + third, 3)
    default: return (0, 0)
    }
  }
}
