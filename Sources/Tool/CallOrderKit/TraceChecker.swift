internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Checks traces; may be used by several threads at once.
///
/// The first look at a trace assumes that it shows every callback. If that finds more than notes, and nobody states what
/// the recording shows, a second look allows callbacks that do not occur to have been called at any time.
final class TraceChecker: Sendable {
  /// A batch that one thread uses at a time.
  private final class Workplace: @unchecked Sendable {
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
  }

  struct Failed: Error {
    var failure: Report.Failure
  }

  private let options: CheckOptions
  let reading: ReadingOptions
  let cabinet: LensCabinet
  private let idle = Monitor<[Workplace]>([])

  init(_ compiled: CompiledGrammar, _ options: CheckOptions, _ reading: ReadingOptions) {
    self.options = options
    self.reading = reading
    cabinet = LensCabinet(compiled, demandsCompleteLives: options.demandsCompleteLives)
  }

  /// The result of one look at a trace.
  struct Look {
    var report: TraceReport
    /// The callbacks that occur.
    var occurred: ObservedAlphabet
    /// The scopes whose findings need separate looks; nil if there are none.
    var scopes: RecorderScopes?
    var found: FoundBefore
    /// By the name of each recorded role, the callbacks that occur for its subjects.
    var shownByRole: [String: Set<String>]
    /// What the recorder or the user states that it shows; nil if neither does.
    var stated: StatedRecords?
    /// Where some of the batches begin.
    var places: BatchPlaces
    /// Whether the trace states that the recording begins at the start of the app.
    var beginsAtBeginning: Bool
    /// Whether any of that was stated only after the first events.
    var wasStatedLate: Bool
  }

  /// The report of one trace, with the origins of its listed violations, or the failure that prevented it.
  /// - Parameters:
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - told: which traces list their events individually, if the options ask for events at all.
  func check(
    _ trace: OpenedTrace, among all: ObservedAlphabet? = nil, jobs: Int,
    tellingEvents told: ToldEvents = .ofAll
  ) -> Result<TraceReport, Failed> {
    trace.tellsEvents = told == .ofAll || !trace.isRereadable
    let judged = judge(trace, among: all, jobs: jobs)
    if told == .ofViolating, !trace.tellsEvents, options.checking.timelineLimit != nil,
      case .success(let look) = judged, look.report.verdict == .violating
    {
      return check(trace, among: all, jobs: jobs)
    }
    return judged.map { look in
      if look.report.violations.isEmpty { return look.report }
      let workplace = idle.withLock { $0.popLast() } ?? Workplace()
      defer { idle.withLock { $0.append(workplace) } }
      var report = look.report
      let source = trace.isCut ? nil : try? trace.begin()
      explain(
        &report, Shown(callbacks: look.occurred, byRole: look.shownByRole),
        by: origins(
          of: report, from: source, at: look.places, through: &workplace.batch))
      return report
    }
  }

  private func judge(
    _ trace: OpenedTrace, among all: ObservedAlphabet?, jobs: Int
  ) -> Result<Look, Failed> {
    do throws(TraceError) {
      var first = try firstLook(trace, jobs: jobs)
      if let first, first.isLast {
        var look = first.look
        if let all, look.stated == nil {
          look.report.observed = cabinet.strict.compiled.describe(all, .run)
        }
        return .success(look)
      }
      // What it found is found again; the memory for it is then needed once.
      let excused = Self.excused(first?.look.report.violations ?? [])
      first?.look.report = TraceReport(path: trace.path)
      return .success(try secondLook(trace, first?.look, excused, among: all, jobs: jobs))
    } catch {
      return .failure(
        Failed(
          failure: .init(path: trace.path, position: error.position, message: error.message)))
    }
  }

  /// What a trace shows, for a run in which all traces are assumed to show the same callbacks.
  /// - Returns: nil for a trace that cannot be read, or that states what it shows.
  func occurred(_ trace: OpenedTrace, jobs: Int) -> ObservedAlphabet? {
    guard let first = try? firstLook(trace, jobs: jobs), first.look.stated == nil else {
      return nil
    }
    return first.look.occurred
  }

  // MARK: - Looks

  /// Checks a trace by what is stated about its recorder, otherwise as if it showed everything.
  /// - Returns: nil if the bytes can be read only once and are too many to be kept.
  private func firstLook(
    _ trace: OpenedTrace, jobs: Int
  ) throws(TraceError) -> (look: Look, isLast: Bool)? {
    let look: Look
    do throws(TraceError) {
      look = try self.look(trace, jobs: jobs) { header in
        self.lens(self.stated(header)) ?? self.cabinet.strict
      }
    } catch {
      if trace.isCut { return nil }
      throw error
    }
    if trace.isCut { return (look, isLast: false) }
    // Notes are no accusations, so they need no second look, unless they say that a call is missing or extra.
    let accuses =
      look.report.counts.errors + look.report.counts.warnings > 0
      || look.report.violations.contains { $0.quirk == nil && $0.repair.cost > 0 }
    // A document may state only at its end what its recorder shows.
    let isLast = !look.wasStatedLate && (look.stated != nil || !accuses)
    return (look, isLast)
  }

  /// - Parameters:
  ///   - first: what the first look showed, without its report.
  ///   - excused: the subjects that the first look excused.
  private func secondLook(
    _ trace: OpenedTrace, _ first: Look?, _ excused: [FaultSubject: String],
    among all: ObservedAlphabet?, jobs: Int
  ) throws(TraceError) -> Look {
    var alphabet = first?.occurred ?? ObservedAlphabet()
    var origin = ObservedCallbacks.Source.trace
    if let all {
      alphabet.calls.formUnion(all.calls)
      alphabet.notifications.formUnion(all.notifications)
      origin = .run
    }
    if trace.isCut { origin = .soFar }
    alphabet.isInferred = true
    let lens = first?.stated.flatMap { self.lens($0) } ?? cabinet.lens(alphabet)
    var earlier = EarlierLook()
    if let first, first.stated == nil {
      earlier.excused = excused
    }
    let begins = first?.beginsAtBeginning ?? false
    earlier.isOnlyLook = trace.isCut && first?.stated == nil
    var look = try self.look(
      trace, jobs: jobs, after: earlier, beginsAtBeginning: begins, by: lens)
    if let scopes = look.scopes, scopes.count > 0, first?.stated == nil, !trace.isCut {
      for scope in 0..<scopes.count {
        var part = alphabet
        part.unshown = scopes.unshown(in: scope)
        (earlier.scopes, earlier.found) = (scopes.telling(scope), scope == 0 ? nil : look.found)
        look = try self.look(
          trace, jobs: jobs, after: earlier, beginsAtBeginning: begins, by: cabinet.lens(part))
      }
      (earlier.scopes, earlier.found) = (scopes.telling(nil), look.found)
      look = try self.look(
        trace, jobs: jobs, after: earlier, beginsAtBeginning: begins, by: lens)
    }
    if first?.stated == nil {
      look.report.observed = cabinet.strict.compiled.describe(alphabet, origin)
      if trace.isCut { look.report.noteThatItWasJudgedSoFar() }
    }
    return look
  }

  private func look(
    _ trace: OpenedTrace, jobs: Int, after earlier: EarlierLook = EarlierLook(),
    beginsAtBeginning: Bool = false, by known: ObservingLens? = nil,
    through choose: ((TraceHeader) -> ObservingLens)? = nil
  ) throws(TraceError) -> Look {
    let workplace = idle.withLock { $0.popLast() } ?? Workplace()
    defer { idle.withLock { $0.append(workplace) } }
    let members = (known ?? cabinet.strict).compiled.identityMembers
    var reader = TraceReader(
      try trace.begin(), members: members, foreign: foreign)
    let hasMore = try reader.next(into: &workplace.batch)
    let lens = known ?? choose?(reader.header) ?? cabinet.strict
    let statedFirst = stated(reader.header)
    var options = checking(reader.header, earlier)
    options.beginsAtBeginning = beginsAtBeginning || reader.header.isComplete
    if !trace.tellsEvents { options.timelineLimit = nil }
    return try lens.withTables { (tables: CheckingTables) throws(TraceError) in
      var checker = Checker(lens.compiled, tables: tables, options: options)
      try feed(&checker, from: &reader, hasMore: hasMore, through: &workplace.batch, jobs: jobs)
      let occurred = checker.occurred
      let report = report(trace.path, reader.header, reader.notes, &checker)
      let stated = stated(reader.header)
      // The roles are needed only to explain findings.
      let hasFindings =
        !report.violations.isEmpty || report.counts.errors + report.counts.warnings > 0
      return Look(
        report: described(report, stated, occurred), occurred: occurred,
        scopes: checker.scopes, found: checker.found,
        shownByRole: hasFindings ? checker.shownByRole : [:], stated: stated,
        places: reader.places, beginsAtBeginning: reader.header.isComplete,
        wasStatedLate: statedFirst == nil && stated != nil
          || reader.header.isComplete && !options.beginsAtBeginning)
    }
  }

  /// How other formats are read.
  var foreign: ForeignOptions {
    ForeignOptions(
      vocabulary: cabinet.strict.compiled.vocabulary, messagePatterns: reading.messagePatterns)
  }

  private func feed(
    _ checker: inout Checker, from reader: inout TraceReader, hasMore: Bool,
    through batch: inout EventBatch, jobs: Int
  ) throws(TraceError) {
    var hasMore = hasMore
    if hasMore { checker.check(batch) }
    let jobs = usefulJobs(jobs, for: batch)
    var mayFeed = jobs > 1
    while hasMore {
      if mayFeed, let parts = reader.makeFeeder() {
        mayFeed = false
        reader.resume(after: parts.feeder, check(parts, jobs: jobs, with: &checker))
      }
      hasMore = try reader.next(into: &batch)
      if hasMore { checker.check(batch) }
    }
  }

  /// The subjects whose faults are all excused by a quirk, with the quirk.
  private static func excused(_ violations: [Violation]) -> [FaultSubject: String] {
    let bySubject = Dictionary(grouping: violations) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    return bySubject.compactMapValues { violations in
      violations.allSatisfy { $0.quirk != nil } ? violations[0].quirk : nil
    }
  }

  func checking(
    _ header: TraceHeader, _ earlier: EarlierLook
  ) -> CheckingOptions {
    var checking = options.checking
    checking.earlier = earlier
    checking.platform = platform(header) ?? options.platform
    return checking
  }

  func report(
    _ path: String, _ header: TraceHeader, _ notes: [ReadingNote], _ checker: inout Checker
  ) -> TraceReport {
    var report = TraceReport(path: path, format: header.format)
    report.metadata = header.metadata.map { .init(name: $0.name, value: $0.value) }
    checker.finish(&report)
    report.notes += notes.map {
      TraceReport.Note(id: $0.id, line: $0.line, count: $0.count, message: $0.message)
    }
    return report
  }

  // MARK: - What is stated about the recorder

  func stated(_ header: TraceHeader) -> StatedRecords? {
    switch header.records {
    case .all: .all
    case .callbacks(let spellings): .callbacks(spellings)
    case nil: reading.records.stated
    }
  }

  func lens(_ stated: StatedRecords?) -> ObservingLens? {
    stated.map { cabinet.statement($0).lens }
  }

  /// The report with what is known about the recorder.
  func described(
    _ report: TraceReport, _ stated: StatedRecords?, _ occurred: ObservedAlphabet
  ) -> TraceReport {
    var report = report
    if let stated {
      let statement = cabinet.statement(stated)
      report.observed = statement.observed
      report.notes += statement.notes
    } else {
      report.observed = cabinet.strict.compiled.describe(occurred, .trace)
    }
    return report
  }
}

/// What the recorder or the user states that a recording shows.
enum StatedRecords: Sendable, Hashable {
  case all
  /// Callbacks in any spelling.
  case callbacks([String])

  /// Whether it is too long to be remembered. A grammar has fewer callbacks, and they have shorter names.
  var isLong: Bool {
    guard case .callbacks(let spellings) = self else { return false }
    return spellings.count > 256 || spellings.contains { $0.utf8.count > 256 }
  }
}

extension CompiledGrammar {
  /// The callbacks of the grammar, as the readers of foreign formats look them up.
  fileprivate var vocabulary: CallbackVocabulary {
    CallbackVocabulary { spelling in
      self.meaning(of: spelling).map {
        CallbackVocabulary.Meaning(callback: $0.callback, isNotification: $0.isNotification)
      }
    }
  }
}

extension TraceReport {
  /// Notes that the trace was too long to be read twice, so that it was judged by what had occurred by then.
  mutating func noteThatItWasJudgedSoFar() {
    observed?.source = .soFar
    notes.append(
      Note(
        id: "judged-so-far",
        message:
          "the recording is too long to be read twice, so it is judged by the callbacks that had occurred by then, and"
          + " nothing is reported about a subject whose role or delegate never shows some of them; check a file, or state in"
          + " \"records\" what is recorded"))
  }
}
