internal import TraceGrammar
internal import TraceModel

/// What the quirks of a grammar ask beside the step they excuse, and the roles that anybody asks for.
struct QuirkQuestions: Sendable {
  /// Where an event says the role of its subject, as an index into its identities; nil when no quirk asks.
  let roleMember: Int?
  /// The roles that quirks, cases and spellings ask for.
  let roles: [String]
  /// What each of these says of the conditions of cases, and behind them what any other role does.
  private let outcomes: [ConditionOutcomes]
  /// Where an event says who made the call, as an index into its identities; nil when no quirk asks.
  let callerMember: Int?
  /// Those that quirks ask for.
  let callers: [String]
  /// Where an event names the delegate that was called, which stands for a caller that is not recorded; nil where nobody asks.
  let delegateMember: Int?
  /// What quirks ask of other lifecycles, each once.
  let conditions: [Quirk.Condition]

  /// - Parameter asked: the conditions of cases.
  init(
    _ grammar: Grammar, _ asked: ConditionTable, roleMember: Int?, callerMember: Int?,
    delegateMember: Int?
  ) {
    self.roleMember = roleMember
    self.callerMember = callerMember
    self.delegateMember = delegateMember
    callers = Set(grammar.quirks.flatMap(\.callers)).sorted()
    let ofCases = asked.conditions.filter {
      $0.member == ConditionTable.rememberedMember
    }.flatMap { condition in
      if case .isOneOf(let roles) = condition.test { roles } else { [String]() }
    }
    let ofSpellings = grammar.callbacks.flatMap(\.conditionalSpellings)
      .filter { $0.member == ConditionTable.rememberedMember }.map(\.value)
    let roles = Set(grammar.quirks.flatMap(\.roles) + ofCases + ofSpellings).sorted()
    self.roles = roles
    outcomes = (0...roles.count).map { asked.outcomes(ofRole: Self.role($0, among: roles)) }
    var conditions: [Quirk.Condition] = []
    for condition in grammar.quirks.compactMap(\.condition) where !conditions.contains(condition) {
      conditions.append(condition)
    }
    self.conditions = conditions
  }

  /// Who made a call, as an index of `callers`, or their number for anybody else; nil where it is not recorded, or nobody
  /// asks.
  ///
  /// Where the caller is not recorded, one of those asked for made the call if the delegate that was called has its name, or
  /// the call itself.
  /// - Parameter className: the class that the spelling of the call names; nil for none.
  func caller(
    of event: EventRecord, className: String?, in batch: borrowing EventBatch
  ) -> Int? {
    guard let callerMember else { return nil }
    let name = batch.value(callerMember, of: event)
    if !name.isNone { return index(of: batch.names.string(name)) ?? callers.count }
    if let delegateMember, case let delegate = batch.value(delegateMember, of: event),
      !delegate.isNone
    {
      return index(of: batch.names.string(delegate))
    }
    return className.flatMap(index(of:)) ?? index(of: batch.names.string(event.callback))
  }

  private func index(of caller: String) -> Int? { callers.firstIndex(of: caller) }

  /// The role with a number, or a text that is none of those that anybody asks for.
  func role(_ number: Int) -> String { Self.role(number, among: roles) }

  private static func role(_ number: Int, among roles: [String]) -> String {
    if number < roles.count { return roles[number] }
    return (roles.max { $0.utf8.count < $1.utf8.count } ?? "") + "'"
  }

  /// What the role with a number says of the conditions of cases.
  func outcomes(ofRole number: Int) -> ConditionOutcomes { outcomes[min(number, roles.count)] }

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
