package import TraceJSON

extension JSONValue {
  /// The value as JSON text that people can read and line-based tools can compare.
  ///
  /// A value that fits on a line is written on one, and so is an array of scalars of any length; everything else has
  /// one element or member per line, indented by two spaces. There is no line feed at the end.
  /// - Parameters:
  ///   - width: the columns a line may have, counted in bytes.
  ///   - column: the length of the first line so far, in bytes.
  ///   - depth: how many arrays and objects the value is in.
  /// - Complexity: O(size × depth).
  package func laidOut(width: Int = 160, column: Int = 0, depth: Int = 0) -> [UInt8] {
    var output: [UInt8] = []
    appendLaidOut(to: &output, width: width, column: column, depth: depth)
    return output
  }

  /// Appends what `laidOut` returns.
  func appendLaidOut(to output: inout [UInt8], width: Int = 160, column: Int, depth: Int) {
    if isLine || remainder(of: width - column) >= 0 {
      appendLine(to: &output)
      return
    }
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * (depth + 1))
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        output += (index == 0 ? "[\n" : ",\n").utf8
        output += indent
        element.appendLaidOut(
          to: &output, width: width, column: indent.count + 1, depth: depth + 1)
      }
      closeLine(with: "]", in: &output, depth: depth)
    case .object(let members):
      for (index, member) in members.enumerated() {
        output += (index == 0 ? "{\n" : ",\n").utf8
        output += indent
        let start = output.count
        JSONValue.string(member.name).appendLine(to: &output)
        let column = indent.count + output.count - start + 3
        output += ": ".utf8
        member.value.appendLaidOut(to: &output, width: width, column: column, depth: depth + 1)
      }
      closeLine(with: "}", in: &output, depth: depth)
    default: appendLine(to: &output)
    }
  }

  /// The value as JSON text on one line without spaces, as jansson writes it.
  /// - Complexity: O(size).
  package func compact() -> [UInt8] {
    var output: [UInt8] = []
    appendLine(to: &output, isCompact: true)
    return output
  }

  /// Appends the value on one line. jansson writes what has to be escaped, rounded or looked at twice; most values are plain,
  /// and converting them to jansson's values takes several times as long as writing them.
  private func appendLine(to output: inout [UInt8], isCompact: Bool = false) {
    func appendByJansson() { output += serialized(indentation: isCompact ? nil : 0) }
    switch self {
    case .null: output += "null".utf8
    case .boolean(let truth): output += (truth ? "true" : "false").utf8
    case .integer(let number): output += String(number).utf8
    case .real: appendByJansson()
    case .string(let text): if !Self.appendPlain(text, to: &output) { appendByJansson() }
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { Self.append(UInt8(ascii: ","), to: &output, isCompact: isCompact) }
        element.appendLine(to: &output, isCompact: isCompact)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      // Of two members with one name only the last one counts.
      if members.count > 32 || Self.hasTwins(members) { return appendByJansson() }
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { Self.append(UInt8(ascii: ","), to: &output, isCompact: isCompact) }
        JSONValue.string(member.name).appendLine(to: &output, isCompact: isCompact)
        Self.append(UInt8(ascii: ":"), to: &output, isCompact: isCompact)
        member.value.appendLine(to: &output, isCompact: isCompact)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ mark: UInt8, to output: inout [UInt8], isCompact: Bool) {
    output.append(mark)
    if !isCompact { output.append(UInt8(ascii: " ")) }
  }

  private static func hasTwins(_ members: [Member]) -> Bool {
    members.indices.contains { index in
      members[..<index].contains { $0.name == members[index].name }
    }
  }

  /// Appends a text of visible ASCII characters without quotes and backslashes, in quotes; false for any other.
  private static func appendPlain(_ text: String, to output: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
      if !isPlain { return false }
      output.append(UInt8(ascii: "\""))
      output.append(contentsOf: bytes)
      output.append(UInt8(ascii: "\""))
      return true
    }
  }

  private func closeLine(with bracket: String, in output: inout [UInt8], depth: Int) {
    output.append(UInt8(ascii: "\n"))
    output += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    output += bracket.utf8
  }

  /// Whether the value has no place for a line break: a scalar, or an array of scalars.
  private var isLine: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isScalar)
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// The columns that are left after the value on one line; stops counting once the number is negative.
  private func remainder(of columns: Int) -> Int {
    var left = columns
    switch self {
    case .null, .boolean: left -= 5
    case .integer(let number): left -= String(number).utf8.count
    case .real(let number): left -= number.description.utf8.count
    case .string(let text): left -= text.utf8.count + 2
    case .array(let elements):
      left -= 2
      for element in elements where left >= 0 { left = element.remainder(of: left - 2) }
    case .object(let members):
      left -= 2
      for member in members where left >= 0 {
        left = member.value.remainder(of: left - member.name.utf8.count - 6)
      }
    }
    return left
  }
}
