import TraceGrammar

/// Changes of subjects without a call about them, and what is known about subjects that have not occurred.
extension FormChecker {
  /// Lets a subject catch up with what it missed; a new subject gets its lives.
  /// - Parameter finalApp: the app in which it is met at the end of the trace; nil at an event.
  mutating func touch(_ subject: Subject, _ index: Int, in finalApp: String? = nil) {
    let app = finalApp ?? trace[index].app
    let present = app.isEmpty ? lastApp(before: index) : app
    guard let last = known[subject] else {
      known[subject] = Known(app: app, present: present, lastEvent: index)
      for lifecycle in lifecycles(of: subject.kind) {
        lives[key(lifecycle, subject)] = ReferenceLife(
          lifecycle: lifecycle, start: possibleStart(lifecycle, app, index),
          silent: silent[lifecycle])
      }
      tellOfAnonymous(subject)
      if app.isEmpty { move(subject) }
      return
    }
    tellOfAnonymous(subject)
    known[subject]?.lastEvent = index
    known[subject]?.present = present
    if subject.kind > 0 && (app.isEmpty || last.app.isEmpty) {
      // It may have been in any app in the meantime.
      known[subject]?.app = app
      known[subject]?.moves += 1
      known[subject]?.unseenMoves += 1
      if gapLies(in: last.lastEvent..<index) { lose(subject) }
      return move(subject)
    }
    if subject.kind == 0 || last.app == app {
      if gapLies(in: last.lastEvent..<index) { lose(subject) }
      return
    }
    known[subject]?.app = app
    known[subject]?.moves += 1
    echoes[subject] = nil
    let first = trace.firstIndex { $0.app == app } ?? index
    if first > last.lastEvent, gapLies(in: last.lastEvent..<first) { lose(subject) }
    judgeDutiesToEnd(subject)
    // Unrecorded calls may have come between two beginnings.
    for _ in 0..<(records == nil ? 1 : beginnings(from: last.app, to: app)) {
      tell(subject) { law in law.onParentBegin.table { [$0] } }
    }
    if !isSeenToBegin(app, index) {
      known[subject]?.unseenMoves += 1
      lose(subject)
    } else if gapLies(in: first..<index) {
      lose(subject)
    }
    if missed[subject.kind].contains(where: { $0 >= first && $0 < index }) {
      move(subject)
    } else {
      move(subject, moved(subject.kind, anonymous[subject.kind].filter { $0 >= first }, app))
    }
  }

  /// The possible states of a subject that has not occurred so far.
  func possibleStart(_ lifecycle: LifecycleID, _ app: String, _ index: Int) -> [StateID] {
    let law = grammar.lifecycles[lifecycle]
    let isKnown =
      law.subject > 0 && isSeenToBegin(app, index)
      && moved(law.subject, anonymous[law.subject], app).isEmpty
      && missed[law.subject].isEmpty
    return isKnown ? law.start : law.unknownStart
  }

  /// How many apps may have begun since a subject last occurred in one of them.
  private func beginnings(from last: String, to app: String) -> Int {
    let (before, now) = (apps.firstIndex(of: last) ?? 0, apps.firstIndex(of: app) ?? 0)
    return max(1, now - before)
  }

  /// Whether the beginning of an app is recorded, with nothing lost since.
  func isSeenToBegin(_ app: String, _ index: Int) -> Bool {
    let since = (trace[..<index].lastIndex { $0.isGap } ?? -1) + 1
    return !app.isEmpty
      && trace[since..<max(since, index)].contains {
        $0.callback == "launch" && $0.app == app && $0.phase != .end
      }
  }

  func gapLies(in range: Range<Int>) -> Bool { trace[range].contains(where: \.isGap) }

  private mutating func tellOfAnonymous(_ subject: Subject) {
    let events = anonymous[subject.kind]
    let start = told.updateValue(events.count, forKey: subject) ?? 0
    move(subject, moved(subject.kind, Array(events[start...]), known[subject]?.present ?? ""))
  }

  /// The lifecycles that some of the events that name no subject may have moved in an app.
  private func moved(
    _ kind: SubjectKindID, _ events: [Int], _ app: String
  ) -> Set<LifecycleID> {
    let events = events.filter { trace[$0].app.isEmpty || kind > 0 && trace[$0].app == app }
    let callbacks = Set(events.map { number(trace[$0].callback) })
    return Set(
      lifecycles(of: kind).filter { lifecycle in
        grammar.lifecycles[lifecycle].transitions.contains {
          $0.from != $0.to && callbacks.contains(whole($0.callback))
        }
      })
  }

  /// The app that was named last before an event; empty for none.
  private func lastApp(before index: Int) -> String {
    trace[..<index].last { !$0.app.isEmpty && $0.phase != .end }?.app ?? ""
  }

  /// Lets the subject move on, also within another app.
  private mutating func move(_ subject: Subject, _ lifecycles: Set<LifecycleID>? = nil) {
    tell(subject, of: lifecycles) { law in
      let reachable = law.everythingReachable
      return IDArray(
        law.states.indices.map { state in
          Set(reachable[state] + reachable[law.onParentBegin[state]]).sorted()
        })
    }
  }

  private mutating func lose(_ subject: Subject) { tell(subject, \.everythingReachable) }

  private mutating func tell(
    _ subject: Subject, of moved: Set<LifecycleID>? = nil,
    _ fact: (Lifecycle) -> IDArray<StateID, [StateID]>
  ) {
    for lifecycle in lifecycles(of: subject.kind) where moved?.contains(lifecycle) ?? true {
      lives[key(lifecycle, subject)]?.word.append(.fact(fact(grammar.lifecycles[lifecycle])))
    }
  }
}
