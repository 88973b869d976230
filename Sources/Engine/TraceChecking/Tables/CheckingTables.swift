internal import TraceGrammar

/// The properties of a callback that the inner loop needs.
struct CallbackTraits {
  /// The kind of subject that it is about.
  var kind: SubjectKindID { packedKind.id }
  private let packedKind: PackedID<SubjectKindID, Int32>
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
  /// Whether a lifecycle has advice on a legal step by it, or a rule on answers is about it.
  var isAdvised = false
  var cases = NamedCases.none
  /// What else it concerns besides its own subject and the wider ones.
  var concerns: Concerns = []
  /// The event member whose value matches answers to questions; -1 if no such rule is about the callback.
  var answerPlace: Int32 = -1

  init(kind: SubjectKindID) { packedKind = PackedID(kind) }
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
  var parent: SubjectKindID? { packedParent.id }
  var packedParent = PackedOptionalID<SubjectKindID, Int>.absent
  /// Whether other subjects belong to one of this kind.
  var isWider = false
  /// The index of the identity in an event, and of the alias; -1 for no alias.
  var member = 0
  var alias = -1
  /// The index of the set that identifies several subjects at once; -1 for none.
  var set = -1
  /// The index in `CheckingTables.runs` of the kind's first lifecycle, and the number of its lifecycles.
  var firstRun = 0
  var runCount = 0
  /// The states of its first lifecycle that no step leaves.
  var endStates = StateSet()
  /// Whether rules limit how long its subjects are in a state, or how many are.
  var hasStateRules = false
  /// Its lifecycles as one automaton.
  let combined = UnsafeMutablePointer<CombinedAutomaton>.allocate(capacity: 1)
}

/// The properties of a lifecycle that the inner loop needs.
struct RunTraits {
  var lifecycle: LifecycleID
  /// For every callback its symbol, or none.
  var symbols: IDPointer<CallbackID, MaybeSymbol>
  var automaton: UnsafeMutablePointer<CostAutomaton>
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
  let targets: UnsafeMutablePointer<StepTargets>
}

/// The lazily built cost automata of a grammar's lifecycles, and the tables of the inner loop. For use by one thread at
/// a time.
///
/// Later traces reuse the parts that earlier ones have built.
package final class CheckingTables {
  /// One automaton per lifecycle, in the order of the grammar.
  let automata: IDPointer<LifecycleID, CostAutomaton>
  let callbackCount: Int
  let kindCount: Int
  let traits: IDPointer<CallbackID, CallbackTraits>
  let kinds: IDPointer<SubjectKindID, KindTraits>
  /// The lifecycles of the first kind of subject, then of the second, and so on.
  let runs: UnsafeMutablePointer<RunTraits>
  /// For every callback, how its ordinary calls are checked; and the steps of all of them.
  let ordinaryCalls: IDPointer<CallbackID, OrdinaryCall>
  let ordinarySteps: UnsafeMutablePointer<OrdinaryCall.Step>
  /// The counters of the steps of all lifecycles, and the coverage numbers that they add to.
  let coverage: CoverageCounters
  /// How each lifecycle sees each callback.
  let letters: LetterTables
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
    letters = LetterTables(compiled)
    plans = RulePlans(compiled)
    traits = .allocate(capacity: max(1, callbackCount))
    kinds = .allocate(capacity: max(1, kindCount))
    runs = .allocate(capacity: max(1, lifecycleCount))
    var offsets: IDArray<LifecycleID, Int> = []
    var hitCount = 0
    for lifecycle in lifecycles {
      offsets.append(hitCount)
      hitCount += lifecycle.automaton.stateCount * lifecycle.automaton.symbolCount
    }
    coverage = CoverageCounters(compiled, offsets: offsets, counterCount: hitCount)
    for (number, lifecycle) in lifecycles.numbered {
      automata.initialize(
        number,
        to: CostAutomaton(
          lifecycle.automaton, demandingAcceptance: demandsCompleteLives))
    }
    ordinaryCalls = .allocate(capacity: max(1, callbackCount))
    ordinarySteps = .allocate(capacity: max(1, lifecycleCount * callbackCount))
    describeKinds(compiled, hitOffsets: offsets)
    describeCallbacks(compiled)
    describeOrdinaryCalls(compiled)
  }

  private func describeKinds(_ compiled: CompiledGrammar, hitOffsets: IDArray<LifecycleID, Int>) {
    var runCount = 0
    for (number, kind) in compiled.grammar.subjects.numbered {
      let compiledKind = compiled.kinds[number]
      kinds.initialize(
        number,
        to: KindTraits(
          packedParent: PackedOptionalID(kind.parent), isWider: compiledKind.isWider,
          member: compiledKind.member,
          alias: compiledKind.alias ?? -1, set: compiledKind.set ?? -1, firstRun: runCount,
          runCount: compiledKind.lifecycles.count,
          endStates: compiledKind.lifecycles.first.map { compiled.lifecycles[$0].endStates }
            ?? StateSet(),
          hasStateRules: compiled.grammar.rules.contains {
            $0.asksForStates(of: number, in: compiled.grammar)
          }))
      for lifecycle in compiledKind.lifecycles {
        let declaration = compiled.lifecycles[lifecycle].declaration
        (runs + runCount).initialize(
          to: RunTraits(
            lifecycle: lifecycle, symbols: letters.symbols(of: lifecycle),
            automaton: automata.address(lifecycle),
            stateCount: UInt32(compiled.lifecycles[lifecycle].automaton.stateCount),
            symbolCount: compiled.lifecycles[lifecycle].automaton.symbolCount,
            hitOffset: hitOffsets[lifecycle],
            knownStart: automata[lifecycle].number(ofStates: declaration.start),
            unknownStart: automata[lifecycle].number(ofStates: declaration.unknownStart),
            targets: .allocate(capacity: 1)))
        runs[runCount].targets.initialize(to: StepTargets(compiled.lifecycles[lifecycle]))
        runCount += 1
      }
      kinds[number].combined.initialize(
        to: CombinedAutomaton(
          runs: runs + kinds[number].firstRun, runCount: kinds[number].runCount,
          callbackCount: callbackCount))
    }
  }

  private func describeCallbacks(_ compiled: CompiledGrammar) {
    for (number, callback) in compiled.grammar.callbacks.numbered {
      var trait = CallbackTraits(kind: callback.subject)
      trait.isReplaced = callback.replacement != nil
      trait.isAction = callback.isAction
      trait.begins = compiled.grammar.subjects.contains { $0.beginnings.contains(number) }
      trait.endsItsSubject = compiled.endsItsSubject(number)
      trait.hasNotification = !callback.notifications.isEmpty
      trait.hasDurationLimit = !compiled.forms.durationLimits[number].isEmpty
      trait.isDelayed = compiled.forms.delays.contains {
        $0.callback == number || $0.after == number
      }
      trait.isAdvised = compiled.lifecycles.contains { $0.advises(on: number) }
      if compiled.lifecycles.contains(where: { $0.letters.ofCallback[number] != nil }) {
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
      let answering = compiled.forms.answers.first {
        $0.question == number || $0.answers.contains(number)
      }
      if let answering {
        trait.isAdvised = true
        trait.answerPlace = Int32(answering.place)
      }
      traits.initialize(number, to: trait)
    }
  }

  private func describeOrdinaryCalls(_ compiled: CompiledGrammar) {
    var stepCount = 0
    let hasStateRules = kindIDs.contains { kinds[$0].hasStateRules }
    for callback in callbackIDs {
      var call = OrdinaryCall()
      let trait = traits[callback]
      let kind = kinds[trait.kind]
      let isOrdinary =
        !trait.isAction && !trait.isDelayed && !trait.isAdvised && !trait.begins
        && trait.cases != .inLifecycles
        && compiled.conditions.asksOnlyTheEvent(about: callback)
        && trait.concerns.isEmpty && plans.covering[callback] == 0
        && !hasStateRules
        && !kind.isWider && kind.runCount > 0
      if isOrdinary, let wider = kind.parent, kinds[wider].parent == nil {
        call.kind = MaybeKind(trait.kind)
        call.wider = MaybeKind(wider)
        call.member = Int32(kind.member)
        call.widerMember = Int32(kinds[wider].member)
        call.alias = Int32(kind.alias)
        call.stateCount = runs[kind.firstRun].stateCount
        call.endsItsSubject = trait.endsItsSubject
        call.hasDurationLimit = trait.hasDurationLimit
        call.hasNotification = trait.hasNotification
        call.countsCases = trait.cases != .none
        call.firstStep = Int32(stepCount)
        for run in 0..<kind.runCount {
          let traits = runs[kind.firstRun + run]
          guard let symbol = traits.symbols[callback].id else { continue }
          (ordinarySteps + stepCount).initialize(
            to: OrdinaryCall.Step(
              lifecycle: traits.lifecycle, automaton: traits.automaton, run: run, symbol: symbol,
              stateCount: traits.stateCount,
              hitOffset: traits.hitOffset + symbol.index, hitStride: traits.symbolCount))
          stepCount += 1
        }
        call.stepCount = Int32(stepCount) - call.firstStep
      }
      ordinaryCalls.initialize(callback, to: call)
    }
  }

  deinit {
    automata.base.deinitialize(count: lifecycleCount)
    automata.deallocate()
    traits.deallocate()
    for kind in kindIDs {
      kinds[kind].combined.deinitialize(count: 1)
      kinds[kind].combined.deallocate()
    }
    kinds.deallocate()
    for run in 0..<lifecycleCount {
      runs[run].targets.deinitialize(count: 1)
      runs[run].targets.deallocate()
    }
    runs.deallocate()
    ordinaryCalls.deallocate()
    ordinarySteps.deallocate()
  }

  /// Traps if a table refers to something beyond the end of another; for tests.
  func checkInvariants() {
    var runCount = 0
    for kind in kindIDs {
      precondition(kinds[kind].parent.map { $0 < kind } ?? true, "a kind belongs to a later one")
      precondition(kinds[kind].firstRun == runCount, "the lifecycles of two kinds overlap")
      runCount += kinds[kind].runCount
      kinds[kind].combined.pointee.checkInvariants()
    }
    precondition(runCount == lifecycleCount, "a lifecycle has no kind")
    for run in 0..<runCount {
      let traits = runs[run]
      let stateCount = Int(traits.stateCount)
      precondition(
        traits.hitOffset + stateCount * traits.symbolCount <= hitCount, "a counter beyond the last")
      for callback in callbackIDs {
        let symbol = traits.symbols[callback].id
        precondition(symbol.map { $0.index < traits.symbolCount } ?? true, "no symbol of it")
      }
      let known = max(traits.knownStart, traits.unknownStart)
      precondition(known.index < traits.automaton.pointee.vectorCount, "a start that was not built")
    }
    for callback in callbackIDs where !ordinaryCalls[callback].kind.isNone {
      let call = ordinaryCalls[callback]
      for step in 0..<Int(call.stepCount) {
        let traits = ordinarySteps[Int(call.firstStep) + step]
        precondition(traits.run < kinds[call.kind.known].runCount, "a step of another kind")
        precondition(traits.hitOffset + traits.symbol.index < hitCount, "a counter beyond the last")
      }
    }
  }
}
