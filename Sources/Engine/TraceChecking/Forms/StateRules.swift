internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Judges how long subjects stay in a state.
///
/// A state counts only if it is certain: no other is possible, and no finding about the subject waits to be explained.
struct StateRules {
  /// A state that must be left in time.
  fileprivate struct Deadline {
    var rule: RuleID
    var lifecycle: LifecycleID
    var states: [StateID]
    var seconds: Double
  }

  /// The rules on states of subjects, by kind of subject.
  struct Plan {
    fileprivate var deadlines: IDArray<SubjectKindID, [Deadline]>

    init(_ grammar: Grammar) {
      deadlines = IDArray(repeating: [], count: grammar.subjects.count)
      for (number, rule) in grammar.rules.numbered {
        if let form = rule.form as? StepForm, let seconds = form.deadline {
          deadlines[grammar.lifecycles[form.steppedLifecycle].subject].append(
            Deadline(
              rule: number, lifecycle: form.steppedLifecycle, states: form.states, seconds: seconds)
          )
        }
      }
    }
  }

  /// A subject in a state that it must leave.
  private struct Waiting {
    var deadline: Deadline
    var subject: SubjectKey
    /// The event that led to the state.
    var event: UInt32
    var line: UInt32
    var callback: CallbackID
    /// When the state must be left, in seconds.
    var due: Double
  }

  /// The states that must be left within one of the widest subjects. Only its events show how late it is there.
  private struct Queue {
    var waiting: [Waiting] = []
    /// No state must be left before this time.
    var earliest = Double.infinity
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var queues: [SubjectKey: Queue] = [:]
  private var waitingCount = 0
  /// How many states may wait to be left; later ones are not judged.
  private let limit: Int
  /// How many were not judged.
  private(set) var droppedCount = 0

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables, self.limit) = (compiled, tables, limit)
  }

  /// Whether some state must be left in time.
  var isWaiting: Bool { !queues.isEmpty }

  /// A rule that an event shows to be broken, and the callbacks that may have come in time without being recorded. If
  /// there are any, nothing is certain.
  typealias Late = (firing: Firing, subject: SubjectReference, missing: [CallbackID])

  /// The rules that are broken because an event shows that it is too late, before the event takes effect.
  /// - Complexity: O(1) if no deadline has passed, else O(states that wait).
  mutating func late(at occurrence: Occurrence, _ live: inout LiveSubjects) -> [Late] {
    guard !live.isUnattributed(compiled.widest),
      let widest = live.current(compiled.widest), case let key = live.directory.key(widest),
      var queue = queues[key], occurrence.time > queue.earliest
    else { return [] }
    var late: [Late] = []
    let waiting = queue.waiting
    queue = Queue()
    for known in waiting {
      if known.due >= occurrence.time {
        queue.waiting.append(known)
        queue.earliest = min(queue.earliest, known.due)
        continue
      }
      let subject = known.subject.subject
      guard live.directory.key(subject) == known.subject,
        live.directory.isWithin(subject, widest)
      else { continue }
      let parent = tables.kinds[subject.kind].parent
      live.meet(subject, live.current(parent)?.slot)
      let missing = missing(
        known.deadline.states, known.deadline.lifecycle, subject, since: known.event, live)
      if let missing { late.append((firing(known), subject, missing)) }
    }
    waitingCount -= waiting.count - queue.waiting.count
    queues[key] = queue.waiting.isEmpty ? nil : queue
    return late
  }

  /// Records a subject that an event has moved.
  /// - Complexity: O(deadlines of its kind).
  mutating func note(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ live: borrowing LiveSubjects
  ) {
    for deadline in tables.plans.states.deadlines[subject.kind] {
      wait(deadline, subject, occurrence, live)
    }
  }

  private mutating func wait(
    _ deadline: Deadline, _ subject: SubjectReference, _ occurrence: Occurrence,
    _ live: borrowing LiveSubjects
  ) {
    guard !occurrence.time.isNaN, let widest = live.current(compiled.widest),
      missing(deadline.states, deadline.lifecycle, subject, since: occurrence.number, live) != nil
    else { return }
    let key = live.directory.key(widest)
    if waitingCount >= limit {
      // The others are most likely over.
      queues = queues.filter { $0.key == key }
      droppedCount += waitingCount
      waitingCount = queues[key]?.waiting.count ?? 0
      droppedCount -= waitingCount
      if waitingCount >= limit {
        droppedCount += 1
        return
      }
    }
    let due = occurrence.time + deadline.seconds
    var queue = queues[key] ?? Queue()
    queue.waiting.append(
      Waiting(
        deadline: deadline, subject: live.directory.key(subject), event: occurrence.number,
        line: occurrence.line, callback: occurrence.callback, due: due))
    queue.earliest = min(queue.earliest, due)
    queues[key] = queue
    waitingCount += 1
  }

  private func firing(_ known: Waiting) -> Firing {
    let lifecycle = known.deadline.lifecycle
    var firing = Firing(
      rule: known.deadline.rule, lifecycle: lifecycle, states: known.deadline.states,
      cause: .tooLate)
    firing.detail = "the limit is \(known.deadline.seconds) s"
    firing.related = Violation.Related(
      event: Int(known.event), line: Int(known.line),
      message: "\(compiled.grammar.writtenName(known.callback)) came here")
    return firing
  }

  /// The callbacks that would have to be recorded to be certain that an event brought the subject into one of the
  /// states: none if it is certain, nil if the subject certainly is elsewhere or too little is known.
  private func missing(
    _ states: [StateID], _ lifecycle: LifecycleID, _ subject: SubjectReference, since event: UInt32,
    _ live: borrowing LiveSubjects
  ) -> [CallbackID]? {
    guard let number = compiled.kinds[subject.kind].lifecycles.firstIndex(of: lifecycle),
      case let run = live.stepper.stores[subject.kind][subject.slot, number],
      run.origin.event == event,
      let possible = live.stepper.certainStates(subject, lifecycle: lifecycle)
    else { return nil }
    if possible.allSatisfy(states.contains) { return [] }
    // Callbacks that a recorder declares to leave out are not noted.
    guard let observed = compiled.observed, observed.isInferred,
      case let kernel = tables.automata[lifecycle].kernel(run.vector),
      kernel.allSatisfy(states.contains)
    else { return nil }
    let steps = compiled.lifecycles[lifecycle].silentSteps(from: kernel) { !states.contains($0) }
    let missing = steps?.compactMap(\.self) ?? []
    return missing.isEmpty ? nil : missing
  }
}

extension Rule {
  /// Whether the rule is about how long subjects of a kind are in a state.
  func asksForStates(of kind: SubjectKindID, in grammar: Grammar) -> Bool {
    guard let form = form as? StepForm, form.deadline != nil else { return false }
    return grammar.lifecycles[form.steppedLifecycle].subject == kind
  }
}
