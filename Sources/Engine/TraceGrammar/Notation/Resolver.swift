internal import TraceModel

/// A grammar with the positions that its checks need and that the value itself does not hold.
struct ResolvedGrammar {
  var grammar: Grammar
  /// Where the callback of each step is written; for each lifecycle, parallel to its transitions.
  var transitionRanges: IDArray<LifecycleID, [SourceRange]>
  /// Whether `unknown` was written, for each lifecycle: such states need not be reached from the start.
  var hasWrittenUnknown: IDArray<LifecycleID, Bool>
  /// Where `start` was written for a lifecycle that does not write `unknown`; nil for the others.
  var writtenStarts: IDArray<LifecycleID, SourceRange?>
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

/// Looks up the names of a tree and makes the grammar's value of it.
///
/// Names may be used before they are declared: all declarations of a kind are entered before anything is
/// looked up. What cannot be resolved is reported and left out, so that one run finds everything.
struct Resolver {
  /// Looking for a similar name costs as much as all other work, so it stops after this many.
  private static let suggestionLimit = 100

  let syntax: GrammarSyntax
  private(set) var diagnostics: [Diagnostic] = []
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
  var transitionRanges: IDArray<LifecycleID, [SourceRange]> = []
  var hasWrittenUnknown: IDArray<LifecycleID, Bool> = []
  var writtenStarts: IDArray<LifecycleID, SourceRange?> = []
  var rules: IDArray<RuleID, Rule> = []
  var ruleNames = DeclaredNames<RuleID>()
  var ruleCallbacks: IDArray<RuleID, [(callbacks: [CallbackID], range: SourceRange)]> = []
  var quirks: IDArray<QuirkID, Quirk> = []
  var quirkNames = DeclaredNames<QuirkID>()
  var scenarios: IDArray<ScenarioID, Scenario> = []
  var scenarioNames = DeclaredNames<ScenarioID>()

  /// Makes a resolver for a tree.
  init(_ syntax: GrammarSyntax) { self.syntax = syntax }

  /// Resolves the tree.
  /// - Returns: the grammar, nil without a header; usable only if no error was reported.
  mutating func resolve() -> ResolvedGrammar? {
    declareSubjects()
    declareCallbacks()
    declareCases()
    resolveGroups()
    checkMembers()
    checkAskedMembers()
    resolveSubjects()
    resolveCallbacks()
    resolveCases()
    resolveLifecycles()
    resolveRules()
    resolveSituations()
    resolveSeverities()
    resolveQuirks()
    resolveScenarios()
    guard let header = syntax.header else {
      if !syntax.hasHeader {
        report(
          .misplacedHeader, "a grammar begins with 'grammar NAME \"VERSION\" { … }'",
          at: SourceRange(.start, .start))
      }
      return nil
    }
    var grammar = Grammar(
      name: header.name.text, version: header.version.text, text: header.text?.text ?? "",
      subjects: subjects.elements, callbacks: callbacks.elements,
      lifecycles: lifecycles.elements, rules: rules.elements, quirks: quirks.elements)
    grammar.scenarios = scenarios
    grammar.caller = header.caller?.text
    return ResolvedGrammar(
      grammar: grammar, transitionRanges: transitionRanges,
      hasWrittenUnknown: hasWrittenUnknown, writtenStarts: writtenStarts,
      ruleCallbacks: ruleCallbacks, end: syntax.end)
  }

  // MARK: Reporting

  mutating func report(
    _ code: GrammarDiagnosticCode, _ message: String, at range: SourceRange,
    suggestion: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(
      Diagnostic(code, message, at: range, suggestion: suggestion, notes: notes))
  }

  /// The address that a `link` names; nil, with a warning, for anything that is no safe address.
  mutating func link(_ word: Word?) -> String? {
    guard let word, !word.text.isWebAddress else { return word?.text }
    warn(.unsafeLink, "a link is an 'https://' address; this one is left out", at: word.range)
    return nil
  }

  mutating func warn(_ code: GrammarDiagnosticCode, _ message: String, at range: SourceRange) {
    diagnostics.append(Diagnostic(code, severity: .warning, message, at: range))
  }

  /// Reports the clauses that a declaration lacks.
  mutating func reportLacking(_ clauses: [String?], _ role: String, _ name: Word) {
    for clause in clauses.compactMap(\.self) {
      report(.missingClause, "\(role) '\(name.text)' lacks \(clause)", at: name.range)
    }
  }

  /// Reports a name that is not declared, unless its declaration could not be read.
  mutating func reportUnknown(
    _ code: GrammarDiagnosticCode, _ message: String, _ word: Word,
    among candidates: [String], notes: [Diagnostic.Note] = []
  ) {
    if syntax.damagedNames.contains(word.text) || namesBeyondLimits.contains(word.text) { return }
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
    if let callback = callbackNames.index(of: word.text) { return callback }
    if groupNames.index(of: word.text) != nil {
      report(
        .groupNotAllowed, "'\(word.text)' is a group; one callback has to be named here",
        at: word.range)
      return nil
    }
    reportUnknown(
      .unknownCallback, "no callback is named '\(word.text)'", word,
      among: callbackNames.texts)
    return nil
  }

  mutating func resolveSubject(_ word: Word) -> SubjectKindID? {
    if let subject = subjectNames.index(of: word.text) { return subject }
    reportUnknown(
      .unknownSubject, "no subject is named '\(word.text)'", word, among: subjectNames.texts)
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
}
