internal import TraceGrammar

extension CompiledGrammar {
  /// Whether several checkers can check a trace together.
  ///
  /// They can if what happens to a narrow subject never depends on another one: there is a single wider kind of subject and
  /// a single narrow one, no rule or case compares subjects or counts them, and a callback's name alone says what it means.
  package var canBeShared: Bool {
    grammar.subjects.count == 2 && kinds.count(where: \.isWider) == 1
      && !grammar.rules.contains(where: comparesSubjects)
      && concernsOneKindEach && conditions.isAboutEventsAlone && !spellings.hasChoices
  }

  private func comparesSubjects(_ rule: Rule) -> Bool {
    if case .peers = rule.form { return true }
    return grammar.subjects.indices.contains { rule.asksForStates(of: $0, in: grammar) }
  }

  /// Whether no callback concerns subjects besides its own and their wider ones.
  private var concernsOneKindEach: Bool {
    let named = NamedByKind(grammar)
    return OtherSubjects.concerns(self, named).allSatisfy(\.isEmpty)
      && !grammar.callbacks.indices.contains(where: named.isBesideOthers)
  }
}

extension ConditionTable {
  /// Whether no case asks for anything but the values of its own event.
  fileprivate var isAboutEventsAlone: Bool {
    situations.isEmpty && spans.isEmpty && remembersNoRole
  }
}
