internal import CallOrderCore
internal import TraceCauses
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceReading
internal import TraceSystem

/// Checks traces; may be used by several threads at once. `TracePasses` judges them.
final class TraceChecker: Sendable {
  struct Failed: Error {
    var failure: Report.Failure
  }

  /// What the check of one trace has found.
  struct Checked {
    var report: TraceReport
    /// The short names of the callbacks that occur, whatever is stated.
    var occurring: [String]
    /// The names that the grammar does not know: those that occur, and those that the trace says it records.
    var unknown: [String]
  }

  let passes: TracePasses
  let reading: ReadingOptions
  let wording: Wording
  private let idle = Monitor<[Workplace]>([])

  init(_ compiled: CompiledGrammar, _ options: CheckOptions, _ reading: ReadingOptions) {
    let grammars = SharedGrammars(compiled)
    passes = TracePasses(compiled, options) { $0.map(grammars.showing) ?? grammars.whole }
    self.reading = reading
    wording = Wording(compiled.grammar)
  }

  /// The grammar as it was made.
  var grammar: Grammar { passes.whole.grammar }

  /// The report of one trace, with the origins of its listed violations, or the failure that prevented it.
  /// - Parameters:
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - told: which traces list their events individually, if the options ask for events at all.
  func check(
    _ trace: OpenedTrace, among all: RecordedCallbacks? = nil,
    tellingEvents told: ToldEvents = .ofAll
  ) -> Result<Checked, Failed> {
    withReadable(trace) { trace in
      do throws(TraceError) {
        // A trace that cannot be read again lists its events at once.
        let tellsEvents = told == .ofAll || !trace.opened.isRereadable
        var judging = passes
        if !tellsEvents { judging.options.timeline = .none }
        var (report, learned) = try judging.judge(trace, among: all)
        if told == .ofViolating, !tellsEvents, passes.options.timelineLimit != nil,
          report.verdict == .violating
        {
          (report, learned) = try passes.judge(trace, among: all)
        }
        askAgain(about: &report, trace)
        if !report.violations.isEmpty {
          explain(
            &report, learned.shown, stated: learned.stated, by: origins(of: report, in: trace))
        }
        let seen = passes.whole.describe(learned.shown.all, .trace)
        var unknown = report.unknownCallbacks.map(\.callback)
        if case .callbacks(let spellings) = learned.stated {
          unknown += spellings.filter { passes.whole.meaning(of: $0) == nil }
        }
        return .success(
          Checked(
            report: report, occurring: seen.calls + seen.notifications, unknown: unknown))
      } catch {
        return .failure(
          Failed(
            failure: .init(
              path: trace.opened.path, position: error.position, message: error.message)))
      }
    }
  }

  /// What a trace shows, for a run in which all traces are assumed to show the same callbacks.
  /// - Returns: nil for a trace that cannot be read, or that states what it shows.
  func occurred(_ trace: OpenedTrace) -> RecordedCallbacks? {
    withReadable(trace) { trace in
      guard let first = try? passes.firstPass(trace), first.learned.stated == nil else {
        return nil
      }
      return first.learned.shown.all
    }
  }

  /// How other formats are read.
  var foreign: ForeignOptions {
    var foreign = ForeignOptions(
      vocabulary: passes.whole.vocabulary, messagePatterns: reading.messagePatterns)
    foreign.messageWords = reading.messageWords.map { ($0.words, $0.callback) }
    foreign.readsFromEnd = reading.readsFromEnd
    return foreign
  }

  private func withReadable<Outcome>(
    _ trace: OpenedTrace, _ body: (ReadableTrace) -> Outcome
  ) -> Outcome {
    let workplace = idle.withLock { $0.popLast() } ?? Workplace()
    defer { idle.withLock { $0.append(workplace) } }
    return body(
      ReadableTrace(
        opened: trace, workplace: workplace, members: passes.whole.identityMembers,
        foreign: foreign))
  }
}

extension CompiledGrammar {
  /// The callbacks of the grammar, as the readers of foreign formats look them up.
  fileprivate var vocabulary: CallbackVocabulary {
    CallbackVocabulary {
      let near = NearSpellings(self.grammar)
      return CallbackVocabulary.Names(
        of: self.grammar.callbacks.filter { $0.refinement == nil }.map {
          ($0.name, $0.swift + $0.objectiveC + $0.otherSpellings)
        },
        isMisspelt: { near.nearest(to: $0) != nil })
    } meaning: { spelling in
      self.meaning(of: spelling).map {
        CallbackVocabulary.Meaning(callback: $0.callback, isNotification: $0.isNotification)
      }
    }
  }
}
