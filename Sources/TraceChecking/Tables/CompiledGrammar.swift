internal import TraceAutomata
internal import TraceDiagnostics
internal import TraceFindings
package import TraceGrammar
package import TraceModel

/// A grammar prepared for checking; made once, shared by all traces and threads.
package struct CompiledGrammar: Sendable {
  /// The grammar it was made from.
  package let grammar: Grammar
  private(set) var lifecycles: [CompiledLifecycle]
  /// The callbacks that the recording shows; nil for all of them.
  package private(set) var observed: ObservedAlphabet?
  /// For every kind of subject, its lifecycles, in the order of the grammar.
  let lifecyclesOfKind: [[Int]]
  /// For every kind of subject, whether others belong to one of it.
  let isWider: [Bool]
  /// The kind of subject that all others belong to, or the first of those; 0 where there is none.
  let widest: Int
  /// The kinds of subjects that lifecycles of another name are about, by the lifecycle's name.
  let subjectKinds: [String: String]
  let spellings: SpellingTable
  /// Rule numbers by form, where a form stands on its own.
  let unexpectedRule: Int?
  let incompleteRule: Int?
  let notificationAheadRule: Int?
  /// For every callback, the rules on how long it may take, in the order of the grammar.
  let durationLimits: [[(seconds: Double, rule: Int)]]
  /// Rules of the form `within`, by rule number.
  let delays: [(rule: Int, callback: Int, seconds: Double, after: Int)]
  /// For every kind of subject the rules of the form `end` on its lifecycles, by rule number.
  let endRules: [[EndRule]]
  /// For every kind of subject, the members of an event that identify it.
  let members: [SubjectMembers]
  /// What a reader has to look for.
  package let identityMembers: EventMembers
  /// Where an event says the role of its subject, as an index into its identities; nil when no quirk asks.
  let roleMember: Int?
  /// The roles that quirks ask for.
  let quirkRoles: [String]
  /// What rules ask of values of members.
  let valueRules: [ValueRule]
  /// What rules ask of answers.
  let answerRules: [AnswerRule]
  /// What quirks ask of other lifecycles, each once.
  let quirkConditions: [Quirk.Condition]
  /// For every callback, whether every step by it ends its subject; such a call that names nobody may
  /// concern anybody.
  let endsItsSubject: [Bool]
  /// For every callback, whether some subject begins with it.
  let begins: [Bool]
  /// What coverage by this grammar counts.
  let coverageLegend: CoverageLegend

  /// A rule on where a lifecycle must not end.
  struct EndRule {
    var rule: Int
    var lifecycle: Int
    /// The index of the lifecycle among those of its kind of subject.
    var run: Int
    var states: Set<Int>
    /// Whether it holds only if events came after the one that led there.
    var afterLaterEvents: Bool
    /// Whether those are the events of the wider subject.
    var isAboutWider: Bool
  }

  /// Where an event says which subject it is about, as indices into its identities.
  struct SubjectMembers {
    var member: Int
    var alias: Int?
    var isInSet: Bool
  }

  /// Prepares a grammar.
  /// - Complexity: about a millisecond for the built-in grammar.
  package init(_ grammar: Grammar) {
    self.grammar = grammar
    coverageLegend = CoverageLegend(grammar)
    let lifecycles = grammar.lifecycles.indices.map { CompiledLifecycle(grammar, index: $0) }
    self.lifecycles = lifecycles
    lifecyclesOfKind = grammar.subjects.indices.map { subject in
      lifecycles.indices.filter { lifecycles[$0].declaration.subject == subject }
    }
    isWider = grammar.subjects.indices.map { subject in
      grammar.subjects.contains { $0.parent == subject }
    }
    widest = grammar.subjects.firstIndex { $0.parent == nil } ?? 0
    var kinds: [String: String] = [:]
    for lifecycle in grammar.lifecycles {
      let kind = grammar.subjects[lifecycle.subject].name
      if kind != lifecycle.name { kinds[lifecycle.name] = kind }
    }
    subjectKinds = kinds
    spellings = SpellingTable(grammar)
    (identityMembers, members, roleMember) = Self.members(grammar)
    quirkRoles = Set(grammar.quirks.flatMap(\.roles)).sorted()
    let places = identityMembers.single
    valueRules = ValueRule.all(in: grammar, places)
    answerRules = AnswerRule.all(in: grammar, places)
    var conditions: [Quirk.Condition] = []
    for condition in grammar.quirks.compactMap(\.condition) where !conditions.contains(condition) {
      conditions.append(condition)
    }
    quirkConditions = conditions
    endsItsSubject = grammar.callbacks.indices.map { callback in
      let own = lifecycles.first { $0.declaration.subject == grammar.callbacks[callback].subject }
      let steps = own?.declaration.transitions.filter { $0.callback == callback } ?? []
      return !steps.isEmpty && steps.allSatisfy { own?.endStates.contains($0.to) ?? false }
    }
    begins = grammar.callbacks.indices.map { callback in
      grammar.subjects.contains { $0.beginnings.contains(callback) }
    }
    var limits = [[(seconds: Double, rule: Int)]](
      repeating: [], count: grammar.callbacks.count)
    var delays: [(rule: Int, callback: Int, seconds: Double, after: Int)] = []
    var endRules = [[EndRule]](repeating: [], count: grammar.subjects.count)
    var named: [String: Int] = [:]
    for (number, rule) in grammar.rules.enumerated() {
      switch rule.form {
      case .duration(let callbacks, let seconds):
        for callback in callbacks { limits[callback].append((seconds, number)) }
      case .within(let callback, let seconds, let after):
        delays.append((number, callback, seconds, after))
      case .end(let lifecycle, let states, let afterLaterEvents):
        let kind = lifecycles[lifecycle].declaration.subject
        guard let run = lifecyclesOfKind[kind].firstIndex(of: lifecycle) else { continue }
        endRules[kind].append(
          EndRule(
            rule: number, lifecycle: lifecycle, run: run, states: Set(states),
            afterLaterEvents: afterLaterEvents, isAboutWider: rule.laterEventsOf != nil))
      case .notificationAhead: named["notification"] = named["notification"] ?? number
      case .unexpected: named["unexpected"] = named["unexpected"] ?? number
      case .incomplete: named["incomplete"] = named["incomplete"] ?? number
      case .step, .contradiction, .differingValue: break
      }
    }
    durationLimits = limits
    self.delays = delays
    self.endRules = endRules
    notificationAheadRule = named["notification"]
    unexpectedRule = named["unexpected"]
    incompleteRule = named["incomplete"]
  }

  /// Whether some rule fires only where a callback comes somewhere.
  var hasConditions: Bool { grammar.rules.contains { $0.required != nil } }

  /// The place of a lifecycle among all, those of the widest kind of subject first.
  func order(ofLifecycle number: Int) -> Int {
    grammar.lifecycles[number].subject * lifecycles.count + number
  }

  /// The same grammar for recordings that show only some of its callbacks.
  /// - Complexity: that of making it.
  package func observing(_ alphabet: ObservedAlphabet) -> CompiledGrammar {
    var compiled = self
    compiled.observed = alphabet
    compiled.lifecycles = grammar.lifecycles.indices.map {
      CompiledLifecycle(grammar, index: $0, observed: alphabet)
    }
    return compiled
  }

  /// The severity of a violation of a rule by a subject that may be in any of these states of the rule's lifecycle.
  func severity(of rule: Rule, in states: [Int], on platform: PlatformVersion?) -> Severity {
    rule.severity(in: states, on: platform) { observed?.calls.contains($0) ?? true }
  }

  /// The callback that a spelling means, by its short name, and whether the spelling is a notification's.
  /// - Complexity: O(bytes) expected.
  package func meaning(of spelling: String) -> (callback: String, isNotification: Bool)? {
    spellings.meaning(of: spelling).map {
      (grammar.callbacks[$0.callback].name, $0.kind == .notification)
    }
  }

  /// Gives every identifying member of the grammar a place in an event.
  private static func members(
    _ grammar: Grammar
  ) -> (identity: EventMembers, subjects: [SubjectMembers], role: Int?) {
    var single: [String] = []
    var set: String?
    func place(_ name: String) -> Int {
      if let known = single.firstIndex(of: name) { return known }
      single.append(name)
      return single.count - 1
    }
    let subjects = grammar.subjects.map { subject in
      if let name = subject.setMember { set = set ?? name }
      return SubjectMembers(
        member: place(subject.member), alias: subject.aliasMember.map(place),
        isInSet: subject.setMember != nil && subject.setMember == set)
    }
    let role = grammar.quirks.contains { !$0.roles.isEmpty } ? place("role") : nil
    for spelling in grammar.callbacks.lazy.flatMap(\.conditionalSpellings) {
      _ = place(spelling.member)
    }
    for rule in grammar.rules {
      switch rule.form {
      case .contradiction(let member), .differingValue(_, let member, _): _ = place(member)
      default: if let answering = rule.answering { _ = place(answering.member) }
      }
    }
    return (EventMembers(single: single, set: set), subjects, role)
  }
}
