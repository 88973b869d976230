internal import TraceAutomata
internal import TraceGrammar

/// What the inner loop asks about a callback.
struct CallbackTraits {
  /// The index of the subject it is about.
  var subject: UInt8
  /// Another callback took its place; notifications of it concern the app as a whole and prove nothing.
  var isReplaced = false
  var isAction = false
  /// A subject begins with it.
  var begins = false
  /// Every step by it ends its subject.
  var endsItsSubject = false
  var hasNotification = false
  /// A rule bounds its duration, or the time since another call.
  var hasDurationLimit = false
  var isDelayed = false
  /// Some lifecycle has an advice on a legal step by it.
  var isAdvised = false
}

/// What the inner loop asks about a kind of subject.
struct SubjectTraits {
  /// The index of the wider subject; -1 for none.
  var parent = -1
  var isWider = false
  /// The index of the identity in an event, and of the alias; -1 for no alias.
  var member = 0
  var alias = -1
  var isInSet = false
  /// Where the subject's lifecycles begin among all plans, and how many they are.
  var firstPlan = 0
  var planCount = 0
}

/// What the inner loop asks about a lifecycle.
struct LifecyclePlan {
  var lifecycle: Int
  /// For every callback its symbol, or -1.
  var symbols: UnsafeMutablePointer<Int16>
  var automaton: UnsafeMutablePointer<CostAutomaton>
  /// Vectors below are pinned.
  var stateCount: UInt32
  var symbolCount: Int
  /// Where the counters of its steps begin.
  var hitOffset: Int
}

/// The lazily built cost automata of a grammar's lifecycles and the tables of the inner loop, for use by one
/// thread at a time.
///
/// What one trace made them build, the next one finds ready.
package final class CheckingTables {
  /// One automaton a lifecycle, in the order of the grammar.
  let automata: UnsafeMutablePointer<CostAutomaton>
  /// For every lifecycle the vector of a subject first seen after its wider subject's beginning was.
  let knownStarts: [VectorID]
  /// For every lifecycle the vector of a subject first seen when that beginning was not recorded.
  let unknownStarts: [VectorID]
  /// For every lifecycle and callback, row major, the symbol, or -1.
  let symbols: UnsafeMutablePointer<Int16>
  let callbackCount: Int
  let traits: UnsafeMutablePointer<CallbackTraits>
  let subjects: UnsafeMutablePointer<SubjectTraits>
  /// The lifecycles of the first subject, then of the second, and so on.
  let plans: UnsafeMutablePointer<LifecyclePlan>
  /// For every callback how its ordinary calls are checked, and the steps of all of them.
  let ordinaryPlans: UnsafeMutablePointer<OrdinaryPlan>
  let ordinarySteps: UnsafeMutablePointer<OrdinaryPlan.Step>
  /// For every lifecycle the number of its states and symbols, and where its counters begin.
  let stateCounts: [Int]
  let symbolCounts: [Int]
  let hitOffsets: [Int]
  let hitCount: Int
  private let lifecycleCount: Int

  /// Prepares automata; with `demandsCompleteLives` they keep the costs of ending well apart, too.
  package init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    let lifecycles = compiled.lifecycles
    let grammar = compiled.grammar
    lifecycleCount = lifecycles.count
    callbackCount = grammar.callbacks.count
    automata = .allocate(capacity: max(1, lifecycles.count))
    symbols = .allocate(capacity: max(1, lifecycles.count * callbackCount))
    traits = .allocate(capacity: max(1, callbackCount))
    subjects = .allocate(capacity: max(1, grammar.subjects.count))
    plans = .allocate(capacity: max(1, lifecycles.count))
    stateCounts = lifecycles.map(\.automaton.stateCount)
    symbolCounts = lifecycles.map(\.automaton.symbolCount)
    var offsets: [Int] = []
    var hitCount = 0
    for lifecycle in lifecycles {
      offsets.append(hitCount)
      hitCount += lifecycle.automaton.stateCount * lifecycle.automaton.symbolCount
    }
    (hitOffsets, self.hitCount) = (offsets, hitCount)
    var known: [VectorID] = []
    var unknown: [VectorID] = []
    for (number, lifecycle) in lifecycles.enumerated() {
      (automata + number).initialize(
        to: CostAutomaton(lifecycle.automaton, demandingAcceptance: demandsCompleteLives))
      known.append(automata[number].number(ofStates: lifecycle.lifecycle.start))
      unknown.append(automata[number].number(ofStates: lifecycle.lifecycle.unknownStart))
      for callback in 0..<callbackCount {
        symbols[number * callbackCount + callback] = lifecycle.symbols[callback]
      }
    }
    (knownStarts, unknownStarts) = (known, unknown)
    var planCount = 0
    for (number, subject) in grammar.subjects.enumerated() {
      let members = compiled.members[number]
      let own = compiled.lifecyclesOfSubject[number]
      (subjects + number).initialize(
        to: SubjectTraits(
          parent: subject.parent ?? -1, isWider: compiled.isWider[number], member: members.member,
          alias: members.alias ?? -1, isInSet: members.isInSet, firstPlan: planCount,
          planCount: own.count))
      for lifecycle in own {
        (plans + planCount).initialize(
          to: LifecyclePlan(
            lifecycle: lifecycle, symbols: symbols + lifecycle * callbackCount,
            automaton: automata + lifecycle, stateCount: UInt32(stateCounts[lifecycle]),
            symbolCount: symbolCounts[lifecycle], hitOffset: hitOffsets[lifecycle]))
        planCount += 1
      }
    }
    for (number, callback) in grammar.callbacks.enumerated() {
      var trait = CallbackTraits(subject: UInt8(callback.subject))
      trait.isReplaced = callback.replacement != nil
      trait.isAction = callback.isAction
      trait.begins = compiled.begins[number]
      trait.endsItsSubject = compiled.endsItsSubject[number]
      trait.hasNotification = !callback.notifications.isEmpty
      trait.hasDurationLimit = compiled.durationLimits[number].rule >= 0
      trait.isDelayed = compiled.delays.contains { $0.callback == number || $0.after == number }
      trait.isAdvised = lifecycles.contains {
        $0.symbols[number] >= 0 && !$0.advices[Int($0.symbols[number])].isEmpty
      }
      traits[number] = trait
    }
    ordinaryPlans = .allocate(capacity: max(1, callbackCount))
    ordinarySteps = .allocate(capacity: max(1, lifecycles.count * callbackCount))
    planOrdinaryCalls()
  }

  private func planOrdinaryCalls() {
    var stepCount = 0
    for callback in 0..<callbackCount {
      var plan = OrdinaryPlan()
      let trait = traits[callback]
      let subject = subjects[Int(trait.subject)]
      let isOrdinary =
        !trait.isAction && !trait.isDelayed && !trait.isAdvised && !trait.begins
        && !subject.isWider && subject.planCount > 0
        && subject.parent >= 0 && subjects[subject.parent].parent < 0
      if isOrdinary {
        plan.subject = Int32(trait.subject)
        plan.wider = Int32(subject.parent)
        plan.member = Int32(subject.member)
        plan.widerMember = Int32(subjects[subject.parent].member)
        plan.alias = Int32(subject.alias)
        plan.stateCount = plans[subject.firstPlan].stateCount
        plan.firstLifecycle = plans[subject.firstPlan].lifecycle
        plan.endsItsSubject = trait.endsItsSubject
        plan.hasDurationLimit = trait.hasDurationLimit
        plan.hasNotification = trait.hasNotification
        plan.firstStep = Int32(stepCount)
        for life in 0..<subject.planCount {
          let law = plans[subject.firstPlan + life]
          let symbol = Int(law.symbols[callback])
          if symbol < 0 { continue }
          (ordinarySteps + stepCount).initialize(
            to: OrdinaryPlan.Step(
              lifecycle: law.lifecycle, automaton: law.automaton, life: life, symbol: symbol,
              stateCount: law.stateCount,
              hitOffset: law.hitOffset + symbol, hitStride: law.symbolCount))
          stepCount += 1
        }
        plan.stepCount = Int32(stepCount) - plan.firstStep
      }
      (ordinaryPlans + callback).initialize(to: plan)
    }
  }

  deinit {
    automata.deinitialize(count: lifecycleCount)
    automata.deallocate()
    symbols.deallocate()
    traits.deallocate()
    subjects.deallocate()
    plans.deallocate()
    ordinaryPlans.deallocate()
    ordinarySteps.deallocate()
  }
}
