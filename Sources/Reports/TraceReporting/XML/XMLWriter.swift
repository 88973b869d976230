internal import TraceModel

/// An XML document that is written from its start to its end.
struct XMLWriter {
  /// The document so far.
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Begins an element that holds others.
  mutating func begin(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    startTag(name, attributes, end: ">\n")
    open.append(name)
  }

  /// Ends the element begun last.
  mutating func end() {
    guard let name = open.popLast() else { return }
    text += String(repeating: "  ", count: open.count) + "</\(name)>\n"
  }

  /// An element that contains only text, or nothing.
  mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], lines: [String] = []
  ) {
    if lines.isEmpty {
      startTag(name, attributes, end: "/>\n")
    } else {
      startTag(name, attributes, end: ">")
      text += lines.map(Self.escaped).joined(separator: "\n") + "</\(name)>\n"
    }
  }

  private mutating func startTag(
    _ name: String, _ attributes: [(name: String, value: String)], end: String
  ) {
    text += String(repeating: "  ", count: open.count) + "<" + name
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
    }
    text += end
  }

  /// Text for an element or an attribute. Characters that XML cannot hold, or would change, are made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in terminalSafe(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
