internal import TraceGrammar
internal import TraceModel

/// A rule that one event breaks by itself.
struct Firing {
  var rule: RuleID
  /// The index of the event.
  var event: Int32
  var subject: Int32
  /// For a rule on times: how many seconds passed.
  var seconds = Double.nan
  /// The index of another event that explains it; -1 for none.
  var related: Int32 = -1
  /// For a rule on peers: the names of those that did not come.
  var missing: [UInt32] = []
  /// For a rule on how long a state may last: the lifecycle, and its states.
  var lifecycle: LifecycleID?
  var states: [StateID] = []
}

/// The rules that events break by their values and durations, by the time since another call about the same subject, by a
/// notification that came before its call, and by an alias that is not the subject's.
struct SingleEvents {
  private typealias Broken = (rule: RuleID, seconds: Double)
  private typealias Found = (firing: Firing, isFurther: Bool)

  private let runs: Runs
  private let delays: [(rule: RuleID, form: TimeForm)]
  private let notificationAhead: RuleID?
  /// By event: what it breaks, whoever its subjects are.
  private let broken: [Int32: [Broken]]
  private var found: [Found] = []

  /// The events that break such a rule. For several subjects of a kind, it is one finding, about the first.
  /// - Complexity: O(events), and O(entries) if any may break one.
  static func broken(_ runs: Runs) -> [Firing] {
    var events = SingleEvents(runs)
    let slices = runs.slices
    let isAsked = slices.letters.map { letters in
      !events.broken.isEmpty || !events.delays.isEmpty
        || letters.all.contains { $0.fact == Letter.echo || $0.fact == Letter.foreign }
    }
    for (index, subject) in slices.subjects.enumerated() where isAsked[subject.kind] {
      events.take(Int32(index))
    }
    let sorted = events.found.sorted {
      ($0.firing.event, $0.firing.rule, $0.isFurther ? 1 : 0, $0.firing.subject)
        < ($1.firing.event, $1.firing.rule, $1.isFurther ? 1 : 0, $1.firing.subject)
    }
    return sorted.reduce(into: []) { firings, next in
      if let last = firings.last, last.event == next.firing.event, last.rule == next.firing.rule {
        return
      }
      firings.append(next.firing)
    }
  }

  private init(_ runs: Runs) {
    self.runs = runs
    let (store, recording, rules) = (runs.store, runs.recording, runs.plan.grammar.rules)
    notificationAhead = rules.firstIndex { $0.form is NotificationAheadForm }
    let times = rules.numbered.compactMap { number, rule in
      (rule.form as? TimeForm).map { (rule: number, form: $0) }
    }
    delays = times.filter { !$0.form.after.isEmpty }
    let limits = times.filter { $0.form.after.isEmpty }
    let hasDurations = store.hasDurations || !recording.durations.isEmpty
    var broken: [Int32: [Broken]] = [:]
    for (index, event) in store.events.enumerated()
    where event.callback != Event.none && event.kind != .notification && event.kind != .gap {
      var own: [Broken] = []
      if event.kind == .delegate {
        for rule in recording.values.broken(event.row, Int(event.callback)) {
          own.append((rule, .nan))
        }
      }
      if hasDurations {
        let seconds = recording.durations[index] ?? store.duration(index)
        for (rule, form) in limits
        where seconds > form.seconds && form.callbacks.contains(CallbackID(Int(event.callback))) {
          own.append((rule, seconds))
        }
      }
      if !own.isEmpty { broken[Int32(index)] = own }
    }
    self.broken = broken
  }

  private mutating func take(_ subject: Int32) {
    let (plan, slices) = (runs.plan, runs.slices)
    let kind = slices.subjects[Int(subject)].kind
    let letters = slices.letters[kind].all
    // When the last call came since which time passes.
    var starts: [RuleID: (time: Double, event: Int32)] = [:]
    var isTold = false
    for entry in slices.word(Int(subject)) {
      let letter = letters[Int(entry.letter)]
      func fire(_ rule: RuleID, _ seconds: Double = .nan) {
        let firing = Firing(rule: rule, event: entry.event, subject: subject, seconds: seconds)
        found.append((firing, entry.flags & Entry.isFurther != 0))
      }
      if letter.fact == Letter.foreign {
        if !isTold, let rule = plan.traits[Int(letter.callback)].aliasRule { fire(rule) }
        isTold = true
        continue
      }
      let isEcho = letter.fact == Letter.echo
      if !isEcho && entry.flags & Entry.isOwn == 0 { continue }
      for (rule, seconds) in broken[entry.event] ?? [] { fire(rule, seconds) }
      if isEcho {
        if let rule = notificationAhead { fire(rule) }
        continue
      }
      if plan.traits[Int(letter.callback)].opens { isTold = false }
      let (callback, time) = (CallbackID(Int(letter.callback)), runs.store.start(Int(entry.event)))
      for (rule, form) in delays {
        if form.callbacks.contains(callback), let start = starts[rule] {
          let passed = time - start.time
          // A lost call may have been the one in time, but it cannot have come too early.
          let isBroken =
            form.isLeast
            ? passed >= 0 && passed < form.seconds
            : passed > form.seconds && slices.isSeen(kind, after: start.event, upTo: entry.event)
          if isBroken { fire(rule, passed) }
          // Of the calls after it, only the first may be late.
          if !form.isLeast { starts[rule] = nil }
        }
        if form.after.contains(callback) {
          if !form.isLeast {
            starts[rule] = time.isNaN ? nil : (time, entry.event)
          } else if !time.isNaN {
            starts[rule] = (max(time, starts[rule]?.time ?? time), entry.event)
          }
        }
      }
    }
  }
}
