internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// How a trace speaks for a cause.
enum CauseSupport {
  /// It contradicts the cause.
  case refuted
  /// It says nothing; causes that are named by the rule have more weight than those of every grammar.
  case open
  /// It supports the cause, in words. Weights compare causes of one finding: whatever explains more of what was
  /// recorded, and is rarer by chance, weighs more.
  case supported(weight: Int, String)

  /// The support if there are words for it.
  static func supported(_ weight: Int, _ words: String?) -> CauseSupport {
    words.map { .supported(weight: weight, $0) } ?? .open
  }
}

/// Looks for the traces that each mechanism leaves in a recording.
struct CauseEvidence {
  /// Seconds in which code that passes on a call does so; calls of the platform are further apart.
  static var instant: Double { 0.05 }
  /// Seconds within which two events may still belong to one occasion.
  static var moment: Double { 0.25 }

  let violation: Violation
  let facts: CauseFacts
  let grammar: Grammar
  /// Whether the broken rule names the cause that is asked for.
  var isNamed = false
  /// The text of the cause that is asked for, if the rule names it.
  var text = ""

  func support(for id: CauseID) -> CauseSupport {
    if violation.cause == .tooLate { return supportOfSlowness(for: id) }
    switch id {
    case .forwarded: return forwarded
    case .recordedTwice: return recordedTwice
    case .calledByApp: return calledByApp
    case .notCalled: return notCalled
    case .notRecorded: return notRecorded
    case .recordingStartsLate: return startsLate
    case .recordingCut: return cut
    case .runsNotToldApart: return runs
    case .identityShared: return identity
    case .staleObject: return stale
    case .writtenOutOfOrder: return outOfOrder
    case .wrongThread: return thread
    case .platform: return platform
    case .neverAdopted:
      return isNamed ? .supported(40, "the recording has no call about a scene") : .refuted
    case .tooSlow, .waitedFor, .heldUp: return .refuted
    case .misconfigured: return misconfigured
    case .other: return isMissingAction ? .supported(35, elsewhere) : .open
    }
  }

  // MARK: - The call came again

  private var forwarded: CauseSupport {
    if violation.kind == .notification || violation.kind == .action { return .refuted }
    let by = caller.map { "; \($0) called it" } ?? ""
    guard let echo = violation.echo, violation.cause != .outOfOrder else {
      guard isNamed else { return .refuted }
      if violation.cause == .outOfOrder { return .open }
      if violation.cause == .repeated { return .supported(34, "the same call came before\(by)") }
      // A call of another lifecycle right after one of the platform's is that one, passed on.
      if rule?.required == nil, violation.subjectKind != nil, let before = violation.stepBefore,
        let gap = gap(since: before), gap <= Self.instant
      {
        return .supported(40, "\(name(before.callback)) came \(duration(gap)) before\(by)")
      }
      return caller.map { .supported(weight: 30, "\($0) called it") } ?? .open
    }
    // Without times, calls that were recorded one after the other may still be far apart.
    var weight = echo.event + 1 == violation.event ? 44 : 30
    var words = "the same call came directly before it, as event \(grouped(echo.event))\(by)"
    if let gap = echo.gap {
      weight = gap <= Self.instant ? 50 : gap <= Self.moment ? 40 : 12
      words = "the same call came \(duration(gap)) before, as event \(grouped(echo.event))\(by)"
    }
    if let (first, second) = both("delegate"), first != second {
      return .supported(weight + 20, "\(words); \(first) got it first, then \(second)")
    }
    if caller != nil { weight += 10 }
    return weight < 20 ? .open : .supported(weight, words)
  }

  private var recordedTwice: CauseSupport {
    guard let echo = violation.echo else { return .refuted }
    let when = echo.gap.map { "\(duration($0)) apart" } ?? "one after the other"
    let pair = "events \(grouped(echo.event)) and \(grouped(violation.event))"
    if violation.kind == .notification {
      if let gap = echo.gap, gap > Self.moment { return .open }
      return .supported(45, "\(pair) are the same notification, \(when), and nobody calls those")
    }
    if let (first, second) = both("delegate"), first != second { return .refuted }
    if let gap = echo.gap, gap > Self.moment { return .refuted }
    if let before = facts.before, let file = before.origin.file, file == facts.origin.file {
      if before.origin.line == facts.origin.line { return .refuted }
      if let first = before.origin.line, let second = facts.origin.line {
        return .supported(70, "\(pair), \(when), are from \(file):\(first) and line \(second)")
      }
    }
    if let (first, second) = both("file"), first != second,
      let (one, other) = both("delegate"), one == other
    {
      return .supported(75, "\(pair) are from \(first) and \(second), both of \(one)")
    }
    return .open
  }

  private var identity: CauseSupport {
    if let redaction = facts.redaction { return .supported(60, redaction) }
    let kind = violation.nameOfSubjectKind
    for member in aliases {
      guard let (first, second) = both(member) else { continue }
      return first == second
        ? .refuted : .supported(62, "its \(member) is \(second), before it was \(first)")
    }
    guard violation.cause != .tooLate else { return .refuted }
    let isProcess = kind == violation.processKind
    let isAgain = violation.echo != nil || violation.cause == .repeated
    if !isProcess, facts.findings.seemsShared(violation.subject) {
      return .supported(
        56, "several of its calls fit only a second \(kind)")
    }
    if !isProcess, violation.subject.isEmpty, isAgain || isNamed {
      return .supported(isAgain ? 31 : 22, "no event names its \(kind)")
    }
    if isAgain, let gap = violation.echo?.gap, gap > Self.moment, isNamed {
      return .supported(24, "the same call came \(duration(gap)) before, too late to be passed on")
    }
    if isNamed, violation.echo == nil, let first = violation.sameCallBefore {
      let gap = gap(since: first).map { "\(duration($0)) before" } ?? "before"
      return .supported(
        38, "the same call came \(gap) (event \(grouped(first.event ?? 0))), with others in between"
      )
    }
    if isNamed, violation.cause == .extra, let next = violation.stepAfter,
      let gap = gap(since: next), -gap <= Self.instant
    {
      return .supported(
        38, "\(name(next.callback)) follows \(duration(-gap)) later, as for a new \(kind)")
    }
    return .open
  }

  // MARK: - Somebody made the call

  private var calledByApp: CauseSupport {
    if let caller {
      if let owner = grammar.caller, caller.hasPrefix(owner) { return .refuted }
      if violation.echo == nil { return .supported(65, "\(caller) called it") }
    }
    if violation.cause == .afterTheEnd { return isNamed ? survivor : .refuted }
    if isMissingAction { return isNamed ? .open : .refuted }
    if violation.kind == .notification, !isNamed || grammar.caller != nil { return .refuted }
    if let echo = violation.echo {
      guard let gap = echo.gap else {
        return .supported(28, "without it, the calls before and after it fit")
      }
      if gap <= Self.moment { return .open }
    }
    let removesIt = violation.repair.deletions.contains { $0.event == violation.event }
    let inserted = violation.repair.insertions.map(\.callback)
    if removesIt, inserted.isEmpty, fitsWhatFollows {
      return .supported(34, "without it, the calls before it fit")
    }
    if removesIt, inserted.isEmpty {
      return .supported(
        violation.isLastStep ? 34 : 36, "without it, the calls before and after it fit")
    }
    if removesIt { return .supported(24, "it fits nowhere near") }
    let isLast = violation.event == facts.eventCount
    if let elsewhere { return .supported(isLast ? 29 : 26, elsewhere) }
    if violation.cause == .extra, isNamed, violation.repair.cost == 0 {
      return .supported(34, detail ?? "nothing recorded before it leads to it")
    }
    return .open
  }

  /// Whether the call and the next one belong together in the lifecycle, so that it was most likely the platform's. A call
  /// that came twice belongs to the next one in any case.
  var fitsWhatFollows: Bool {
    guard let next = violation.stepAfter, violation.echo == nil else { return false }
    return grammar.allows(next.callback, after: violation.callback, in: violation.lifecycle)
  }

  /// A process that goes on after its last call was not at its end.
  private var survivor: CauseSupport {
    guard let process = violation.processName, let before = violation.stepBefore else {
      return .open
    }
    return .supported(
      38, "\(violation.processKind) \(process) goes on after event \(grouped(before.event ?? 0))")
  }

  private var notCalled: CauseSupport {
    let missing = violation.repair.insertions.map(\.callback)
    guard let first = missing.first else { return isNamed ? .open : .refuted }
    if facts.occurred.contains(first) {
      return .supported(30, "\(name(first)) is recorded elsewhere, not before this")
    }
    // The author of an app's own actions knows what records them.
    guard facts.statesEverything, isMissingAction else { return .open }
    return .supported(45, "\"records\" says that everything is shown, and \(name(first)) never is")
  }

  private var stale: CauseSupport {
    let isProcess = violation.nameOfSubjectKind == violation.processKind
    guard let before = violation.stepBefore,
      isNamed || violation.cause == .afterTheEnd && !isProcess
    else { return isNamed ? .open : .refuted }
    let ended = violation.steps.last {
      $0.event.map { $0 < violation.event } ?? false && $0.states == violation.states
    }
    let step = ended ?? before
    let gap = gap(since: step).map { " \(duration($0)) before" } ?? " before it"
    let words = "\(name(step.callback)) came\(gap), as event \(grouped(step.event ?? 0))"
    if let echo = violation.echo, echo.gap.map({ $0 <= Self.instant }) ?? true {
      return .supported(21, words)
    }
    let isRemoved = violation.repair.deletions.contains { $0.event == violation.event }
    return .supported(isRemoved || violation.isLastStep ? 40 : 25, words)
  }

  private var thread: CauseSupport {
    guard isNamed else { return .refuted }
    let thread = Self.member("thread", of: facts.origin)
    return .supported(50, thread.map { "the event names the thread \($0)" } ?? violation.message)
  }

  private var platform: CauseSupport {
    if facts.quirk != nil { return .supported(70, "the call matches the known deviation") }
    if violation.cause == .afterTheEnd, let (first, second) = both("process"), first != second {
      return .supported(45, "the call before was made in process \(first), this one in \(second)")
    }
    if !isNamed { return .refuted }
    return .supported(30, elsewhere)
  }

  /// That the missing call is recorded, in other places; nil if it is not.
  private var elsewhere: String? {
    followsLate
      ?? violation.repair.insertions.first { facts.occurred.contains($0.callback) }.map {
        "\(name($0.callback)) is recorded elsewhere, not before this"
      }
  }

  /// That the missing call is the next one; nil if it is not.
  var followsLate: String? {
    guard let next = violation.missingCallAfter, let number = next.event else { return nil }
    let gap = gap(since: next).map { " \(duration(-$0))" } ?? ""
    return "\(name(next.callback)) came only\(gap) later, as event \(grouped(number))"
  }

  /// Whether the app itself should have done what is missing.
  var isMissingAction: Bool {
    guard let missing = violation.repair.insertions.first?.callback else { return false }
    return grammar.callbacks.first { $0.name == missing }?.isAction ?? false
  }

  private var misconfigured: CauseSupport {
    guard isNamed, let required = rule?.required.map({ grammar.callbacks[$0].name }) else {
      return isNamed ? .open : .refuted
    }
    return .supported(
      30,
      facts.occurred.contains(required)
        ? "\(name(required)) is recorded for others, so the recording would show it" : nil)
  }

  /// What the message says after its colon, such as how long a call took.
  var detail: String? {
    violation.message.afterColon.map(String.init)
  }

  /// The broken rule.
  var rule: Rule? { grammar.rules.first { $0.id == violation.rule } }
}

extension CauseEvidence {
  // MARK: - Words about events

  /// Who made the call, as recorded.
  var caller: String? { Self.member("caller", of: facts.origin) }

  /// The values that the same call before and this one have for a member, where both have one.
  func both(_ name: String) -> (String, String)? {
    guard let before = facts.before, let first = Self.member(name, of: before.origin),
      let second = Self.member(name, of: facts.origin)
    else { return nil }
    return (first, second)
  }

  /// The members that identify something of which the subject has one at a time.
  private var aliases: [String] { grammar.subjects.compactMap(\.aliasMember) }

  /// The value of a member; for `file`, the file with the line.
  static func member(_ name: String, of origin: EventOrigin) -> String? {
    if name == "file" {
      return origin.file.map { file in file + (origin.line.map { ":\($0)" } ?? "") }
    }
    return origin.members.first { $0.name == name }?.value
  }

  /// Seconds between an earlier row and the event; nil where not recorded.
  func gap(since step: Violation.Step) -> Double? {
    violation.time.flatMap { now in step.time.map { now - $0 } }
  }

  func name(_ callback: String) -> String { grammar.writtenName(callback) }
}

extension Violation {
  /// Whether no later call of the subject is listed.
  var isLastStep: Bool {
    guard let place else { return true }
    return !steps[(place + 1)...].contains { $0.event != nil }
  }
}
