import GrammarWitnesses
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

/// Turns the words of witnesses into traces: members for conditions are invented, other subjects are brought into the
/// required states, and calls that other lifecycles require are added by the repairs of their findings.
private struct WitnessPlay {
  struct Event {
    /// Nil for a pause.
    var callback: CallbackID?
    var process = "1"
    /// Members besides those that identify the subject, as JSON, by path: `options.urls` is a member of an object.
    var members: [String: String] = [:]
    /// The name of the subjects of the word.
    var name = "x"
  }

  let grammar: Grammar
  let check: TraceCheck
  /// Whether a call comes during another where a case of another lifecycle asks for that. Such a case may be legal only
  /// there, or a fault.
  let suitsOtherCases: Bool
  /// Callbacks that the recording must not have.
  let absent: [CallbackID]
  var events: [Event] = []
  private var time = 0.0
  private var process = 1
  private var isOver = false

  init(
    _ grammar: Grammar, _ check: TraceCheck, suitsOtherCases: Bool, absent: [CallbackID] = []
  ) {
    (self.grammar, self.check, self.suitsOtherCases) = (grammar, check, suitsOtherCases)
    self.absent = absent
  }

  private func index(_ name: String) -> CallbackID? {
    grammar.callbacks.firstIndex { $0.name == name }
  }

  private func line(_ event: Event, _ callback: CallbackID, _ kind: SubjectKindID) -> String {
    let callback = grammar.callbacks[callback]
    var members = ["callback": "\"\(callback.name)\"", "time": "\(time)"]
    if callback.isAction { members["kind"] = "\"action\"" }
    var named = [callback.subject, kind]
    for var known in [callback.subject, kind] {
      while let parent = grammar.subjects[known].parent {
        named.append(parent)
        known = parent
      }
    }
    for subject in named {
      // A call about a wider subject says nothing about the subjects within it.
      let isNarrower = subject != callback.subject && isWithin(subject, callback.subject)
      if isNarrower { continue }
      let isWidest = grammar.subjects[subject].parent == nil
      members[grammar.subjects[subject].member] = "\"\(isWidest ? event.process : event.name)\""
    }
    var objects: [String: [String]] = [:]
    for (path, value) in event.members.sorted(by: { $0.key < $1.key }) {
      let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
      if parts.count == 1 {
        members[path] = value
      } else {
        objects[parts[0], default: []].append("\"\(parts[1])\":\(value)")
      }
    }
    for (name, parts) in objects { members[name] = "{\(parts.joined(separator: ","))}" }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      + "}"
  }

  private func isWithin(_ inner: SubjectKindID, _ outer: SubjectKindID) -> Bool {
    var kind: SubjectKindID? = inner
    while let known = kind {
      if known == outer { return true }
      kind = grammar.subjects[known].parent
    }
    return false
  }

  private mutating func add(
    _ callback: CallbackID, name: String = "x", _ members: [String: String] = [:]
  ) {
    let name = isOver ? "other" : name
    events.append(
      Event(callback: callback, process: "\(process)", members: members, name: name))
  }

  /// Adds a call by its name, or a case with everything that it requires.
  private mutating func add(_ name: String, of lifecycle: Lifecycle?, _ members: [String: String]) {
    guard let named = index(name) else { return }
    let refinement = grammar.callbacks[named].refinement
    let base = refinement?.callback ?? named
    var members = members
    let others = (lifecycle?.alphabet ?? []).filter {
      $0 != named && grammar.callbacks[$0].refinement?.callback == base
    }
    for other in others {
      guard let condition = grammar.callbacks[other].refinement?.conditions.first,
        members[condition.member] == nil
      else { continue }
      set(condition, holding: false, &members)
    }
    for condition in refinement?.conditions ?? [] { set(condition, holding: true, &members) }
    for situation in refinement?.situations ?? [] where !situation.isNegated {
      bring(situation.whose == .own ? "x" : "other", into: situation)
      let kind = grammar.lifecycles[situation.lifecycle].subject
      if situation.whose == .own, grammar.subjects[kind].parent != nil {
        members[grammar.subjects[kind].member] = "\"x\""
      }
    }
    if let span = span(of: base, refinement, lifecycle) {
      let last = events.lastIndex {
        $0.callback == span && $0.members["phase"] == "\"end\"" && $0.process == "\(process)"
      }
      let end = last.map { events.remove(at: $0) }
      if end == nil { add(span, ["phase": "\"begin\""]) }
      add(base, members)
      events.append(
        end ?? Event(callback: span, process: "\(process)", members: ["phase": "\"end\""]))
      return
    }
    add(base, members)
    let isSpan = grammar.callbacks.contains {
      $0.refinement?.spans.contains { $0.callbacks.contains(base) } ?? false
    }
    if isSpan {
      events[events.count - 1].members["phase"] = "\"begin\""
      add(base, members.merging(["phase": "\"end\""]) { $1 })
    }
  }

  /// The call during which an event has to come: the one that its case requires, or one for cases of other lifecycles.
  private func span(
    of callback: CallbackID, _ refinement: Refinement?, _ lifecycle: Lifecycle?
  ) -> CallbackID? {
    let own = refinement?.spans.first { !$0.isNegated }?.callbacks.first
    let asks = lifecycle?.alphabet.contains {
      grammar.callbacks[$0].refinement.map { $0.callback == callback && !$0.spans.isEmpty } ?? false
    }
    if own != nil || asks == true || !suitsOtherCases { return own }
    let others = grammar.callbacks.compactMap(\.refinement).filter { $0.callback == callback }
    return others.flatMap(\.spans).first { !$0.isNegated }?.callbacks.first
  }

  private func set(
    _ condition: ValueCondition, holding: Bool, _ members: inout [String: String]
  ) {
    var value = condition.example(holding: holding)
    // A member that names a subject is a string.
    if grammar.subjects.contains(where: { $0.member == condition.member }) {
      value = ["true": "a", "false": ""][value] ?? value
    }
    let json = ["true", "false"].contains(value) || Double(value) != nil ? value : "\"\(value)\""
    members[condition.member] = json
  }

  /// Brings a subject into one of the states by the shortest sequence of calls.
  private mutating func bring(_ name: String, into situation: Situation) {
    let steps = grammar.lifecycles[situation.lifecycle].transitions
    // Cases that only values decide are needed where nothing else leads there.
    for allowsCases in [false, true] {
      var ways: [StateID: [CallbackID]] = [:]
      for state in grammar.lifecycles[situation.lifecycle].start { ways[state] = [] }
      var open = ways.keys.sorted()[...]
      while let state = open.popFirst() {
        if situation.states.contains(state) {
          for callback in ways[state] ?? [] {
            let refinement = grammar.callbacks[callback].refinement
            let kind = grammar.lifecycles[situation.lifecycle].subject
            var members: [String: String] = [:]
            if !isWithin(grammar.callbacks[callback].subject, kind) {
              members[grammar.subjects[kind].member] = "\"\(name)\""
            }
            for condition in refinement?.conditions ?? [] {
              set(condition, holding: true, &members)
            }
            add(refinement?.callback ?? callback, name: name, members)
          }
          return
        }
        for step in steps where step.from == state && ways[step.to] == nil {
          if absent.contains(step.callback) { continue }
          let refinement = grammar.callbacks[step.callback].refinement
          let isPlain = refinement == nil
          if !isPlain,
            !allowsCases || refinement?.situations.isEmpty != true
              || refinement?.spans.isEmpty != true
          {
            continue
          }
          ways[step.to] = (ways[state] ?? []) + [step.callback]
          open.append(step.to)
        }
      }
    }
  }

  /// Adds an event about another subject, which shows that time has passed, and that an action is recorded at all.
  private mutating func addOther(than lifecycle: Lifecycle?) {
    func isPlain(_ callback: CallbackID) -> Bool {
      grammar.callbacks[callback].refinement == nil
        && grammar.subjects[grammar.callbacks[callback].subject].parent != nil
    }
    let action = lifecycle?.alphabet.first { grammar.callbacks[$0].isAction && isPlain($0) }
    let call = grammar.callbacks.indices.first { !grammar.callbacks[$0].isAction && isPlain($0) }
    isOver = true
    if let other = action ?? call { add(other) }
  }

  /// Turns a word into a trace.
  /// - Parameters:
  ///   - kind: the kind of subject of a rule that is not about a lifecycle.
  ///   - goesOn: whether something about another subject follows.
  mutating func play(
    _ word: RuleWitness.Word, about kind: SubjectKindID?, goesOn: Bool = false
  ) throws -> (TraceReport, lines: [String]) {
    let lifecycle = grammar.lifecycles.first { $0.name == word.lifecycle }
    let kind = lifecycle?.subject ?? kind ?? 0
    let begins = grammar.subjects.filter { $0.parent == nil }.compactMap(\.beginnings.last)
    let spans = grammar.callbacks.compactMap(\.refinement).flatMap(\.spans).flatMap(\.callbacks)
    let asks = lifecycle?.alphabet.contains { callback in
      grammar.callbacks[callback].refinement.map { !$0.spans.isEmpty } ?? false
    }
    if asks ?? false {
      // An earlier process shows how long calls take.
      process = 0
      for begin in begins where !spans.contains(begin) { add(begin) }
      for callback in Set(spans).sorted() {
        add(callback, name: "earlier", ["phase": "\"begin\""])
        add(callback, name: "earlier", ["phase": "\"end\""])
      }
      process = 1
    }
    let isWidest = grammar.subjects[kind].parent == nil
    if word.isStartKnown, !isWidest { for begin in begins { add(begin) } }
    for step in word.steps {
      switch step {
      case .call(let name): add(name, of: lifecycle, [:])
      case .lastingCall(let name, let seconds): add(name, of: nil, ["duration": "\(seconds)"])
      case .valuedCall(let name, let member, let value):
        add(name, of: lifecycle, [member: "\"\(value)\""])
      case .notification(let name):
        add(name, of: lifecycle, ["kind": "\"notification\""])
      case .pause(let seconds):
        events.append(Event(callback: nil, members: ["seconds": "\(seconds)"]))
      case .beginning:
        process += 1
        for begin in begins { add(begin) }
      case .end:
        // A callback that a rule requires anywhere comes for another subject.
        isOver = true
      }
    }
    if goesOn { addOther(than: lifecycle) }
    return try report(kind)
  }

  mutating func report(_ kind: SubjectKindID) throws -> (TraceReport, lines: [String]) {
    time = 0
    var lines = [#"{"format":"callorder.trace/1","records":"all"}"#]
    for event in events {
      guard let callback = event.callback else {
        time += Double(event.members["seconds"] ?? "") ?? 0
        continue
      }
      lines.append(line(event, callback, kind))
      time += 0.001
    }
    return (try check.report(of: lines.joined(separator: "\n")), lines)
  }
}

extension WitnessPlay {
  /// Adds the calls that other rules require, by the repairs of their findings.
  mutating func mend(_ report: TraceReport) -> Bool {
    var isChanged = false
    for violation in report.violations.reversed() {
      for insertion in violation.repair.insertions.reversed() {
        guard let named = grammar.callbacks.firstIndex(where: { $0.name == insertion.callback })
        else { continue }
        let places = events.indices.filter { events[$0].callback != nil }
        let place =
          insertion.beforeEvent <= places.count ? places[insertion.beforeEvent - 1] : events.count
        var event = events[min(place, events.count - 1)]
        event.callback = grammar.callbacks[named].refinement?.callback ?? named
        event.members = [:]
        events.insert(event, at: place)
        isChanged = true
      }
    }
    return isChanged
  }
}

extension Rule {
  /// The kind of subject that a rule on subjects side by side is about.
  fileprivate var peer: SubjectKindID? { (form as? PeerForm)?.subject }
}

@Suite("The words of witnesses") struct WitnessReplayTests {
  @Test(
    "break their rules as traces, and keep them",
    arguments: ShippedGrammar.all.map(\.name))
  func replay(_ name: String) throws {
    let grammar = try #require(ShippedGrammar.named(name)).grammar()
    let plan = Plan(grammar)
    var failures: [String] = []
    for (rule, witness) in zip(grammar.rules, grammar.witnesses()) {
      func check(_ word: RuleWitness.Word, hasEnded: Bool = false) -> TraceCheck {
        var options = CheckOptions()
        options.demandsCompleteLives = rule.form is IncompleteForm || hasEnded
        let kind = grammar.lifecycles.first { $0.name == word.lifecycle }?.subject
        // Only a recording that is complete from the start shows where subjects without a parent begin.
        let isComplete =
          word.isStartKnown && kind.map { grammar.subjects[$0].parent == nil } ?? false
        return TraceCheck(plan, options: options, isComplete: isComplete)
      }
      let lifecycle = grammar.lifecycles.first { $0.name == witness.breaking?.lifecycle }
      if let word = witness.breaking {
        var found: [String] = []
        // What is awaited in vain shows only where something else follows.
        let plays = [(false, false), (true, false), (false, true), (true, true)]
        let isBroken = try plays.contains { suitsOtherCases, goesOn in
          var play = WitnessPlay(
            grammar, check(word, hasEnded: goesOn && rule.form.isAboutTheEnd),
            suitsOtherCases: suitsOtherCases, absent: rule.absent)
          var (report, lines) = try play.play(word, about: rule.peer, goesOn: goesOn)
          var rounds = 0
          while !report.violations.contains(where: { $0.rule == rule.id }), rounds < 4,
            play.mend(report)
          {
            rounds += 1
            (report, lines) = try play.report(lifecycle?.subject ?? rule.peer ?? 0)
          }
          found.append("\(report.violations.map(\.rule)):\n" + lines.joined(separator: "\n"))
          return report.violations.contains { $0.rule == rule.id }
        }
        if !isBroken {
          failures.append(
            "\(rule.id) is not broken by \(word.description), but "
              + found.joined(separator: "\nnor, with other cases, "))
        }
      }
      if let word = witness.keeping {
        var tried: [String] = []
        let isKept = try [false, true].contains { suitsOtherCases in
          var play = WitnessPlay(grammar, check(word), suitsOtherCases: suitsOtherCases)
          let (report, lines) = try play.play(word, about: rule.peer)
          tried.append(lines.joined(separator: "\n"))
          return !report.violations.contains { $0.rule == rule.id }
        }
        if !isKept {
          failures.append(
            "\(rule.id) is not kept by \(word.description):\n"
              + tried.joined(separator: "\nnor, with other cases, "))
        }
      }
    }
    #expect(
      failures.isEmpty,
      "\(failures.count) of \(grammar.rules.count): \(failures.joined(separator: "\n\n"))")
  }

  @Test("every rule has a legal and an illegal example, and they are what they say")
  func examples() throws {
    for shipped in ShippedGrammar.all {
      let grammar = shipped.grammar()
      let plan = Plan(grammar)
      for rule in grammar.rules {
        for isLegal in [true, false] {
          let example = try #require(
            rule.examples.first { $0.isLegal == isLegal }, "\(shipped.name) \(rule.id)")
          #expect(
            try found(example, of: rule, grammar, plan) != isLegal,
            "\(shipped.name) \(rule.id): the \(isLegal ? "legal" : "illegal") example is not")
        }
      }
    }
  }

  /// Whether an example breaks its rule, as a trace of which more is or is not known.
  private func found(
    _ example: Rule.Example, of rule: Rule, _ grammar: Grammar, _ plan: Plan
  ) throws -> Bool {
    let lifecycle = rule.form.lifecycle.map { grammar.lifecycles[$0] }
    var options = CheckOptions()
    options.demandsCompleteLives = rule.form.isAboutTheEnd
    let isComplete =
      lifecycle.map { grammar.subjects[$0.subject].parent == nil } ?? true
    var steps = example.steps.map { RuleWitness.Step($0, in: grammar) }
    if let required = rule.required, !example.isLegal {
      steps += [.end, .call(grammar.callbacks[required].name)]
    }
    let word = RuleWitness.Word(lifecycle: lifecycle?.name, steps: steps)
    let check = TraceCheck(plan, options: options, isComplete: isComplete)
    let goingOn = example.isLegal ? [false] : [false, true]
    let plays = goingOn.flatMap { goesOn in [(false, goesOn), (true, goesOn)] }
    let results = try plays.map { suitsOtherCases, goesOn in
      var play = WitnessPlay(
        grammar, check, suitsOtherCases: suitsOtherCases, absent: rule.absent)
      var (report, _) = try play.play(word, about: rule.peer, goesOn: goesOn)
      var rounds = 0
      func isBroken() -> Bool { report.violations.contains { $0.rule == rule.id } }
      while !example.isLegal, !isBroken(), rounds < 4, play.mend(report) {
        rounds += 1
        (report, _) = try play.report(lifecycle?.subject ?? rule.peer ?? 0)
      }
      return isBroken()
    }
    return example.isLegal ? results.allSatisfy { $0 } : results.contains(true)
  }
}

extension RuleWitness.Step {
  /// A step of an example.
  fileprivate init(_ step: Rule.Example.Step, in grammar: Grammar) {
    let name = step.callback.map { grammar.callbacks[$0].name } ?? ""
    if step.callback == nil {
      self = .pause(seconds: step.seconds ?? 0)
    } else if step.isNotification {
      self = .notification(name)
    } else if let seconds = step.seconds {
      self = .lastingCall(name, seconds: seconds)
    } else if let member = step.member {
      self = .valuedCall(name, member: member, value: step.value ?? "")
    } else {
      self = .call(name)
    }
  }
}
