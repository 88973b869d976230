internal import TraceFindings
internal import TraceGrammar

extension String {
  /// The text of a rule with names in place of `{callback}`, `{states}` and `{expected}`.
  ///
  /// Without expected callbacks, `{expected}` stays as it is, like any other text in braces.
  /// - Complexity: O(length), with one pass over the bytes.
  func filled(callback: String, states: [String] = [], expected: [String]? = nil) -> String {
    var result = ""
    var rest = self[...]
    while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<brace]
      rest = rest[brace...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")).map { rest.utf8.index(after: $0) }
      switch rest[..<(end ?? rest.endIndex)] {
      case "{callback}": result += callback
      case "{came}": result += "came"
      case "{states}": result += states.map(stateInWords).inWords("or")
      case "{expected}" where expected != nil: result += (expected ?? []).inWords("or")
      case let other: result += other
      }
      rest = rest[(end ?? rest.endIndex)...]
    }
    return result + rest
  }
}
