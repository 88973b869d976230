internal import TraceJSON
package import TraceModel

extension JSONValue {
  /// Reads a property list in XML, the form in which Xcode keeps `Info.plist`. A number, a date, data, and a yes or no are `null`.
  ///
  /// No library reads it that the static program could link. The file may come from anybody: entities and document types of
  /// its own, other encodings, deep nesting and a key that comes twice are refused.
  init(propertyList xml: [UInt8]) throws(PropertyListError) {
    var reader = PropertyListReader(xml)
    self = try reader.document()
  }
}

/// Why a text is no property list in XML, and where.
package struct PropertyListError: Error, Equatable {
  package var message: String
  package var position: SourcePosition
}

private struct PropertyListReader {
  private static let depthLimit = 64
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(PropertyListError) -> JSONValue {
    if take("bplist") {
      throw error(
        "this is a binary property list; convert it with plutil -convert xml1 -o Info-xml.plist, and name that file"
      )
    }
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw error("this is not UTF-8")
    }
    _ = take("\u{FEFF}")
    let root = try tag()
    guard root.name == "plist", !root.isEnd else { throw error("expected <plist>") }
    let value = try value(tag(), depth: 0)
    guard case let end = try tag(), end.isEnd, end.name == "plist" else {
      throw error("expected </plist>")
    }
    return value
  }

  private mutating func value(
    _ tag: (name: String, isEnd: Bool, isEmpty: Bool), depth: Int
  ) throws(PropertyListError) -> JSONValue {
    if depth > Self.depthLimit { throw error("nested too deeply") }
    if tag.isEnd { throw error("expected a value, not </\(tag.name)>") }
    switch tag.name {
    case "dict":
      var members: [JSONValue.Member] = []
      var names: Set<String> = []
      while !tag.isEmpty, case let next = try self.tag(), !(next.isEnd && next.name == "dict") {
        guard next.name == "key", !next.isEnd else { throw error("expected <key>") }
        let key = next.isEmpty ? "" : try text(to: "key")
        guard names.insert(key).inserted else { throw error("a key comes twice") }
        members.append(.init(key, try value(self.tag(), depth: depth + 1)))
      }
      return .object(members)
    case "array":
      var values: [JSONValue] = []
      while !tag.isEmpty, case let next = try self.tag(), !(next.isEnd && next.name == "array") {
        values.append(try value(next, depth: depth + 1))
      }
      return .array(values)
    case "string":
      return .string(tag.isEmpty ? "" : try text(to: tag.name))
    case "true", "false", "integer", "real", "date", "data":
      if !tag.isEmpty { _ = try text(to: tag.name) }
      return .null
    default: throw error("<\(tag.name)> is not a value of a property list")
    }
  }

  /// The next tag; only that of the whole list has attributes.
  private mutating func tag() throws(PropertyListError) -> (
    name: String, isEnd: Bool, isEmpty: Bool
  ) {
    while true {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      if take("<!--") {
        try skip(past: "-->")
      } else if take("<?") {
        try skip(past: "?>")
      } else if take("<!DOCTYPE") {
        let start = index
        try skip(past: ">")
        // What it declares would be entities.
        if bytes[start..<index].contains(UInt8(ascii: "[")) { throw error("unexpected [") }
      } else {
        break
      }
    }
    guard take("<") else { throw error("expected a tag") }
    let isEnd = take("/")
    let name = bytes[index...].prefix { (0x61...0x7A).contains($0) }
    index += name.count
    while index < bytes.count, bytes[index] == 0x20 || name.elementsEqual("plist".utf8),
      !"</>".utf8.contains(bytes[index])
    {
      index += 1
    }
    let isEmpty = take("/")
    guard take(">"), !name.isEmpty, !(isEnd && isEmpty) else { throw error("unclear tag") }
    return (String(decoding: name, as: UTF8.self), isEnd, isEmpty)
  }

  /// The text up to the end of the element.
  private mutating func text(to name: String) throws(PropertyListError) -> String {
    var text: [UInt8] = []
    while index < bytes.count {
      if take("<![CDATA[") {
        let start = index
        try skip(past: "]]>")
        text += bytes[start..<(index - 3)]
      } else if bytes[index] == UInt8(ascii: "<") {
        guard case let end = try tag(), end.isEnd, end.name == name else {
          throw error("expected </\(name)>")
        }
        return String(decoding: text, as: UTF8.self)
      } else if take("&") {
        text += String(try reference()).utf8
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    throw error("expected </\(name)>")
  }

  private mutating func reference() throws(PropertyListError) -> Character {
    let name = String(decoding: bytes[index...].prefix(12).prefix { $0 != 0x3B }, as: UTF8.self)
    let known: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let found = known[name] ?? number.flatMap(Unicode.Scalar.init).map(Character.init),
      take(name + ";")
    else { throw error("unknown reference after &") }
    return found
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skip(past end: String) throws(PropertyListError) {
    while index < bytes.count {
      if take(end) { return }
      index += 1
    }
    throw error("expected \(end)")
  }

  private func error(_ message: String) -> PropertyListError {
    let lines = bytes[..<index].split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
    return PropertyListError(
      message: message, position: .init(line: lines.count, column: column, offset: index))
  }
}
