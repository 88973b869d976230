internal import TraceGrammar

/// What the quirks of a grammar ask beside the step they excuse.
struct QuirkQuestions: Sendable {
  /// Where an event says the role of its subject, as an index into its identities; nil when no quirk asks.
  let roleMember: Int?
  /// The roles that quirks ask for.
  let roles: [String]
  /// What quirks ask of other lifecycles, each once.
  let conditions: [Quirk.Condition]

  init(_ grammar: Grammar, roleMember: Int?) {
    self.roleMember = roleMember
    roles = Set(grammar.quirks.flatMap(\.roles)).sorted()
    var conditions: [Quirk.Condition] = []
    for condition in grammar.quirks.compactMap(\.condition) where !conditions.contains(condition) {
      conditions.append(condition)
    }
    self.conditions = conditions
  }

  /// The conditions that hold, by index.
  /// - Parameters:
  ///   - isObservedInPart: whether calls may have come that the recording does not show; then it is enough that a
  ///     condition may hold, as nobody is to be accused of what was not recorded.
  ///   - states: the states that a lifecycle of the subject may be in; nil for one that the subject has not.
  func holding(isObservedInPart: Bool, _ states: (_ lifecycle: Int) -> [Int]?) -> [Int] {
    conditions.indices.filter { index in
      guard let possible = states(conditions[index].lifecycle) else { return false }
      return isObservedInPart
        ? possible.contains(where: conditions[index].states.contains)
        : possible.allSatisfy(conditions[index].states.contains)
    }
  }
}
