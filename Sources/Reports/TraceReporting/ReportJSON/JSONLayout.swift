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
    JSONPieces.joined { appendLaidOut(to: &$0, width: width, column: column, depth: depth) }
  }

  /// Appends what `laidOut` returns.
  func appendLaidOut(to output: inout JSONPieces, width: Int = 160, column: Int, depth: Int) {
    if isLine || remainder(of: width - column) >= 0 {
      appendLine(to: &output)
      return
    }
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * (depth + 1))
    switch self {
    case .array(let elements):
      Self.appendLaidOut(elements, to: &output, width: width, depth: depth)
    case .elements(let elements):
      Self.appendLaidOut(elements, to: &output, width: width, depth: depth)
    case .object(let members):
      for (index, member) in members.enumerated() {
        output.bytes += (index == 0 ? "{\n" : ",\n").utf8
        output.bytes += indent
        let start = output.bytes.count
        JSONValue.string(member.name).appendLine(to: &output)
        let column = indent.count + output.bytes.count - start + 3
        output.bytes += ": ".utf8
        member.value.appendLaidOut(to: &output, width: width, column: column, depth: depth + 1)
        output.passOnIfMuch()
      }
      Self.closeLine(with: "}", in: &output, depth: depth)
    default: appendLine(to: &output)
    }
  }

  private static func appendLaidOut(
    _ elements: some Sequence<JSONValue>, to output: inout JSONPieces, width: Int, depth: Int
  ) {
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * (depth + 1))
    var isFirst = true
    for element in elements {
      if output.isStopped { return }
      output.bytes += (isFirst ? "[\n" : ",\n").utf8
      isFirst = false
      output.bytes += indent
      element.appendLaidOut(to: &output, width: width, column: indent.count + 1, depth: depth + 1)
      output.passOnIfMuch()
    }
    closeLine(with: "]", in: &output, depth: depth)
  }

  /// The value as JSON text on one line without spaces, as jansson writes it.
  /// - Complexity: O(size).
  package func compact() -> [UInt8] {
    JSONPieces.joined { appendLine(to: &$0, isCompact: true) }
  }

  /// Appends the value on one line. jansson writes what has to be escaped, rounded or looked at twice; most values are plain,
  /// and converting them to jansson's values takes several times as long as writing them.
  private func appendLine(to output: inout JSONPieces, isCompact: Bool = false) {
    func appendByJansson() { output.bytes += serialized(indentation: isCompact ? nil : 0) }
    switch self {
    case .null: output.bytes += "null".utf8
    case .boolean(let truth): output.bytes += (truth ? "true" : "false").utf8
    case .integer(let number): output.bytes += String(number).utf8
    case .real: appendByJansson()
    case .string(let text): if !Self.appendPlain(text, to: &output.bytes) { appendByJansson() }
    case .array(let elements): Self.appendLine(elements, to: &output, isCompact: isCompact)
    case .elements(let elements): Self.appendLine(elements, to: &output, isCompact: isCompact)
    case .object(let members):
      // Of two members with one name only the last one counts.
      if members.count > 32 || Self.hasTwins(members) { return appendByJansson() }
      output.bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { Self.append(UInt8(ascii: ","), to: &output.bytes, isCompact: isCompact) }
        JSONValue.string(member.name).appendLine(to: &output, isCompact: isCompact)
        Self.append(UInt8(ascii: ":"), to: &output.bytes, isCompact: isCompact)
        member.value.appendLine(to: &output, isCompact: isCompact)
      }
      output.bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func appendLine(
    _ elements: some Sequence<JSONValue>, to output: inout JSONPieces, isCompact: Bool
  ) {
    output.bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { append(UInt8(ascii: ","), to: &output.bytes, isCompact: isCompact) }
      element.appendLine(to: &output, isCompact: isCompact)
      output.passOnIfMuch()
    }
    output.bytes.append(UInt8(ascii: "]"))
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

  private static func closeLine(with bracket: String, in output: inout JSONPieces, depth: Int) {
    output.bytes.append(UInt8(ascii: "\n"))
    output.bytes += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    output.bytes += bracket.utf8
  }

  /// Whether the value has no place for a line break: a scalar, or an array of scalars.
  private var isLine: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isScalar)
    case .elements(let elements): elements.areScalars || elements.allSatisfy(\.isScalar)
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .elements, .object: false
    default: true
    }
  }

  /// The columns that are left after the value on one line; stops counting once the number is negative.
  private func remainder(of columns: Int) -> Int {
    var left = columns
    switch self {
    case .null, .boolean: left -= 5
    case .integer(let number): left -= String(number).utf8.count
    // As it is written, so that a saved report that is read and written again has the same lines.
    case .real: left -= serialized(indentation: nil).count
    case .string(let text): left -= text.utf8.count + 2
    case .array(let elements):
      left -= 2
      for element in elements where left >= 0 { left = element.remainder(of: left - 2) }
    case .elements(let elements):
      left -= 2
      for element in elements {
        if left < 0 { break }
        left = element.remainder(of: left - 2)
      }
    case .object(let members):
      left -= 2
      for member in members where left >= 0 {
        left = member.value.remainder(of: left - member.name.utf8.count - 6)
      }
    }
    return left
  }
}

/// A text that is passed on in pieces while it is written.
struct JSONPieces {
  private static let size = 1 << 15

  /// What was not passed on yet.
  var bytes: [UInt8] = []
  /// Whether nothing more is wanted.
  private(set) var isStopped = false
  private let take: ([UInt8]) -> Bool

  /// - Parameter take: takes a piece; returns false if no further one is wanted.
  init(take: @escaping ([UInt8]) -> Bool) { self.take = take }

  /// The whole text that the closure writes.
  static func joined(_ write: (inout JSONPieces) -> Void) -> [UInt8] {
    var text: [UInt8] = []
    withoutActuallyEscaping({ (piece: [UInt8]) in
      text += piece
      return true
    }) { take in
      var output = JSONPieces(take: take)
      write(&output)
      output.finish()
    }
    return text
  }

  /// Passes on what was written, if that is enough for a piece.
  mutating func passOnIfMuch() { if bytes.count >= Self.size { passOn() } }

  /// Passes on the rest.
  mutating func finish() { if !bytes.isEmpty { passOn() } }

  private mutating func passOn() {
    if !isStopped { isStopped = !take(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}
