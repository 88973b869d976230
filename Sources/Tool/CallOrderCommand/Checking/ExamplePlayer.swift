internal import CallOrderKit
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON
internal import TraceModel

/// Plays orders of calls as recordings, to see which rules they break.
///
/// An order leaves much open, so a play makes it up: members that decide about cases, other subjects in the states that cases
/// ask for, and the calls that other rules require, by the repairs of their findings.
struct ExamplePlayer {
  enum Step {
    /// A call, with the members of its event that matter.
    case call(CallbackID, [String: JSONValue] = [:])
    case pause(seconds: Double)
    /// The subject ends; what follows is about another one.
    case end
  }

  let grammar: Grammar
  private let check: PreparedCheck
  private let checkOfWholeLives: PreparedCheck

  init(_ grammar: Grammar) {
    self.grammar = grammar
    var options = CheckOptions()
    check = PreparedCheck(against: grammar, options: options)
    options.demandsCompleteLives = true
    checkOfWholeLives = PreparedCheck(against: grammar, options: options)
  }

  /// Whether an example is what it claims to be; the rules that it breaks otherwise.
  func isTrue(_ example: Rule.Example, of rule: Rule) -> (Bool, instead: [String]) {
    var steps = example.steps.map { step in
      guard let callback = step.callback else { return Step.pause(seconds: step.seconds ?? 0) }
      var members: [String: JSONValue] = [:]
      if step.isNotification { members["kind"] = .string("notification") }
      if let seconds = step.seconds { members["duration"] = .real(seconds) }
      if let member = step.member { members[member] = .string(step.value ?? "") }
      return Step.call(callback, members)
    }
    if let required = rule.required, !example.isLegal { steps += [.end, .call(required)] }
    return tried(steps, rule, breaksIt: !example.isLegal)
  }

  /// Tries the ways in which calls may break or keep a rule until one does, and says what the first one breaks.
  private func tried(
    _ steps: [Step], _ rule: Rule, breaksIt: Bool
  ) -> (Bool, instead: [String]) {
    var first: [String]?
    // What is awaited in vain shows only where something else follows.
    for goesOn in breaksIt ? [false, true] : [false] {
      var play = Play(grammar, of: rule)
      play.play(steps, goesOn: goesOn)
      for _ in 0...(breaksIt ? 4 : 0) {
        let violations = judge(play, rule)
        first = first ?? violations.map(\.rule)
        if violations.contains(where: { $0.rule == rule.id }) == breaksIt {
          return (true, first ?? [])
        }
        if !play.repair(violations) { break }
      }
    }
    return (false, first ?? [])
  }

  /// The rules that a recording breaks; nil if it cannot be read.
  /// - Parameter rule: the one that it should break; nil for none.
  func rules(brokenBy input: TraceInput, about rule: Rule?) -> [String]? {
    let check = rule?.form.isAboutTheEnd == true ? checkOfWholeLives : check
    let report = check.report(of: [input])
    return report.failures.isEmpty ? report.traces.flatMap(\.violations).map(\.rule) : nil
  }

  private func judge(_ play: Play, _ rule: Rule) -> [Violation] {
    let check = rule.form.isAboutTheEnd ? checkOfWholeLives : check
    return check.report(of: [.bytes(play.recording, name: "example")]).traces.first?.violations
      ?? []
  }
}

/// A recording in the making.
private struct Play {
  struct Event {
    /// Nil for a pause.
    var callback: CallbackID?
    var process = "1"
    /// Members besides those that identify the subject, by path: `options.urls` is a member of an object.
    var members: [String: JSONValue] = [:]
    /// The name of the subjects that the calls are about.
    var name = "x"
  }

  let grammar: Grammar
  private let lifecycle: Lifecycle?
  /// The kind of subject that the calls are about.
  private let kind: SubjectKindID
  private var events: [Event] = []
  private var process = 1
  private var isOver = false

  init(_ grammar: Grammar, of rule: Rule) {
    self.grammar = grammar
    lifecycle = rule.form.lifecycle.map { grammar.lifecycles[$0] }
    kind = lifecycle?.subject ?? (rule.form as? PeerForm)?.subject ?? 0
  }

  // MARK: - Adding

  private mutating func add(
    _ callback: CallbackID, name: String = "x", _ members: [String: JSONValue] = [:]
  ) {
    events.append(
      Event(
        callback: callback, process: "\(process)", members: members, name: isOver ? "other" : name))
  }

  /// Adds a call, or a case with everything that it requires.
  private mutating func add(
    case named: CallbackID, _ members: [String: JSONValue]
  ) {
    let refinement = grammar.callbacks[named].refinement
    let base = refinement?.callback ?? named
    var members = members
    for condition in refinement?.conditions ?? [] { set(condition, holding: true, &members) }
    for situation in refinement?.situations ?? [] where !situation.isNegated {
      bring(situation.whose == .own ? "x" : "other", into: situation)
      let kind = grammar.lifecycles[situation.lifecycle].subject
      if situation.whose == .own, grammar.subjects[kind].parent != nil {
        members[grammar.subjects[kind].member] = .string("x")
      }
    }
    if let span = refinement?.spans.first(where: { !$0.isNegated })?.callbacks.first {
      let last = events.lastIndex {
        $0.callback == span && $0.members["phase"]?.string == "end" && $0.process == "\(process)"
      }
      let end = last.map { events.remove(at: $0) }
      if end == nil { add(span, ["phase": .string("begin")]) }
      add(base, members)
      events.append(
        end ?? Event(callback: span, process: "\(process)", members: ["phase": .string("end")]))
      return
    }
    add(base, members)
    if spans.contains(base) {
      events[events.count - 1].members["phase"] = .string("begin")
      add(base, members.merging(["phase": .string("end")]) { $1 })
    }
  }

  /// The calls during which cases come or do not come.
  private var spans: [CallbackID] {
    grammar.callbacks.compactMap(\.refinement).flatMap(\.spans).flatMap(\.callbacks)
  }

  private func set(
    _ condition: ValueCondition, holding: Bool, _ members: inout [String: JSONValue]
  ) {
    let value = condition.example(holding: holding)
    // A member that names a subject is a string.
    if grammar.subjects.contains(where: { $0.member == condition.member }) {
      members[condition.member] = .string(["true": "a", "false": ""][value] ?? value)
    } else if value == "true" || value == "false" {
      members[condition.member] = .boolean(value == "true")
    } else {
      members[condition.member] =
        Int64(value).map(JSONValue.integer) ?? Double(value).map(JSONValue.real) ?? .string(value)
    }
  }

  /// Brings a subject into one of the states by the shortest sequence of calls.
  private mutating func bring(_ name: String, into situation: Situation) {
    let target = grammar.lifecycles[situation.lifecycle]
    var ways: [StateID: [CallbackID]] = [:]
    for state in target.start { ways[state] = [] }
    var open = ways.keys.sorted()[...]
    while let state = open.popFirst() {
      if situation.states.contains(state) {
        for callback in ways[state] ?? [] {
          let refinement = grammar.callbacks[callback].refinement
          var members: [String: JSONValue] = [:]
          if !isWithin(grammar.callbacks[callback].subject, target.subject) {
            members[grammar.subjects[target.subject].member] = .string(name)
          }
          for condition in refinement?.conditions ?? [] { set(condition, holding: true, &members) }
          add(refinement?.callback ?? callback, name: name, members)
        }
        return
      }
      for step in target.transitions where step.from == state && ways[step.to] == nil {
        let refinement = grammar.callbacks[step.callback].refinement
        if refinement.map({ !$0.situations.isEmpty || !$0.spans.isEmpty }) ?? false { continue }
        ways[step.to] = (ways[state] ?? []) + [step.callback]
        open.append(step.to)
      }
    }
  }

  /// Adds an event about another subject, which shows that time has passed.
  private mutating func addOther() {
    isOver = true
    let other = grammar.callbacks.indices.first { index in
      let callback = grammar.callbacks[index]
      return !callback.isAction && callback.refinement == nil
        && grammar.subjects[callback.subject].parent != nil
    }
    if let other { add(other) }
  }

  /// Plays the steps.
  /// - Parameter goesOn: whether something about another subject follows.
  mutating func play(_ steps: [ExamplePlayer.Step], goesOn: Bool) {
    let begins = grammar.subjects.filter { $0.parent == nil }.compactMap(\.beginnings.last)
    let asks = lifecycle?.alphabet.contains { callback in
      grammar.callbacks[callback].refinement.map { !$0.spans.isEmpty } ?? false
    }
    if asks ?? false {
      // An earlier process shows how long calls take.
      process = 0
      for begin in begins where !spans.contains(begin) { add(begin) }
      for callback in Set(spans).sorted() {
        add(callback, name: "earlier", ["phase": .string("begin")])
        add(callback, name: "earlier", ["phase": .string("end")])
      }
      process = 1
    }
    if grammar.subjects[kind].parent != nil { for begin in begins { add(begin) } }
    for step in steps {
      switch step {
      case .call(let callback, let members):
        add(case: callback, members)
      case .pause(let seconds):
        events.append(Event(callback: nil, members: ["seconds": .real(seconds)]))
      case .end: isOver = true
      }
    }
    if goesOn { addOther() }
  }

  /// Adds the calls that other rules require, by the repairs of their findings; false if there are none.
  mutating func repair(_ violations: [Violation]) -> Bool {
    var isChanged = false
    for insertion in violations.reversed().flatMap({ $0.repair.insertions.reversed() }) {
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
    return isChanged
  }

  // MARK: - The recording

  /// The recording, which is complete from the start: only then it shows where subjects without a wider one begin.
  var recording: [UInt8] {
    var time = 0.0
    var lines: [JSONValue] = []
    for event in events {
      guard let callback = event.callback else {
        time += event.members["seconds"]?.number ?? 0
        continue
      }
      lines.append(json(event, callback, time))
      time += 0.001
    }
    let actions = grammar.callbacks.filter { $0.isAction && $0.refinement == nil }.map(\.name)
    return JSONValue.object([
      .init("format", .string("callorder.trace/1")),
      .init("records", .array((["all"] + actions).map(JSONValue.string))),
      .init("complete", true), .init("events", .array(lines)),
    ]).serialized(indentation: nil)
  }

  private func json(_ event: Event, _ index: CallbackID, _ time: Double) -> JSONValue {
    let callback = grammar.callbacks[index]
    var members: [String: JSONValue] = ["callback": .string(callback.name), "time": .real(time)]
    if callback.isAction { members["kind"] = .string("action") }
    for subject in wider(callback.subject) + wider(kind) {
      let isWidest = grammar.subjects[subject].parent == nil
      members[grammar.subjects[subject].member] = .string(isWidest ? event.process : event.name)
    }
    var objects: [String: [JSONValue.Member]] = [:]
    for (path, value) in event.members.sorted(by: { $0.key < $1.key }) {
      let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
      if parts.count < 2 {
        members[path] = value
      } else {
        objects[parts[0], default: []].append(.init(parts[1], value))
      }
    }
    for (name, parts) in objects { members[name] = .object(parts) }
    return .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
  }

  /// A kind of subject and those that it is within.
  private func wider(_ kind: SubjectKindID) -> [SubjectKindID] {
    Array(sequence(first: kind) { grammar.subjects[$0].parent })
  }

  private func isWithin(_ inner: SubjectKindID, _ outer: SubjectKindID) -> Bool {
    wider(inner).contains(outer)
  }
}
