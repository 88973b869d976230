internal import TraceGrammar

/// Turns finished segments and endings into findings, in words for users.
struct Explainer: ~Copyable {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var segments: SegmentExplainer
  private var endings: EndingExplainer

  init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher,
    _ options: CheckOptions
  ) {
    (self.compiled, self.tables) = (compiled, tables)
    segments = SegmentExplainer(compiled, quirks, options)
    endings = EndingExplainer(compiled, tables, quirks)
  }

  /// Explains the segments that are finished.
  mutating func explainFinished(
    _ subjects: inout LiveSubjects, _ context: SegmentExplainer.Context,
    into findings: inout FindingLedger
  ) {
    for index in subjects.stepper.finished.indices {
      let finished = subjects.stepper.finished[index]
      let segment = subjects.stepper.segments[finished.segment]
      segments.explain(
        finished, segment, by: tables.automata.address(finished.lifecycle), context,
        of: { subjects.directory.describe(finished.subject, compiled.grammar) }, into: &findings)
      subjects.stepper.segments.close(finished.segment)
    }
    subjects.stepper.finished.removeAll(keepingCapacity: true)
  }

  /// Reports what the present event broke, although its repair is not certain yet.
  func tellRisen(
    _ subjects: borrowing LiveSubjects, _ context: SegmentExplainer.Context,
    into findings: inout FindingLedger
  ) {
    for risen in subjects.stepper.risen {
      guard let open = subjects.stepper.open(risen) else { continue }
      let segment = subjects.stepper.segments[open.segment]
      segments.tellLast(
        of: open, segment, by: tables.automata.address(open.lifecycle), context,
        about: subjects.directory.describe(open.subject, compiled.grammar), into: &findings)
    }
  }

  /// Explains the endings that a rule forbids.
  mutating func explainEndings(
    _ subjects: inout LiveSubjects, into findings: inout FindingLedger
  ) {
    for ending in subjects.endings.found {
      endings.explain(ending, in: subjects.directory, into: &findings)
    }
    subjects.endings.found.removeAll(keepingCapacity: true)
  }

  /// Adds what was only counted to the findings of the trace.
  mutating func addCounted(to findings: inout FindingLedger) {
    segments.addCounted(to: &findings)
    endings.addCounted(to: &findings)
  }

  /// Notes which unrecorded calls were assumed because steps are legal only with them.
  func noteReliance(
    _ subjects: inout LiveSubjects, _ findings: inout FindingLedger,
    in missing: inout MissingCallbacks
  ) {
    let isAboutScope = findings.isAboutScope
    for reliance in subjects.stepper.relianceOnSilence
    where findings.notesReliance(of: reliance.about) {
      missing.add(
        reliance, kernel: tables.automata[reliance.lifecycle].kernel(reliance.vector),
        compiled.lifecycles[reliance.lifecycle],
        orBeginningOf: compiled.grammar.subjects[reliance.about.kind].parent ?? reliance.about.kind
      ) { isAboutScope && compiled.observed?.isSilent($0) ?? false }
    }
    subjects.stepper.relianceOnSilence.removeAll(keepingCapacity: true)
  }
}
