/// When output is colored.
enum ColorChoice: String, Sendable, CaseIterable {
  /// When a person looks at it.
  case auto
  /// Always.
  case always
  /// Never.
  case never

  /// Whether a channel gets color.
  ///
  /// The option wins over `NO_COLOR`, that over `CLICOLOR_FORCE` and `FORCE_COLOR`, and those over whether the channel is
  /// a terminal that can show color. A variable that is set to nothing counts as not set.
  /// - Source: no-color.org and bixense.com/clicolors.
  func isOn(variables: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
      func isForced(_ name: String) -> Bool { isSet(name) && variables[name] != "0" }
      if isSet("NO_COLOR") { return false }
      if isForced("CLICOLOR_FORCE") || isForced("FORCE_COLOR") { return true }
      return isTerminal && isSet("TERM") && variables["TERM"] != "dumb"
    }
  }
}
