internal import TraceGrammar
internal import TraceModel

/// The properties of a callback that the inner loop needs.
struct CallbackTraits {
  /// The kind of subject that it is about.
  let kind: SubjectKindID
  /// Whether another callback replaces it. Its notifications then concern the whole app and prove nothing.
  var isReplaced = false
  var isAction = false
  /// Whether a subject begins with it.
  var begins = false
  /// Whether every step by it ends its subject.
  var endsItsSubject = false
  var hasNotification = false
  /// Whether a rule limits its duration; and whether one limits the time between it and another call.
  var hasDurationLimit = false
  var isDelayed = false
  /// Whether a lifecycle has advice on a legal step by it.
  var isAdvised = false
  var cases = NamedCases.none
  /// What else it concerns besides its own subject and the wider ones.
  var concerns: Concerns = []

  init(kind: SubjectKindID) { self.kind = kind }
}

/// What names cases of a callback.
enum NamedCases {
  case none
  /// Scenarios, which count them.
  case inScenarios
  /// A lifecycle, which steps by them.
  case inLifecycles
}

/// The things that a callback may concern besides its own subject and the wider ones.
struct Concerns: OptionSet {
  let rawValue: UInt8
  /// Subjects of another kind that is not wider than its own.
  static let others = Concerns(rawValue: 1)
  /// The states of subjects, because a case of the callback asks for them.
  static let states = Concerns(rawValue: 2)
  /// Subjects side by side, because a rule about those names the callback.
  static let peers = Concerns(rawValue: 4)
  /// Events that come while the call is running, because cases ask for that.
  static let spans = Concerns(rawValue: 8)
}

/// The properties of a kind of subject that the inner loop needs.
struct KindTraits {
  /// The wider kind; nil for none.
  var parent: SubjectKindID?
  /// Whether other subjects belong to one of this kind.
  var isWider = false
  /// Whether there is only one, which no event identifies.
  var isSingle = false
  /// Whether a callback begins it, so that subjects of the kind follow one another. Others exist side by side.
  var hasBeginning = false
  /// Whether one of its wider subjects stays the same, unless an event names another one.
  var hasLastingOwner = false
  /// The index of the identity in an event, and of the alias; nil for no alias.
  var member = 0
  var alias: Int?
  /// The index of the set that identifies several subjects at once; nil for none.
  var set: Int?
  /// Its lifecycles, in the order of the grammar.
  var runs: [RunTraits] = []
  var runCount: Int { runs.count }
  /// The states of its first lifecycle that no step leaves.
  var endStates = StateSet()
  /// Whether rules limit how long its subjects are in a state, or how many are.
  var hasStateRules = false
  /// Its lifecycles as one automaton.
  // SAFETY: the tables fill it when they make the traits, once for each kind, and free it with themselves.
  let combined = UnsafeMutablePointer<CombinedAutomaton>.allocate(capacity: 1)

  /// The alias that an event names; none if it names none.
  func alias(of event: EventRecord, in batch: borrowing EventBatch) -> NameID {
    alias.map { batch.value($0, of: event) } ?? .none
  }

  /// The identities of the set that an event names.
  /// - Complexity: O(identities).
  func identities(of event: EventRecord, in batch: borrowing EventBatch) -> [NameID] {
    set.map { batch.identities(inSet: $0, of: event) } ?? []
  }
}

/// The properties of a lifecycle that the inner loop needs.
struct RunTraits {
  var lifecycle: LifecycleID { compiled.index }
  let compiled: CompiledLifecycle
  /// Vectors with smaller numbers are pinned.
  var stateCount: UInt32
  var symbolCount: Int
  /// The index of the first counter of its steps.
  var hitOffset: Int
  /// The vector of a subject that is first met after its wider subject was seen to begin.
  var knownStart: VectorID
  /// The vector of a subject that is first met although its wider subject was not seen to begin.
  var unknownStart: VectorID
  /// Where its calls lead if there are several subjects that the trace does not tell apart.
  let targets: StepTargets
}

/// The lazily built cost automata of a grammar's lifecycles, and the tables of the inner loop. For use by one thread at
/// a time.
///
/// Later traces reuse the parts that earlier ones have built.
package final class CheckingTables {
  // SAFETY: `init` fills every automaton, and only `deinit` frees them. Lifecycles and kinds are those of the grammar,
  // so their ids are below the counts. One thread at a time uses the tables, and a step reads or changes one automaton
  // at a time.

  /// One automaton per lifecycle, in the order of the grammar.
  let automata: IDPointer<LifecycleID, CostAutomaton>
  let callbackCount: Int
  let kindCount: Int
  let traits: IDArray<CallbackID, CallbackTraits>
  let kinds: IDArray<SubjectKindID, KindTraits>
  /// For every callback, how the fast lane checks its calls; nil if it does not.
  let fastLanes: IDArray<CallbackID, FastLane?>
  /// The counters of the steps of all lifecycles, and the coverage numbers that they add to.
  let coverage: CoverageCounters
  /// For every kind of subject and callback, the lifecycles of the kind that see the callback, by number, ascending.
  let seeing: IDArray<SubjectKindID, IDArray<CallbackID, [Int]>>
  /// The rules that are not about steps, prepared for checking.
  let plans: RulePlans
  private let lifecycleCount: Int
  /// The kinds of subjects.
  var kindIDs: Range<SubjectKindID> { SubjectKindID.all(kindCount) }
  /// The callbacks.
  var callbackIDs: Range<CallbackID> { CallbackID.all(callbackCount) }
  /// How many counters of steps all lifecycles have.
  var hitCount: Int { coverage.counterCount }

  /// Prepares the tables of a grammar.
  /// - Parameter demandsCompleteLives: whether subjects must end well. If so, the automata also distinguish costs of
  ///   that.
  package init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    let lifecycles = compiled.lifecycles
    lifecycleCount = lifecycles.count
    callbackCount = compiled.grammar.callbacks.count
    kindCount = compiled.grammar.subjects.count
    automata = .allocate(capacity: max(1, lifecycleCount))
    seeing = compiled.kinds.table { kind in
      IDArray(
        compiled.grammar.callbacks.indices.map { callback in
          kind.lifecycles.indices.filter { lifecycles[kind.lifecycles[$0]].sees(callback) }
        })
    }
    plans = RulePlans(compiled)
    var offsets: IDArray<LifecycleID, Int> = []
    var hitCount = 0
    for lifecycle in lifecycles {
      offsets.append(hitCount)
      hitCount += lifecycle.automaton.stateCount * lifecycle.automaton.symbolCount
    }
    coverage = CoverageCounters(
      compiled, offsets: offsets, counterCount: hitCount,
      demandsCompleteLives: demandsCompleteLives)
    for (number, lifecycle) in lifecycles.numbered {
      automata.initialize(
        number,
        to: CostAutomaton(
          lifecycle.automaton, demandingAcceptance: demandsCompleteLives))
    }
    kinds = IDArray(
      compiled.grammar.subjects.indices.map { [automata] in
        Self.kind($0, compiled, automata, hitOffsets: offsets)
      })
    traits = IDArray(
      compiled.grammar.callbacks.indices.map { [coverage, plans] in
        Self.callback($0, compiled, coverage, plans)
      })
    fastLanes = IDArray(
      compiled.grammar.callbacks.indices.map { [traits, kinds, plans] in
        FastLane($0, compiled, traits[$0], kinds, plans)
      })
  }

  /// Whether an event says which subject of a kind it is about. Those of the widest kind need no name.
  func isNamed(
    _ event: EventRecord, _ kind: SubjectKindID, in batch: borrowing EventBatch
  ) -> Bool {
    let traits = kinds[kind]
    return traits.isWider || event.setCount > 0 || !traits.alias(of: event, in: batch).isNone
      || !batch.value(traits.member, of: event).isNone
  }

  private static func kind(
    _ number: SubjectKindID, _ compiled: CompiledGrammar,
    _ automata: IDPointer<LifecycleID, CostAutomaton>, hitOffsets: IDArray<LifecycleID, Int>
  ) -> KindTraits {
    let kind = compiled.kinds[number]
    var traits = KindTraits()
    traits.parent = compiled.grammar.subjects[number].parent
    traits.isWider = kind.isWider
    let subjects = compiled.grammar.subjects
    traits.isSingle = subjects[number].isSingle
    traits.hasBeginning = !subjects[number].beginnings.isEmpty
    var outer = traits.parent
    while let wider = outer {
      if subjects[wider].parent != nil || subjects[wider].beginnings.isEmpty {
        traits.hasLastingOwner = true
      }
      outer = subjects[wider].parent
    }
    (traits.member, traits.alias, traits.set) = (kind.member, kind.alias, kind.set)
    traits.endStates =
      kind.lifecycles.first.map { compiled.lifecycles[$0].endStates } ?? StateSet()
    traits.hasStateRules = compiled.grammar.rules.contains {
      $0.asksForStates(of: number, in: compiled.grammar)
    }
    traits.runs = kind.lifecycles.map { index in
      let lifecycle = compiled.lifecycles[index]
      return RunTraits(
        compiled: lifecycle, stateCount: UInt32(lifecycle.automaton.stateCount),
        symbolCount: lifecycle.automaton.symbolCount, hitOffset: hitOffsets[index],
        knownStart: automata[index].vector(ofStates: lifecycle.declaration.start),
        unknownStart: automata[index].vector(ofStates: lifecycle.declaration.unknownStart),
        targets: StepTargets(lifecycle))
    }
    traits.combined.initialize(
      to: CombinedAutomaton(
        automata, runs: traits.runs, callbackCount: compiled.grammar.callbacks.count,
        allowsOpen: kind.isWider))
    return traits
  }

  private static func callback(
    _ number: CallbackID, _ compiled: CompiledGrammar, _ coverage: CoverageCounters,
    _ plans: RulePlans
  ) -> CallbackTraits {
    let callback = compiled.grammar.callbacks[number]
    var trait = CallbackTraits(kind: callback.subject)
    trait.isReplaced = callback.replacement != nil
    trait.isAction = callback.isAction
    trait.begins = compiled.grammar.subjects.contains { $0.beginnings.contains(number) }
    trait.endsItsSubject = compiled.endsItsSubject(number)
    trait.hasNotification = !callback.notifications.isEmpty
    trait.hasDurationLimit = !compiled.forms.durationLimits[number].isEmpty
    trait.isDelayed = compiled.forms.timed.contains {
      $0.form.late.contains(number) || $0.form.early.contains(number)
    }
    trait.isAdvised = compiled.lifecycles.contains { $0.advises(on: number) }
    if compiled.lifecycles.contains(where: { $0.cases.ofCallback[number] != nil }) {
      trait.cases = .inLifecycles
    } else if coverage.countsCases(of: number) {
      trait.cases = .inScenarios
    }
    if !plans.concerns[number].isEmpty { trait.concerns.insert(.others) }
    if trait.cases != .none,
      !compiled.conditions.situationsAsked[number].isEmpty
        || !compiled.conditions.spansAsked[number].isEmpty
    {
      trait.concerns.insert(.states)
    }
    if compiled.conditions.spans.contains(where: { $0.callbacks.contains(number) }) {
      trait.concerns.insert(.spans)
    }
    if plans.isBesideOthers[number] { trait.concerns.insert(.peers) }
    return trait
  }

  deinit {
    automata.base.deinitialize(count: lifecycleCount)
    automata.deallocate()
    for kind in kinds {
      kind.combined.deinitialize(count: 1)
      kind.combined.deallocate()
    }
  }

  /// Traps if a table refers to something beyond the end of another; for tests.
  func checkInvariants() {
    for (number, kind) in kinds.numbered {
      precondition(kind.parent.map { $0 < number } ?? true, "a kind belongs to a later one")
      kind.combined.pointee.checkInvariants()
      for traits in kind.runs {
        let stateCount = Int(traits.stateCount)
        precondition(
          traits.hitOffset + stateCount * traits.symbolCount <= hitCount,
          "a counter beyond the last")
        for callback in callbackIDs {
          let symbol = traits.compiled.symbols[callback].id
          precondition(symbol.map { $0.index < traits.symbolCount } ?? true, "no symbol of it")
        }
        let known = max(traits.knownStart, traits.unknownStart)
        precondition(
          known.index < automata[traits.lifecycle].vectorCount, "a start that was not built")
      }
    }
    precondition(kinds.reduce(0) { $0 + $1.runCount } == lifecycleCount, "a lifecycle has no kind")
  }
}
