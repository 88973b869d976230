internal import TraceGrammar
internal import TraceModel

/// What a grammar says about a callback. It is a class because it is large.
final class Trait: Sendable {
  /// Another kind that it concerns.
  typealias Concern = (kind: Int, isWithin: Bool, movesNewcomers: Bool)

  let kind: Int
  let isAction: Bool
  let isReplaced: Bool
  let begins: Bool
  let hasNotification: Bool
  let endsItsSubject: Bool
  let concerns: [Concern]
  /// Whether a rule on aliases says that the subject has its alias from here on; and the rule that it may break.
  let opens: Bool
  let aliasRule: RuleID?
  let hasCases: Bool
  /// Whether these ask only about values that say how an event came, and not about the role of its subject.
  let hasCasesOnValues: Bool
  /// Whether its cases ask about states or running calls.
  let asks: Bool

  /// Those of all callbacks of a grammar.
  static func all(_ grammar: Grammar, _ members: EventMembers, _ kinds: [Kind]) -> [Trait] {
    let ending = ending(grammar)
    let concerns = concerns(grammar, kinds)
    let cases = Dictionary(grouping: grammar.callbacks.compactMap(\.refinement), by: \.callback)
    let aliases = grammar.rules.numbered.compactMap { number, rule in
      (rule.form as? PeerForm).map { (rule: number, form: $0) }
    }.filter { $0.form.question == .ofAlias }
    return grammar.callbacks.indices.map { id in
      Trait(
        id, grammar, members, cases: cases[id] ?? [], aliases: aliases, concerns: concerns[id],
        isEnding: ending.contains(id))
    }
  }

  private init(
    _ id: CallbackID, _ grammar: Grammar, _ members: EventMembers, cases: [Refinement],
    aliases: [(rule: RuleID, form: PeerForm)], concerns: [Concern], isEnding: Bool
  ) {
    let callback = grammar.callbacks[id]
    kind = callback.subject.index
    isAction = callback.isAction
    isReplaced = callback.replacement != nil
    begins = grammar.subjects.contains { $0.beginnings.contains(id) }
    hasNotification = !callback.notifications.isEmpty
    endsItsSubject = isEnding
    self.concerns = concerns
    opens = aliases.contains { $0.form.after.contains(id) }
    aliasRule = aliases.first { $0.form.callbacks.contains(id) }?.rule
    hasCases = !cases.isEmpty
    asks = cases.contains { !$0.situations.isEmpty || !$0.spans.isEmpty }
    hasCasesOnValues =
      !asks
      && cases.flatMap(\.conditions).map(\.member).allSatisfy {
        members.place($0) >= members.identityCount && $0 != EventMembers.role
      }
  }

  /// The callbacks after which nothing comes in the first lifecycle of their subjects.
  private static func ending(_ grammar: Grammar) -> Set<CallbackID> {
    grammar.subjects.indices.reduce(into: []) { ending, kind in
      guard let first = grammar.lifecycles.first(where: { $0.subject == kind }) else { return }
      let left = Set(first.transitions.map(\.from))
      let own = first.transitions.filter { grammar.callbacks[$0.callback].subject == kind }
      ending.formUnion(own.map(\.callback))
      ending.subtract(own.filter { left.contains($0.to) }.map(\.callback))
    }
  }

  /// By callback: the kinds other than its own whose lifecycles or rules name it.
  private static func concerns(
    _ grammar: Grammar, _ kinds: [Kind]
  ) -> IDArray<CallbackID, [Concern]> {
    func isWithin(_ inner: SubjectKindID, _ outer: SubjectKindID) -> Bool {
      inner == outer || kinds[inner.index].owners.contains(outer.index)
    }
    var concerns = IDArray<CallbackID, [Concern]>(repeating: [], count: grammar.callbacks.count)
    for lifecycle in grammar.lifecycles {
      let kind = lifecycle.subject
      for callback in lifecycle.alphabet {
        let whole = grammar.whole(callback)
        let own = grammar.callbacks[whole].subject
        if isWithin(own, kind) { continue }
        let isInside = isWithin(kind, own)
        let moves =
          isInside
          && lifecycle.transitions.contains { step in
            step.callback == callback && step.from != step.to
              && (lifecycle.start.contains(step.from)
                || lifecycle.onParentBegin.contains(step.from))
          }
        if let known = concerns[whole].firstIndex(where: { $0.kind == kind.index }) {
          if moves { concerns[whole][known].movesNewcomers = true }
        } else {
          concerns[whole].append((kind.index, isInside, moves))
        }
      }
    }
    for form in grammar.rules.compactMap({ $0.form as? PeerForm }) where form.question != .ofAlias {
      let kind = form.subject
      for callback in form.named
      where !concerns[callback].contains(where: { $0.kind == kind.index }) {
        let own = grammar.callbacks[callback].subject
        if isWithin(own, kind) || isWithin(kind, own) { continue }
        concerns[callback].append((kind.index, false, false))
      }
    }
    return concerns
  }
}
