internal import TraceGrammar

/// A subject that ended in a way that a rule forbids.
struct Ending: BitwiseCopyable {
  var subject: SubjectReference
  var lifecycle: LifecycleID
  var rule: RuleID
  var run: Run
  /// Who recorded the subject until then. The next event, which revealed the ending, may have another recorder.
  var recorder: Recorder

  var about: RecordedSubject { RecordedSubject(kind: subject.kind, recorder: recorder) }
}

/// Finds the subjects that end as a rule forbids.
struct EndingRules {
  let compiled: CompiledGrammar
  let tables: CheckingTables
  /// The rules on ends, kind by kind, and for each kind the index of its first one.
  let rules: [RuleForms.End]
  let firstRules: [Int]
  /// Endings that were not explained yet.
  var found: [Ending] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
    rules = Array(compiled.forms.ends.joined())
    firstRules = compiled.forms.ends.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }
}
