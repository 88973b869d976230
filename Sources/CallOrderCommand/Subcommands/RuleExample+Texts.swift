extension RuleExample {
  /// The smallest trace that breaks each rule, by rule id: the files of `traces/violating`.
  static let texts: [String: String] = [:]
}
