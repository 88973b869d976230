package import TraceDiagnostics
internal import TraceFindings
package import TraceGrammar
package import TraceModel

/// How one trace is to be checked.
package struct CheckingOptions: Sendable {
  /// Severities that replace those of the grammar, by rule id; nil switches a rule off.
  package var severities: [String: Severity?] = [:]
  /// Whether every subject has to end in an accepting state.
  package var demandsCompleteLives = false
  /// How many violations are listed; all of them are counted.
  package var violationLimit = 1_000
  /// Up to how many events a timeline lists all of them; nil for no timeline.
  package var timelineLimit: Int?
  /// The OS version to judge by; nil when unknown.
  package var platform: PlatformVersion?

  package init() {}
}

/// Checks one trace: is fed its events in order and yields what is wrong with them.
///
/// A copy of every lifecycle runs per subject, as a cost vector; a step is one table lookup. What happens to a wider
/// subject (a new process) and gaps reach a subject when it is next touched, so they cost nothing by themselves.
/// Events are kept only as long as a life is not pinned down. The memory is proportional to the subjects
/// that live at the same time.
package struct Checker: ~Copyable {
  let compiled: CompiledGrammar
  let options: CheckingOptions
  let tables: CheckingTables
  /// One store for every subject of the grammar.
  let stores: UnsafeMutablePointer<SubjectStore>
  let subjectCount: Int
  /// Subjects that ended, one queue for every subject of the grammar.
  let ended: UnsafeMutablePointer<EndedSubjects>
  /// For every wider subject the slot that events without an identity belong to; -1 for none.
  let current: UnsafeMutablePointer<SubjectSlot>
  /// For every subject whether some event identified one.
  var sawIdentity: [Bool]
  /// For every subject the slot of the one without identity that was met last; -1 for none.
  var unnamed: [SubjectSlot]
  /// For every subject the events that identified none, before any did.
  var unnamedEvents: [UnnamedEvents]
  /// For every subject, the slot that an alias within a wider subject stands for, by hash of both.
  let aliases: UnsafeMutablePointer<HashIndex>
  /// For every subject, how many lack an alias: one that is met under an unbound alias may be any of them.
  var aliasless: [Int]
  var stretches = StretchPool()
  /// Spellings met, by their number, and the callbacks they mean.
  var spellings: [(text: String, meaning: SpellingTable.Meaning)] = []
  /// The same for the inner loop: callback and kind, where the spelling tells one.
  var meanings: ContiguousArray<(callback: UInt16, kind: EventKind?)> = []
  var spellingNumbers: [String: Int32] = [:]
  /// Findings that hold whatever follows.
  var findings: FindingCollector
  /// Findings that hold only if a callback is recorded somewhere, by that callback.
  var conditionalFindings: [Int: FindingCollector] = [:]
  /// Findings about subjects without identity, which hold only if nothing is ever identified.
  var unnamedFindings: FindingCollector
  /// A beginning of which only the next event tells whether it begins the next subject.
  var deferred: CheckedEvent?

  /// What stretches that were explained came to, for others like them.
  var briefs: [BriefKey: [BriefFinding]] = [:]
  static let briefLimit = 4_096

  var eventCount: UInt32 = 0
  var gaps: UInt32 = 0
  let callbackCounts: UnsafeMutableBufferPointer<Int>
  var unknownCallbacks: [String: (count: Int, event: UInt32, line: UInt32)] = [:]
  var noOps: NoOpMemo
  /// Whether the present event raised the cost of a life already.
  var hasRisen = false
  /// Advices that hold only if the next step of their subject is legal: else its state was not what it seemed.
  var pendingAdvices: [SubjectKey: [(violation: Violation, rule: Int?)]] = [:]
  /// Whether any lifecycle saw any event.
  var hasStepped = false
  var lastTime = -Double.infinity
  var recordingNotes = RecordingNotes()
  var delayStarts: [DelayKey: Double] = [:]
  var timeline: TimelineBuilder?
  /// How often a pinned state saw a symbol legally: lifecycle by lifecycle, row major, states × symbols.
  let hits: UnsafeMutablePointer<Int>
  var memo: BatchMemo
  /// The number of the batch, counted from 1.
  var batchNumber: UInt32 = 0
  /// The line of the first byte of the batch, and of the event that is checked; counted from 1.
  var firstLine = 1
  var currentLine: UInt32 = 1

  package init(_ compiled: CompiledGrammar, tables: CheckingTables, options: CheckingOptions) {
    self.compiled = compiled
    self.options = options
    self.tables = tables
    memo = BatchMemo(memberCount: compiled.identityMembers.single.count)
    subjectCount = compiled.grammar.subjects.count
    stores = .allocate(capacity: max(1, subjectCount))
    ended = .allocate(capacity: max(1, subjectCount))
    for subject in 0..<subjectCount {
      (stores + subject).initialize(
        to: SubjectStore(livesPerSubject: compiled.lifecyclesOfSubject[subject].count))
      (ended + subject).initialize(to: EndedSubjects())
    }
    current = .allocate(capacity: max(1, subjectCount))
    current.initialize(repeating: -1, count: max(1, subjectCount))
    sawIdentity = Array(repeating: false, count: subjectCount)
    unnamed = Array(repeating: -1, count: subjectCount)
    unnamedEvents = Array(repeating: UnnamedEvents(), count: subjectCount)
    aliasless = Array(repeating: 0, count: subjectCount)
    aliases = .allocate(capacity: max(1, subjectCount))
    for subject in 0..<subjectCount { (aliases + subject).initialize(to: HashIndex()) }
    findings = FindingCollector(limit: options.violationLimit)
    unnamedFindings = FindingCollector(limit: options.violationLimit)
    noOps = NoOpMemo(subjectCount: subjectCount, callbackCount: tables.callbackCount)
    callbackCounts = .allocate(capacity: compiled.grammar.callbacks.count)
    callbackCounts.initialize(repeating: 0)
    timeline = options.timelineLimit.map { TimelineBuilder(limit: $0) }
    hits = .allocate(capacity: max(1, tables.hitCount))
    hits.initialize(repeating: 0, count: max(1, tables.hitCount))
  }

  deinit {
    stores.deinitialize(count: subjectCount)
    ended.deinitialize(count: subjectCount)
    hits.deallocate()
    aliases.deinitialize(count: subjectCount)
    aliases.deallocate()
    current.deallocate()
    callbackCounts.deallocate()
    stores.deallocate()
    ended.deallocate()
  }

  /// Checks the next events of the trace.
  /// - Complexity: O(1) an event, expected; O(repair) where a life becomes pinned again after a violation.
  package mutating func check(_ batch: borrowing EventBatch) {
    memo.reset(nameCount: batch.names.count)
    firstLine = batch.firstLine
    batchNumber &+= 1
    batch.events.withUnsafeBufferPointer { events in
      for index in events.indices { check(events[index], in: batch) }
    }
  }

  private mutating func check(_ event: EventRecord, in batch: borrowing EventBatch) {
    eventCount &+= 1
    let line = UInt32(truncatingIfNeeded: firstLine &+ Int(event.line))
    currentLine = line
    if !event.time.isNaN { watchTime(event.time, line) }
    if event.kind == .gap {
      settleDeferred(before: nil)
      gaps &+= 1
      recordingNotes.add(.eventsLost, event: eventCount, line: line)
      timeline?.add(
        event: eventCount, line: line, callback: "", kind: event.kind, time: event.time,
        duration: event.duration, concerned: [], process: nil)
      return
    }
    var spelling = memo.spellings[Int(event.callback.rawValue)]
    if spelling < 0 { spelling = spellingNumber(event.callback, in: batch, line) }
    if spelling >= 0 && checkOrdinaryCall(event, spelling, line, in: batch) { return }
    if spelling < 0 {
      resolveWiderSubjects(event, in: batch)
      if timeline != nil { addUnknownToTimeline(event, line, in: batch) }
      return
    }
    var meaning = spellings[Int(spelling)].meaning
    if meaning.kind == nil { meaning.kind = event.kind }
    let traits = tables.traits[meaning.callback]
    let checked = CheckedEvent(
      number: eventCount, line: line, callback: UInt16(meaning.callback),
      spelling: UInt16(spelling), kind: meaning.kind ?? .delegate, time: event.time)
    callbackCounts[meaning.callback] += 1
    settleDeferred(before: checked)
    hasRisen = false
    check(checked, event, traits, in: batch)
  }

  @inline(__always)
  private mutating func watchTime(_ time: Double, _ line: UInt32) {
    if time < lastTime { recordingNotes.add(.timeGoesBackwards, event: eventCount, line: line) }
    lastTime = time
  }

  /// The number of a spelling among those met; -1 for a callback the grammar does not know.
  private mutating func spellingNumber(
    _ name: NameID, in batch: borrowing EventBatch, _ line: UInt32
  ) -> Int32 {
    let text = batch.names.string(name)
    var number = spellingNumbers[text] ?? -1
    if number < 0 { number = meet(text) }
    memo.spellings[Int(name.rawValue)] = number
    if number < 0 {
      let before = unknownCallbacks[text]
      unknownCallbacks[text] = (
        (before?.count ?? 0) + 1, before?.event ?? eventCount, before?.line ?? line
      )
    }
    return number
  }

  private mutating func meet(_ text: String) -> Int32 {
    guard let meaning = compiled.spellings.meaning(of: text), spellings.count < Int(UInt16.max),
      isInForce(since: compiled.grammar.callbacks[meaning.callback].since, until: [])
    else {
      return -1
    }
    spellings.append((text, meaning))
    meanings.append((UInt16(meaning.callback), meaning.kind))
    let number = Int32(spellings.count - 1)
    spellingNumbers[text] = number
    return number
  }
}

/// An event whose callback the grammar knows, apart from the batch it came in.
struct CheckedEvent {
  var number: UInt32
  var line: UInt32
  var callback: UInt16
  var spelling: UInt16
  var kind: EventKind
  var time: Double

  var entry: HistoryEntry {
    HistoryEntry(
      event: number, line: line, callback: callback, spelling: spelling, kind: kind, time: time)
  }
}

/// A subject among all that ever were.
struct SubjectKey: Hashable {
  var subject: Int
  var slot: SubjectSlot
  var generation: UInt32
}

/// A subject and a rule of the form `within`.
struct DelayKey: Hashable {
  var rule: Int
  var subject: SubjectKey
}
