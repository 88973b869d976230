package import TraceJSON
internal import TracePages

extension JSONValue {
  /// An object with the members that have a value.
  static func omittingNil(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value as JSON text that people can read and line-based tools can compare: an array or object of scalars is on one
  /// line, any other has an element or member on each line, indented by two spaces. A line feed is at the end.
  /// - Complexity: O(size).
  package func laidOut() -> [UInt8] {
    whole { write(to: $0) }
  }

  /// Passes on what `laidOut` returns in pieces, until no more of it is taken.
  /// - Parameter lines: what is in more arrays and objects than that is in one line without spaces.
  func write(to take: PieceTaker, depthOfLines lines: Int = .max) {
    withoutActuallyEscaping(take) { take in
      var output = TextPieces(take: take)
      write(to: &output, depth: 0, depthOfLines: lines)
      output.bytes.append(UInt8(ascii: "\n"))
      output.finish()
    }
  }

  /// - Parameter depth: how many arrays and objects the value is in.
  private func write(to output: inout TextPieces, depth: Int, depthOfLines lines: Int) {
    switch self {
    case _ where depth > lines: output.bytes += serialized(indentation: nil)
    case .array(let elements) where !elements.allSatisfy(\.isScalar):
      Self.write(elements.lazy.map { (nil, $0) }, in: ("[", "]"), to: &output, depth, lines)
    case .elements(let elements) where !elements.areScalars:
      Self.write(elements.lazy.map { (nil, $0) }, in: ("[", "]"), to: &output, depth, lines)
    case .object(let members) where !members.allSatisfy(\.value.isScalar):
      Self.write(
        members.lazy.map { ($0.name, $0.value) }, in: ("{", "}"), to: &output, depth, lines)
    case .elements(let elements): Self.writeScalars(elements, to: &output)
    default: output.bytes += serialized(indentation: 0)
    }
    output.passOnIfMuch()
  }

  /// Writes scalars on one line, in parts, because there may be very many.
  private static func writeScalars(_ elements: JSONElements, to output: inout TextPieces) {
    output.bytes.append(UInt8(ascii: "["))
    for start in stride(from: 0, to: elements.count, by: 4_096) {
      let part = JSONValue.array(Array(elements[start..<min(start + 4_096, elements.count)]))
      if start > 0 { output.bytes += ", ".utf8 }
      output.bytes += part.serialized(indentation: 0).dropFirst().dropLast()
      output.passOnIfMuch()
    }
    output.bytes.append(UInt8(ascii: "]"))
  }

  private static func write(
    _ elements: some Sequence<(name: String?, value: JSONValue)>, in brackets: (String, String),
    to output: inout TextPieces, _ depth: Int, _ lines: Int
  ) {
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    for (index, element) in elements.enumerated() {
      if output.isStopped { return }
      output.bytes += ((index == 0 ? brackets.0 : ",") + "\n  ").utf8
      output.bytes += indent
      if let name = element.name {
        output.bytes += JSONValue.string(name).serialized()
        output.bytes += ": ".utf8
      }
      element.value.write(to: &output, depth: depth + 1, depthOfLines: lines)
    }
    output.bytes += [UInt8(ascii: "\n")] + indent + brackets.1.utf8
  }

  private var isScalar: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .elements(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }
}
