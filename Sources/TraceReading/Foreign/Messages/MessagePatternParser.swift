internal import TraceDiagnostics

/// Reads the notation of message patterns.
struct MessagePatternParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var parts: [MessagePattern.Part] = []
  private var literal: [UInt8] = []

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func parse() throws(MessagePatternError) -> [MessagePattern.Part] {
    while place < scalars.count {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      switch scalars[place] {
      case "{" where next == "{", "}" where next == "}":
        literal.append(UInt8(ascii: scalars[place]))
        place += 2
      case "{": try readPlaceholder()
      case "}":
        throw MessagePatternError("\"}\" closes nothing; a brace is written }}", at: place + 1)
      case let scalar where scalar.properties.isWhitespace:
        endLiteral()
        if parts.last != .blanks { parts.append(.blanks) }
        place += 1
      case let scalar:
        literal += Array(String(scalar).utf8)
        place += 1
      }
    }
    endLiteral()
    guard parts.contains(.value("callback")) else {
      throw MessagePatternError("must say where the callback stands, by {callback}", at: 1)
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
    let column = place + 1
    guard let end = scalars[place...].firstIndex(of: "}") else {
      throw MessagePatternError("\"{\" is not closed; a brace is written {{", at: column)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(place + 1)..<end])
    place = end + 1
    switch parts.last {
    case .value, .anything:
      throw MessagePatternError(
        "nothing tells where {\(name)} begins; put text or a blank before it", at: column)
    default: break
    }
    if name == "*" {
      parts.append(.anything)
    } else if !MessagePattern.placeholders.contains(name) {
      throw MessagePatternError(unknown(name), at: column)
    } else if parts.contains(.value(name)) {
      throw MessagePatternError("{\(name)} stands there twice", at: column)
    } else {
      parts.append(.value(name))
    }
  }

  private func unknown(_ name: String) -> String {
    if let near = nearestName(to: name, among: MessagePattern.placeholders) {
      return "unknown placeholder {\(name)}; did you mean {\(near)}?"
    }
    let known = MessagePattern.placeholders.map { "{\($0)}" }.joined(separator: ", ")
    return "unknown placeholder {\(name)}, only \(known) and {*}"
  }
}
