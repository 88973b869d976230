internal import TraceGrammar
internal import TraceModel

/// The conditions of a grammar's quirks besides the step that they excuse, and the roles that anything asks for.
struct QuirkQuestions: Sendable {
  /// The index of the event member for the role of the subject; nil if nothing asks for it.
  let roleMember: Int?
  /// The roles that quirks, cases and spellings ask for.
  let roles: [String]
  /// The outcomes of the conditions of cases for each of these roles, and last for any other role.
  private let outcomes: [ConditionOutcomes]
  /// The index of the event member for the caller; nil if no quirk asks for it.
  let callerMember: Int?
  /// The callers that quirks ask for.
  let callers: [String]
  /// The index of the event member for the delegate that was called, which stands for a caller that is not recorded;
  /// nil if nothing asks for it.
  let delegateMember: Int?
  /// The conditions of quirks on other lifecycles, each once.
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

  /// Who made a call, as an index of `callers`, or their count for anybody else; nil if that is not recorded, or no
  /// quirk asks.
  ///
  /// If the caller is not recorded, it is the one with the name of the delegate that was called, of the class in the
  /// spelling, or of the call itself.
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

  /// The role with a number; for other roles, a text that equals none of those that anything asks for.
  func role(_ number: Int) -> String { Self.role(number, among: roles) }

  private static func role(_ number: Int, among roles: [String]) -> String {
    if number < roles.count { return roles[number] }
    return (roles.max { $0.utf8.count < $1.utf8.count } ?? "") + "'"
  }

  /// The outcomes of the conditions of cases for the role with a number.
  func outcomes(ofRole number: Int) -> ConditionOutcomes { outcomes[min(number, roles.count)] }
}
