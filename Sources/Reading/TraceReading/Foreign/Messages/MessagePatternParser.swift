internal import TraceModel

/// Parses the notation of message patterns.
struct MessagePatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var parts: [MessagePattern.Part] = []
  private var literal: [UInt8] = []

  /// The names of the placeholders that a pattern may have, besides `*`; nil for any.
  private let placeholders: [String]?

  init(_ text: String, members: [String]?) {
    scalars = Array(text.unicodeScalars)
    placeholders = members.map { ["callback"] + $0 + [MessagePattern.phase] }
  }

  mutating func parse() throws(MessagePatternError) -> [MessagePattern.Part] {
    if scalars.count > MessagePattern.lengthLimit {
      throw MessagePatternError(
        "a pattern may have \(MessagePattern.lengthLimit) characters",
        at: MessagePattern.lengthLimit + 1)
    }
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalars[index] {
      case "{" where next == "{", "}" where next == "}":
        literal.append(UInt8(ascii: scalars[index]))
        index += 2
      case "{": try readPlaceholder()
      case "}":
        throw MessagePatternError("\"}\" has no opening brace; write }} for a brace", at: index + 1)
      case let scalar where scalar.properties.isWhitespace:
        endLiteral()
        if parts.last != .blanks { parts.append(.blanks) }
        index += 1
      case let scalar:
        literal += Array(String(scalar).utf8)
        index += 1
      }
    }
    endLiteral()
    guard parts.contains(.value("callback")) else {
      throw MessagePatternError("must contain {callback}", at: 1)
    }
    while parts.last == .blanks || parts.last == .anything { parts.removeLast() }
    return parts
  }

  private mutating func endLiteral() {
    if literal.isEmpty { return }
    parts.append(.text(literal))
    literal = []
  }

  private mutating func readPlaceholder() throws(MessagePatternError) {
    endLiteral()
    let column = index + 1
    guard let end = scalars[index...].firstIndex(of: "}") else {
      throw MessagePatternError("\"{\" is not closed; write {{ for a brace", at: column)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(index + 1)..<end])
    index = end + 1
    switch parts.last {
    case .value, .anything:
      throw MessagePatternError(
        "it is not clear where {\(name)} begins; put text or a space before it", at: column)
    default: break
    }
    if name == "*" {
      parts.append(.anything)
    } else if let placeholders, !placeholders.contains(name) {
      throw MessagePatternError(unknown(name, placeholders), at: column)
    } else if parts.contains(.value(name)) {
      throw MessagePatternError("{\(name)} occurs twice", at: column)
    } else {
      parts.append(.value(name))
    }
  }

  private func unknown(_ name: String, _ placeholders: [String]) -> String {
    if let near = nearestName(to: name, among: placeholders) {
      return "unknown placeholder {\(name)}; did you mean {\(near)}?"
    }
    let known = placeholders.map { "{\($0)}" }.joined(separator: ", ")
    return "unknown placeholder {\(name)}, only \(known) and {*}"
  }
}
