internal import TraceFindings
package import TraceGrammar
package import TraceModel

/// A grammar prepared for checking. It is made once and shared by all traces and threads.
///
/// It is a class because every part of a checker refers to it; a value would be copied into each of them for each
/// trace.
package final class CompiledGrammar: Sendable {
  /// The grammar it was made from.
  package let grammar: Grammar
  let lifecycles: IDArray<LifecycleID, CompiledLifecycle>
  /// The callbacks that the recording shows; nil for all of them.
  package let observed: RecordedCallbacks?
  /// For every kind of subject, its lifecycles and how events identify it.
  let kinds: IDArray<SubjectKindID, CompiledKind>
  /// The first kind of subject that belongs to no other; 0 if there is none.
  let widest: SubjectKindID
  /// The kinds of subjects of lifecycles with another name than the kind, by the lifecycle's name.
  let subjectKinds: [String: String]
  let spellings: SpellingTable
  /// The rules by form.
  let forms: RuleForms
  /// The conditions of quirks besides the step that they excuse.
  let quirks: QuirkQuestions
  /// The conditions of cases.
  let conditions: ConditionTable
  /// The recorded callbacks that would reveal others that never occur, if those lead to states that only some subjects
  /// have. Those that occur as notifications, which are posted about every subject, are left out.
  let revealing: Set<CallbackID>
  /// The members of events that a reader has to look for.
  package let identityMembers: EventMembers
  /// The names of everything that coverage by this grammar counts.
  let coverageNames: Coverage

  /// Prepares a grammar.
  /// - Complexity: about a millisecond for the built-in grammar.
  package init(_ grammar: Grammar) {
    self.grammar = grammar
    observed = nil
    coverageNames = Coverage(namesOf: grammar)
    let lifecycles = IDArray<LifecycleID, CompiledLifecycle>(
      grammar.lifecycles.indices.map { CompiledLifecycle(grammar, index: $0) })
    self.lifecycles = lifecycles
    widest = grammar.subjects.firstIndex { $0.parent == nil } ?? 0
    var names: [String: String] = [:]
    for lifecycle in grammar.lifecycles {
      let kind = grammar.subjects[lifecycle.subject].name
      if kind != lifecycle.name { names[lifecycle.name] = kind }
    }
    subjectKinds = names
    spellings = SpellingTable(grammar)
    let members = CompiledKind.members(grammar)
    let identityMembers = members.all.adding(Self.delegate)
    self.identityMembers = identityMembers
    let covering = grammar.lifecycles.reduce(into: Set<CallbackID>()) {
      $0.formUnion(SilentSymbols.covering(grammar, $1))
    }.sorted()
    revealing = []
    kinds = IDArray<SubjectKindID, CompiledKind>(
      grammar.subjects.indices.map { subject in
        CompiledKind(
          lifecycles: lifecycles.indices.filter { lifecycles[$0].declaration.subject == subject },
          isWider: grammar.subjects.contains { $0.parent == subject },
          member: members.subjects[subject].member, alias: members.subjects[subject].alias,
          set: members.subjects[subject].set,
          covering: covering.filter { grammar.callbacks[$0].subject == subject })
      })
    forms = RuleForms(grammar, places: members.all.single)
    conditions = ConditionTable(grammar, places: members.all.single)
    quirks = QuirkQuestions(
      grammar, conditions, roleMember: members.role, callerMember: members.caller,
      delegateMember: members.caller.flatMap { _ in
        identityMembers.single.firstIndex(of: Self.delegate)
      })
  }

  private init(_ whole: CompiledGrammar, observing alphabet: RecordedCallbacks) {
    grammar = whole.grammar
    lifecycles = whole.lifecycles.table {
      CompiledLifecycle($0, whole.grammar, observed: alphabet)
    }
    observed = alphabet
    (identityMembers, kinds) = (whole.identityMembers, whole.kinds)
    // In a stated list, a short name does not say whether the notification is recorded.
    revealing =
      lifecycles.reduce(into: Set()) { $0.formUnion($1.covering(whole.grammar, alphabet)) }
      .subtracting(alphabet.isInferred ? alphabet.notifications : [])
    (widest, subjectKinds) = (whole.widest, whole.subjectKinds)
    (spellings, forms, quirks) = (whole.spellings, whole.forms, whole.quirks)
    (conditions, coverageNames) = (whole.conditions, whole.coverageNames)
  }

  /// Whether every step by the callback ends its subject. Such a call may concern any subject if it names none.
  func endsItsSubject(_ callback: CallbackID) -> Bool {
    let own = lifecycles.first {
      $0.declaration.subject == grammar.callbacks[callback].subject
    }
    guard let own, !own.symbols[callback].isNone else { return false }
    return own.declaration.transitions.allSatisfy {
      $0.callback != callback || own.endStates.contains($0.to)
    }
  }

  private static let delegate = "delegate"

  /// The index of the event member for the delegate that was called.
  var delegateMember: Int? { identityMembers.single.firstIndex(of: Self.delegate) }

  /// Whether some rule applies only if a callback comes somewhere in the trace.
  var hasConditionalRules: Bool { grammar.rules.contains { $0.required != nil } }

  /// The rank of a lifecycle among all. Those of the widest kind of subject come first.
  func order(ofLifecycle number: LifecycleID) -> Int {
    grammar.lifecycles[number].subject.index * lifecycles.count + number.index
  }

  /// The same grammar for recordings that show only some of its callbacks.
  /// - Complexity: the same as making a compiled grammar.
  package func observing(_ alphabet: RecordedCallbacks) -> CompiledGrammar {
    CompiledGrammar(self, observing: alphabet)
  }

  /// The severity of a violation of a rule by a subject that may be in any of these states of the rule's lifecycle.
  func severity(of rule: Rule, in states: [StateID], on platform: PlatformVersion?) -> Severity {
    rule.severity(in: states, on: platform) { observed?.calls.contains($0) ?? true }
  }

  /// The short name of the callback that a spelling means, and whether the spelling is a notification's; nil if it is
  /// unknown. For a spelling whose meaning depends on a member it is that of any value.
  /// - Complexity: O(bytes) expected.
  package func meaning(of spelling: String) -> (callback: String, isNotification: Bool)? {
    let chosen = spellings.choice(of: spelling)?.meanings.min { $0.key < $1.key }?.value
    return (spellings.meaning(of: spelling) ?? chosen).map {
      (grammar.callbacks[$0.callback].name, $0.kind == .notification)
    }
  }
}
