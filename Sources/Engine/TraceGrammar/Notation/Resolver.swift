internal import TraceModel

/// A grammar with the positions that its checks need and that the value itself does not hold.
struct ResolvedGrammar {
  /// How a lifecycle is written.
  struct WrittenLifecycle {
    /// Where the callback of each step is; parallel to its transitions.
    var steps: [SourceRange] = []
    /// Whether it has `unknown`: such states need not be reached from the start.
    var hasUnknown = false
    /// Where `start` is, if it has no `unknown`.
    var start: SourceRange?
  }

  var grammar: Grammar
  var written: IDArray<LifecycleID, WrittenLifecycle>
  /// The callbacks as written in each rule's form, resolved, with their positions.
  var ruleCallbacks: IDArray<RuleID, [(callbacks: [CallbackID], range: SourceRange)]>
  /// Where the text ends.
  var end: SourceRange
}

/// The place of a named set of callbacks among those of a text, counted from 0.
struct GroupID: TypedID {
  let index: Int

  init(_ index: Int) { self.index = index }
}

/// Reads declarations, looks up the names in them, and makes the grammar's value of it.
///
/// Names may be used before they are declared: the heads of all declarations that others may name are entered before
/// anything is looked up. What cannot be resolved is reported and left out, so that one run finds everything.
struct Resolver: GrammarDiagnosing {
  /// Looking for a similar name costs as much as all other work, so it stops after this many.
  private static let suggestionLimit = 100

  let tree: GrammarTree
  var diagnostics: [Diagnostic] = []
  private var suggestionCount = 0
  /// Names of states that are more than a grammar may have, which is reported once.
  var namesBeyondLimits: Set<String> = []

  var subjects: IDArray<SubjectKindID, SubjectKind> = []
  /// In the order of `subjects`, not of the text.
  var subjectNames = DeclaredNames<SubjectKindID>()
  var callbacks: IDArray<CallbackID, Callback> = []
  var callbackNames = DeclaredNames<CallbackID>()
  /// The callbacks of each group, in order, without repetition.
  var groups: IDArray<GroupID, [CallbackID]> = []
  var groupNames = DeclaredNames<GroupID>()
  var lifecycles: IDArray<LifecycleID, Lifecycle> = []
  var lifecycleNames = DeclaredNames<LifecycleID>()
  /// For each lifecycle.
  var stateNames: IDArray<LifecycleID, DeclaredNames<StateID>> = []
  /// How many states all lifecycles have together.
  var stateCount = 0
  var written: IDArray<LifecycleID, ResolvedGrammar.WrittenLifecycle> = []
  var rules: IDArray<RuleID, Rule> = []
  var ruleNames = DeclaredNames<RuleID>()
  var ruleCallbacks: IDArray<RuleID, [(callbacks: [CallbackID], range: SourceRange)]> = []
  var quirks: IDArray<QuirkID, Quirk> = []
  var quirkNames = DeclaredNames<QuirkID>()
  var scenarios: IDArray<ScenarioID, Scenario> = []
  var scenarioNames = DeclaredNames<ScenarioID>()

  /// Makes a resolver for a tree.
  init(_ tree: GrammarTree) { self.tree = tree }

  /// Resolves the tree.
  /// - Returns: the grammar, nil without a header; usable only if no error was reported.
  mutating func resolve() -> ResolvedGrammar? {
    declareSubjects()
    for block in tree.all("callback", "action") { declareCallback(block) }
    for block in tree.all("case") { declareCase(block) }
    resolveGroups()
    checkMembers()
    checkAskedMembers()
    for block in tree.all("subject", "one") { resolveSubject(block) }
    resolveCallbacks()
    for block in tree.all("lifecycle") { resolveLifecycle(block) }
    for block in tree.all("rule") { resolveRule(block) }
    resolveConditions()
    resolveSeverities()
    for block in tree.all("quirk") { resolveQuirk(block) }
    for block in tree.all("scenario") { resolveScenario(block) }
    guard let header = tree.header else {
      if !tree.hasHeader {
        report(
          .misplacedHeader, "a grammar begins with 'grammar NAME \"VERSION\" { … }'",
          at: SourceRange(.start, .start))
      }
      return nil
    }
    var grammar = Grammar(
      name: header.name.text, version: header.head.word("TEXT").text,
      text: header.text("text") ?? "",
      subjects: subjects.elements, callbacks: callbacks.elements,
      lifecycles: lifecycles.elements, rules: rules.elements, quirks: quirks.elements)
    grammar.scenarios = scenarios
    grammar.callers = header.texts("called")
    return ResolvedGrammar(
      grammar: grammar, written: written, ruleCallbacks: ruleCallbacks, end: tree.end)
  }

  // MARK: Reporting

  /// The address that the clause `link` names; nil, with a warning, for anything that is no safe address.
  mutating func link(of block: Block) -> String? {
    guard let word = block.words("link", "TEXT").first else { return nil }
    if word.text.isWebAddress { return word.text }
    report(
      .unsafeLink, severity: .warning,
      "a link is an 'https://' address; this one is left out", at: word.range)
    return nil
  }

  /// Reports clauses that a declaration lacks.
  mutating func demand(_ keywords: String..., of block: Block) {
    for keyword in keywords where block.clause(keyword) == nil {
      reportLack(of: "the clause '\(keyword)'", in: block)
    }
  }

  /// Reports what a declaration lacks; if part of it could not be read, it may have been written.
  mutating func reportLack(of clause: String, in block: Block) {
    if !block.isWhole { return }
    report(
      .missingClause, "\(block.word) '\(block.name.text)' lacks \(clause)", at: block.name.range)
  }

  /// Reports a name that is not declared, unless its declaration could not be read.
  mutating func reportUnknown(
    _ code: GrammarDiagnosticCode, _ message: String, _ word: Word,
    among candidates: [String], notes: [Diagnostic.Note] = []
  ) {
    if tree.damagedNames.contains(word.text) || namesBeyondLimits.contains(word.text) { return }
    var suggestion: String?
    if suggestionCount < Self.suggestionLimit, word.text.utf8.count <= 64 {
      suggestionCount += 1
      suggestion = nearestName(to: word.text, among: candidates)
    }
    report(code, message, at: word.range, suggestion: suggestion, notes: notes)
  }

  /// Reports a name that could not be entered.
  /// - Returns: the name's index; nil when it was declared before, or there are too many.
  mutating func declare<ID>(_ word: Word, _ role: String, _ entry: DeclaredNames<ID>.Entry) -> ID? {
    switch entry {
    case .entered(let index): return index
    case .repeated(let first):
      reportDuplicate(
        word, "\(role) '\(word.text)' is declared twice", [.init("the first is here", at: first)])
    case .isBeyond(let limit):
      report(
        .limitExceeded,
        "a grammar may have \(limit) of a kind; \(role) '\(word.text)' is more",
        at: word.range)
    }
    return nil
  }

  /// Reports a name that is already in use; the first note says for what.
  mutating func reportDuplicate(_ word: Word, _ message: String, _ notes: [Diagnostic.Note]) {
    if let first = notes.first?.range, TextNumber.of(first) != TextNumber.of(word.range) {
      report(
        .notYoursToChange,
        "'\(word.text)' belongs to the grammar that this one extends, which may add to it but change nothing",
        at: word.range, notes: [.init("it is declared here", at: first)])
    } else {
      report(.duplicateName, message, at: word.range, notes: notes)
    }
  }

  // MARK: References

  /// The callbacks that names of callbacks and groups stand for, in order, without repetition.
  mutating func resolveCallbacks(_ words: [Word]) -> [CallbackID] {
    var seen: Set<CallbackID> = []
    var resolved: [CallbackID] = []
    for word in words {
      for callback in resolveCallbackOrGroup(word) where seen.insert(callback).inserted {
        resolved.append(callback)
      }
    }
    return resolved
  }

  /// The callbacks that a name stands for; empty when it is unknown.
  mutating func resolveCallbackOrGroup(_ word: Word) -> [CallbackID] {
    if let callback = callbackNames.index(of: word.text) { return [callback] }
    if let group = groupNames.index(of: word.text) { return groups[group] }
    reportUnknown(
      .unknownCallback, "no callback or group is named '\(word.text)'", word,
      among: callbackNames.texts + groupNames.texts)
    return []
  }

  /// The callbacks that names stand for where a case cannot stand.
  mutating func resolveWholeCallbacks(_ words: [Word]) -> [CallbackID] {
    resolveCallbacks(words.filter { !reportCase($0) })
  }

  /// Reports a case where only a whole callback can stand.
  private mutating func reportCase(_ word: Word) -> Bool {
    guard let callback = callbackNames.index(of: word.text),
      let refinement = callbacks[callback].refinement
    else { return false }
    report(
      .caseNotAllowed, "'\(word.text)' is a case; a callback has to be named here", at: word.range,
      notes: [.init("it is one of '\(callbacks[refinement.callback].name)'")])
    return true
  }

  /// The callback with this name, where neither a group nor a case can stand.
  mutating func resolveCallback(_ word: Word) -> CallbackID? {
    if reportCase(word) { return nil }
    if callbackNames.index(of: word.text) == nil, groupNames.index(of: word.text) != nil {
      report(
        .groupNotAllowed, "'\(word.text)' is a group; one callback has to be named here",
        at: word.range)
      return nil
    }
    return resolve(word, "callback", in: callbackNames, else: .unknownCallback)
  }

  mutating func resolveSubject(_ word: Word) -> SubjectKindID? {
    resolve(word, "subject", in: subjectNames, else: .unknownSubject)
  }

  mutating func resolveLifecycle(_ word: Word) -> LifecycleID? {
    resolve(word, "lifecycle", in: lifecycleNames, else: .unknownLifecycle)
  }

  mutating func resolveRule(named word: Word) -> RuleID? {
    resolve(word, "rule", in: ruleNames, else: .unknownRule)
  }

  private mutating func resolve<ID>(
    _ word: Word, _ role: String, in names: DeclaredNames<ID>, else code: GrammarDiagnosticCode
  ) -> ID? {
    if let known = names.index(of: word.text) { return known }
    reportUnknown(code, "no \(role) is named '\(word.text)'", word, among: names.texts)
    return nil
  }

  /// The states with these names, in order, as written.
  /// - Parameter notes: what to say about a name that no state has.
  mutating func resolveStates(
    _ words: [Word], of lifecycle: LifecycleID, notes: (Word) -> [Diagnostic.Note] = { _ in [] }
  ) -> [StateID] {
    words.compactMap { word in
      if let state = stateNames[lifecycle].index(of: word.text) { return state }
      reportUnknown(
        .unknownState,
        "lifecycle '\(lifecycles[lifecycle].name)' has no state '\(word.text)'", word,
        among: stateNames[lifecycle].texts, notes: notes(word))
      return nil
    }
  }

  /// The states of a set, sorted.
  mutating func resolveStateSet(_ words: [Word], of lifecycle: LifecycleID) -> [StateID] {
    let found = resolveStates(words, of: lifecycle)
    return lifecycles[lifecycle].states.indices.filter(found.contains)
  }

  /// The platform versions in a slot: a name and a number for each.
  mutating func versions(_ words: [Word]) -> [PlatformVersion] {
    stride(from: 0, to: words.count - 1, by: 2).map { position in
      let version = words[position + 1]
      let parts = version.text.split(separator: ".")
      let numbers = parts.compactMap { Int($0) }
      if numbers.count < parts.count {
        report(.invalidNumber, "this version is out of bounds", at: version.range)
      }
      return PlatformVersion(platform: words[position].text, numbers: numbers)
    }
  }

  /// The duration in a slot, a number and a unit; nil if it is none, which is reported.
  mutating func seconds(_ words: [Word]) -> Double? {
    guard words.count == 2 else { return nil }
    let (number, unit) = (words[0], words[1])
    guard let value = Double(number.text), value.isFinite, value > 0 else {
      report(.invalidNumber, "expected a duration such as '20' or '0.5'", at: number.range)
      return nil
    }
    if value > GrammarLimits.seconds {
      report(
        .limitExceeded, "a duration may be at most 1000000000 s; this is more", at: number.range)
      return nil
    }
    switch unit.text {
    case "s": return value
    case "ms": return value / 1_000
    default:
      report(
        .unknownUnit, "'\(unit.text)' is not a unit of time; write 's' or 'ms'", at: unit.range)
      return nil
    }
  }

  // MARK: References of rules

  /// The callback or case with this name, where no group can stand.
  mutating func resolveLetter(_ word: Word) -> CallbackID? {
    callbackNames.index(of: word.text) ?? resolveCallback(word)
  }

  /// The wider subject with this name; nil when it is none, which is reported.
  /// - Parameter verb: what only that can do where the name is.
  @discardableResult
  mutating func resolveWiderSubject(
    _ word: Word, of kind: SubjectKindID, can verb: String = "be named"
  ) -> SubjectKindID? {
    guard let subject = resolveSubject(word) else { return nil }
    let own = subjects[kind]
    if subject == own.parent { return subject }
    let wider = own.parent.map { subjects[$0].name }
    report(
      .notTheWiderSubject,
      wider.map { "subject '\(own.name)' is within '\($0)', so only that can \(verb) here" }
        ?? "subject '\(own.name)' is within no other, so nothing can \(verb) here",
      at: word.range, suggestion: wider)
    return nil
  }

  /// Whether an expected callback is also the one that it has to precede, which is reported.
  mutating func closesItself(_ expected: [CallbackID], _ ends: [CallbackID], at range: SourceRange)
    -> Bool
  {
    guard let both = ends.first(where: expected.contains) else { return false }
    report(
      .dutyClosesItself,
      "'\(callbacks[both].name)' is expected, so it cannot come too early", at: range)
    return true
  }

  mutating func areDisjoint(_ left: [CallbackID], _ right: [CallbackID], at range: SourceRange)
    -> Bool
  {
    guard let both = left.first(where: right.contains) else { return true }
    report(
      .overlappingCallbacks, "'\(callbacks[both].name)' is on both sides of 'after'",
      at: range)
    return false
  }

  /// Adds a lifecycle named like its rule; its first state is the start, and every state accepts.
  mutating func addLifecycle(
    _ name: Word, _ subject: SubjectKindID, _ states: [String],
    _ transitions: [Lifecycle.Transition],
    onParentBegin: [StateID]? = nil, origin: Lifecycle.Origin = .rule
  ) -> LifecycleID? {
    guard
      let index = declare(
        name, "lifecycle", lifecycleNames.enter(name, atMost: GrammarLimits.lifecycles))
    else { return nil }
    let indices = Array(StateID.all(states.count))
    lifecycles.append(
      Lifecycle(
        name: name.text, subject: subject,
        states: states.map { .init(name: $0, isAccepting: true, range: name.range) },
        transitions: transitions, start: [0], unknownStart: indices,
        onParentBegin: onParentBegin ?? indices,
        range: name.range))
    lifecycles[index].origin = origin
    var names = DeclaredNames<StateID>()
    for state in states { names.enter(Word(text: state, range: name.range)) }
    stateNames.append(names)
    written.append(.init(steps: transitions.map { _ in name.range }))
    return index
  }
}
