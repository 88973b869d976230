package import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What a recording shows about why one finding may have happened. Each property is a question of the table of causes, or
/// evidence in words, nil where there is none.
///
/// It is an object because most questions are asked of a copy otherwise, which took a tenth of the time to tell causes.
package final class CauseFacts {
  /// Seconds within which two events may still belong to one occasion.
  static var moment: Double { 0.25 }

  let violation: Violation
  let wording: Wording
  let recording: RecordingFacts
  /// What the event says about where it comes from.
  let origin: EventOrigin
  /// The previous event with the same call, by number, and what it says.
  let before: (event: Int, origin: EventOrigin)?
  /// Where the method was recorded that made the call, if the recording names it.
  let callerPlace: String?
  /// What the recorded call before it says.
  let previous: EventOrigin?
  /// What the recording hides; nil if it hides nothing.
  let redaction: String?
  /// The role of the subject, if the recording distinguishes roles.
  let role: String?
  /// The callbacks that occur in the recording, or about subjects of the role.
  let occurred: Set<String>
  /// The calls that the repair inserts, each once.
  let missing: [String]
  /// The same call before, if no other call of the subject came in between, with the seconds since then.
  let echo: (event: Int, gap: Double?)?
  /// The recorded calls of the subject before and after the event, as far as they are listed.
  let stepBefore, stepAfter: Violation.Step?
  /// The cause of the rule that is asked about; nil for one that any finding may have.
  var asked: Rule.Cause?

  /// - Parameters:
  ///   - origin: what an event, counted from 1, says about where it comes from.
  ///   - redaction: what the recording hides about the finding; nil if nothing.
  package init(
    _ violation: Violation, _ wording: Wording, in recording: RecordingFacts,
    redaction: String? = nil, origin: (Int) -> EventOrigin = { _ in EventOrigin() }
  ) {
    (self.violation, self.wording, self.recording) = (violation, wording, recording)
    self.redaction = redaction
    self.origin = origin(violation.event)
    callerPlace =
      self.origin["caller"] == nil
      ? nil : violation.related.first.flatMap { origin($0.event).place }
    before = violation.sameCallBefore?.event.map { ($0, origin($0)) }
    role = self.origin["role"] ?? before?.origin["role"]
    occurred = role.flatMap { recording.occurredByRole[$0] } ?? recording.occurred
    missing = violation.missing
    echo = violation.echo
    (stepBefore, stepAfter) = (violation.stepBefore, violation.stepAfter)
    previous = stepBefore?.event.map { origin($0) }
  }
}

/// What the finding itself says.
extension CauseFacts {
  private var grammar: Grammar { wording.grammar }
  private var rule: Rule? { wording.rules[violation.rule] }
  private var kind: String { violation.nameOfSubjectKind }
  var isNamed: Bool { asked != nil }
  /// Whether a cause that the rule does not name may be said, as the rule names none.
  var mayBeUnnamed: Bool { isNamed || rule?.causes.isEmpty ?? true }
  /// Whether it is about the widest kind of subject, such as a process.
  var isProcess: Bool { kind == violation.processKind }
  var isExchanged: Bool { violation.cause == .outOfOrder }
  var isAfterTheEnd: Bool { violation.cause == .afterTheEnd }
  var isTooLate: Bool { violation.cause == .tooLate }
  var isNotification: Bool { violation.kind == .notification }
  var isLastEvent: Bool { violation.event == recording.eventCount }
  var isLastStep: Bool { stepAfter == nil }
  /// Whether the finding is that nothing follows.
  var isAboutTheEnd: Bool {
    violation.cause == .missing
      && violation.repair.insertions.allSatisfy { $0.beforeEvent > violation.event }
  }
  /// Whether the app itself should have done what is missing.
  var missesAction: Bool { missing.first.map(wording.actions.contains) ?? false }
  /// What the message says after its colon, such as how long a call took.
  var detail: String? { violation.message.afterColon.map(String.init) }
  var comesAsTimer: String? {
    recording.rhythm(of: violation).map {
      "it always comes \($0.inWords(name)), as a timer makes it"
    }
  }
  var nothingLeadsToIt: String? {
    guard isNamed, violation.cause == .extra, violation.repair.cost == 0 else { return nil }
    return detail ?? "nothing recorded before it leads to it"
  }

  /// Which words of a general cause fit.
  var isCallOfOwner: Bool { grammar.caller != nil && violation.kind == .delegate }
  var isOwnCall: Bool { grammar.caller == nil && violation.kind != .action }
  var isSomethingMissing: Bool { !missing.isEmpty }
  var missesOwnCall: Bool { !missing.isEmpty && (grammar.caller == nil || missesAction) }
  var isSomethingRemoved: Bool { !violation.repair.deletions.isEmpty }

  private func name(_ callback: String) -> String { wording.name(callback) }
  /// The values that the same call before and this one have for a member, where both have one.
  private func both(_ name: String) -> (String, String)? {
    before?.origin[name].flatMap { first in origin[name].map { (first, $0) } }
  }
  /// Seconds between another row and the event; negative for a later one.
  private func gap(since step: Violation.Step?) -> Double? { step.flatMap(violation.gap) }
}

/// The same call came before.
extension CauseFacts {
  var isAlone: Bool { echo == nil }
  private func isEcho(within seconds: Double) -> Bool { echo?.gap.map { $0 <= seconds } ?? false }
  var isInstantEcho: Bool { isEcho(within: Violation.instant) }
  var isSoonEcho: Bool { isEcho(within: Self.moment) }
  var isLateEcho: Bool { echo?.gap.map { $0 > Self.moment } ?? false }
  var isEchoWithoutTime: Bool { echo.map { $0.gap == nil } ?? false }
  var isCloseEcho: Bool { isEchoWithoutTime || isSoonEcho }
  var isNextEvent: Bool { isEchoWithoutTime && echo?.event == violation.event - 1 }
  var isAgain: Bool { echo != nil || violation.cause == .repeated }
  /// The delegates that got the call before and this one, where those are two.
  var recordedDelegates: (String, String)? {
    both("delegate").flatMap { $0 == $1 ? nil : ($0, $1) }
  }
  var isOfOtherDelegate: Bool { recordedDelegates != nil }

  /// That a library passed the call on that the platform made.
  var passedOn: String? { origin["through"].map { "it came through \($0)" } }
  private var through: String { passedOn.map { "; \($0)" } ?? "" }
  var sameCall: String? {
    guard let echo else { return "the same call came before\(through)" }
    let when =
      echo.gap.map { "\(duration($0)) before" }
      ?? (isNextEvent ? "directly before it" : "before it")
    let delegates = both("delegate").map { "; \($0) got it first, then \($1)" } ?? ""
    return "the same call came \(when), as event \(grouped(echo.event))\(through)"
      + (isOfOtherDelegate ? delegates : "")
  }
  private var pair: String {
    let apart =
      echo?.gap.map { "\(duration($0)) apart" }
      ?? (isNextEvent ? "one after the other" : "with others in between")
    return "events \(grouped(echo?.event ?? 0)) and \(grouped(violation.event)), \(apart),"
  }
  var sameNotification: String? { "\(pair) are the same notification, and nobody calls those" }
  var twoPlaces: String? {
    guard let first = before?.origin.place, let second = origin.place, first != second else {
      return nil
    }
    let calls =
      isAlone ? "events \(grouped(before?.event ?? 0)) and \(grouped(violation.event))" : pair
    if before?.origin.file == origin.file { return "\(calls) are from \(first) and \(second)" }
    guard let (one, other) = both("delegate"), one == other else { return nil }
    return "\(calls) are from \(first) and \(second), both of \(one)"
  }
  var sameCallWithOthersBetween: String? {
    guard isAlone, let first = violation.sameCallBefore else { return nil }
    let when = gap(since: first).map { "\(duration($0)) before" } ?? "before"
    return
      "the same call came \(when) (event \(grouped(first.event ?? 0))), with others in between"
  }
}

/// Who made the call, and whether it fits.
extension CauseFacts {
  var caller: String? { origin["caller"] }
  var isCalledByOwner: Bool {
    caller.map { !grammar.callers.isEmpty && !grammar.isOwn($0) } ?? false
  }
  var isNobodysNotification: Bool { isNotification && (!isNamed || grammar.caller != nil) }
  /// That a call of another lifecycle may be one of the platform's, passed on right after it.
  var passedOnFromPlatform: String? {
    guard rule?.required == nil, violation.subjectKind != nil, let stepBefore,
      let gap = gap(since: stepBefore), gap <= Violation.instant
    else { return nil }
    return "\(name(stepBefore.callback)) came \(duration(gap)) before\(through)"
  }
  /// Whether the call and the next one belong together in the lifecycle, so that it was most likely the platform's. A call
  /// that came twice belongs to the next one in any case.
  var fitsWhatFollows: Bool {
    guard let stepAfter, isAlone else { return false }
    return grammar.allows(stepAfter.callback, after: violation.callback, in: violation.lifecycle)
  }
  var fitsWithoutIt: String? {
    guard violation.isRemoved, missing.isEmpty else { return nil }
    let events = violation.repair.deletions.map(\.event)
    let isOne = events.count < 2 && violation.repair.unlistedDeletions == 0
    let others =
      fitsWhatFollows || recording.findingCount > 1 ? "the calls around it" : "all others"
    let some =
      events.count > 4 || violation.repair.unlistedDeletions > 0
      ? "\(grouped(violation.repair.deletions.count + violation.repair.unlistedDeletions)) calls"
      : "events \(listed(events.map(grouped), "and"))"
    return "without \(isOne ? "this call" : some), \(isOne ? others : "all others") are in order"
  }
  /// That a call of the app's own explains again and again what one lost event would explain only once.
  var fitsWithoutItEachTime: String? {
    let times = recording.timesSuperfluous(violation)
    guard times > 1, isAlone, let other = missing.first else { return nil }
    return "\(grouped(times)) times the calls around it are in order without it; "
      + "\(name(other)) is recorded at other times"
  }
  /// A process that goes on after its last call was not at its end.
  var processGoesOn: String? {
    guard let process = violation.processName, let event = stepBefore?.event else { return nil }
    return "\(violation.processKind) \(process) goes on after event \(grouped(event))"
  }
  /// A lifecycle that only stands for a rule ends where it starts: nothing has ended there.
  var hasEnded: Bool {
    guard isAfterTheEnd, !isProcess,
      let life = grammar.lifecycles.first(where: { $0.name == violation.lifecycle })
    else { return false }
    return !life.start.contains { violation.states == [life.states[$0].name] }
  }
  /// That the call that ended the subject was no end, again and again. A cause that the rule names is about another call.
  var goesOnEachTime: String? {
    guard !wording.causes(of: violation).contains(where: { $0.id == .calledByApp }), isCallOfOwner,
      let end = violation.endOfWhatGoesOn(wording),
      case let times = recording.timesGoingOn[end.callback] ?? 0, times > 1
    else { return nil }
    return "\(grouped(times)) times the \(kind) goes on as if \(name(end.callback)) had not come"
  }
  /// How long the end was before the call, or what else speaks for it. That it was before is no evidence: otherwise there would be
  /// no finding.
  var ending: String? {
    guard let stepBefore, case let step = violation.endBefore ?? stepBefore else { return nil }
    if let gap = gap(since: step) {
      return
        "\(name(step.callback)) came \(duration(gap)) before, as event \(grouped(step.event ?? 0))"
    }
    return fitsWithoutIt
      ?? (step == stepBefore
        ? "it is the first call about this \(kind) after \(name(step.callback))" : nil)
  }
  /// Whether the recording has the end of a subject, of which an object may be left.
  var hasEnding: Bool { !wording.endings.isDisjoint(with: recording.occurred) }
  /// That the call came so soon after the end of its subject, within 5 ms, that the method of the end made it.
  var madeInEnding: String? {
    guard !isProcess, let stepBefore, wording.endings.contains(stepBefore.callback),
      violation.isRemoved || fitsRemoved,
      let gap = gap(since: stepBefore), gap >= 0, gap <= 0.005,
      (previous?["delegate"]).map({ $0 == origin["delegate"] }) ?? true
    else { return nil }
    return "\(name(stepBefore.callback)) came only \(duration(gap)) before"
  }
  var namedThread: String? {
    detail ?? origin["thread"].map { "the event names the thread \($0)" } ?? violation.message
  }
  /// What a framework does on purpose, if the cause tells of it: a quirk that excuses only calls with a recorded caller.
  var habit: Quirk? {
    guard let asked, asked.id == .platform else { return nil }
    return grammar.quirks.first {
      $0.text == asked.text && !$0.callers.isEmpty && !$0.allowsUnknownCaller
        && grammar.rules[$0.rule].id == violation.rule
    }
  }
  /// Whether it is about other calls, or the recording names another caller.
  var isNoHabit: Bool {
    guard let habit else { return false }
    return caller != nil
      || !habit.callbacks.isEmpty
        && !habit.callbacks.contains { grammar.callbacks[$0].name == violation.callback }
  }
  var otherProcessAfterTheEnd: String? {
    guard isAfterTheEnd, let (first, second) = both("process"), first != second else { return nil }
    return "the call before was made in process \(first), this one in \(second)"
  }
  var requiredForOthers: String? {
    rule?.required.map { grammar.callbacks[$0].name }.flatMap {
      occurred.contains($0)
        ? "\(name($0)) is recorded for others, so the recording would show it" : nil
    }
  }
}

/// Calls that are missing.
extension CauseFacts {
  var movesFirstMissing: Bool { missing.first.map(violation.repair.moves) ?? false }
  var firstMissingOccurs: String? {
    missing.first.flatMap {
      occurred.contains($0) ? "\(name($0)) is recorded elsewhere, but not here" : nil
    }
  }
  /// That the missing call is the next one, or that it is recorded in other places.
  var missingElsewhere: String? { followsLate ?? firstMissingOccurs }
  var followsLate: String? {
    wording.missingCallComesLater(violation).map {
      "\($0), as event \(grouped(violation.missingCallAfter?.event ?? 0))"
    }
  }
  var isMissingNextSoon: Bool {
    violation.missingCallAfter.map { gap(since: $0).map { -$0 <= Self.moment } ?? true } ?? false
  }
  /// That a call is missing which the recording states it shows, and never does.
  var missingAsStated: String? {
    guard !isAboutTheEnd, let first = missing.first(where: { !occurred.contains($0) }) else {
      return nil
    }
    if recording.listed.contains(first) {
      return "\"records\" lists \(name(first)), but it never comes"
    }
    return recording.statesEverything
      ? "\"records\" says that everything is shown, and \(name(first)) never is" : nil
  }

  /// The callbacks that the text of the rule's cause names.
  private var named: [String] { asked.flatMap { wording.mentioned[$0.text] } ?? [] }
  private func names(_ callback: String) -> Bool {
    named.contains { name($0) == name(callback) }
  }
  /// The missing calls that never occur. A cause that names callbacks is about those only.
  private var unseen: [String] {
    missing.filter { !occurred.contains($0) && (named.isEmpty || names($0)) }
  }
  private var unrecorded: String? { unseen.first ?? named.first { !occurred.contains($0) } }
  /// Whether the calls that never occur are all that is missing, here or, if this call is only removed, in other findings.
  var isAllMissingUnrecorded: Bool {
    if !missing.isEmpty { return unseen.count == missing.count }
    return unrecorded.map { recording.timesMissing($0, of: violation.subject) > 0 } ?? false
  }
  var recordsWhatIsNamed: Bool { !named.isEmpty && named.allSatisfy(occurred.contains) }
  var recordsOnlyWhatIsNotMissing: Bool {
    recordsWhatIsNamed && !missing.contains(where: names)
      && !(missing.isEmpty && violation.cause == .missing)
  }
  /// Whether the recording states that it would show the call, or nobody doubts that. Only where it should have come more than once, and never
  /// did, the statement is more doubtful than the call.
  var isUnrecordedAgainstStatement: Bool {
    guard let unrecorded else { return false }
    if recording.listed.contains(unrecorded)
      || grammar.callbacks.contains(where: { $0.name == unrecorded && $0.isPresumedRecorded })
    {
      return true
    }
    return recording.statesEverything
      && (missesAction || isNotification || recording.timesWanted(unrecorded) < 2)
  }
  var neverRecorded: String? {
    guard let unrecorded else { return nil }
    let about = role.map { " about a \(kind) of the role \($0)" } ?? ""
    let doubt =
      recording.statesEverything ? ", although \"records\" says that everything is shown" : ""
    return "the recording has no \(name(unrecorded))\(about)\(doubt)"
  }
  var isNothingAfterIt: Bool {
    missing.isEmpty && violation.cause == .missing && !recording.statesEverything
  }
  var isFirstMissingAround: Bool {
    violation.steps.contains { $0.callback == missing.first && $0.event != nil }
  }
  var missingAgainAndAgain: String? {
    guard let name = missing.first, !(recording.hasElsewhere(name, violation) ?? false),
      case let times = recording.timesMissing(name, of: violation.subject), times > 1
    else { return nil }
    let place = recording.occurred.contains(name) ? ", and the recording has it elsewhere" : ""
    return "it is missing \(grouped(times)) times about this \(kind)\(place)"
  }
  var beginsWithoutFirstMissing: String? {
    let isLater = violation.steps.contains {
      $0.mark == .match && $0.event ?? .max < violation.event
    }
    return missing.first.flatMap {
      isLater ? nil : "others have \(name($0)), this \(kind) begins without it"
    }
  }
  var severalMissingOccur: String? {
    let known = missing.filter(occurred.contains)
    let names = listed(known.prefix(3).map(name), "and")
    return known.count > 1 ? "\(names) are missing in a row, and are recorded elsewhere" : nil
  }
  var missingOnce: String? {
    guard let first = missing.first(where: occurred.contains),
      recording.timesMissing(first, of: violation.subject) < 2
    else { return nil }
    return "\(name(first)) is missing once, and is recorded elsewhere"
  }
}

/// What the recording as a whole lacks.
extension CauseFacts {
  var hasBeginning: Bool { wording.beginnings.contains(where: occurred.contains) }
  var callsBefore: [Violation.Step] {
    violation.steps.filter { $0.event.map { $0 < violation.event } ?? false }
  }
  var noBeginning: String? { wording.beginnings.last.map { "the recording has no \(name($0))" } }

  var eventsAfter: Int { recording.eventCount - violation.event }
  var endsAfter: String? {
    guard isAboutTheEnd, isNamed || !missing.isEmpty, eventsAfter < 1_000_000 else { return nil }
    return eventsAfter < 1
      ? "the recording ends with this event"
      : "the recording ends \(counted(eventsAfter, "event")) later"
  }
  var isNoLossBetween: Bool {
    missing.isEmpty
      && (stepBefore == nil || !isSomethingRemoved || violation.subjectKind != nil || isProcess
        || followsSoon)
  }
  /// Of a call that only came again, nothing shows that others were lost.
  var isSilenceBeforeEcho: Bool {
    missing.isEmpty && gap(since: stepBefore) == nil && echo != nil
  }
  var silenceBefore: String? {
    guard missing.isEmpty, let stepBefore else { return nil }
    return gap(since: stepBefore).map {
      "for \(duration($0)), no call about this \(kind) is recorded before it"
    } ?? "no call about this \(kind) is recorded between \(name(stepBefore.callback)) and it"
  }
  var followsSoon: Bool { gap(since: stepBefore).map { $0 <= Self.moment } ?? false }

  private var noProcess: String { "no event names its \(violation.processKind)" }
  var unnamedProcess: String? {
    noProcess + (gap(since: stepBefore).map { ", and \(duration($0)) had passed" } ?? "")
  }
  var processBeganAgain: String? {
    recording.secondBeginning.flatMap {
      $0 <= violation.event
        ? "the \(violation.processKind) began again at event \(grouped($0)), and \(noProcess)" : nil
    }
  }

  /// The values of the first member that identifies something of which the subject has one at a time.
  private var aliases: (member: String, values: (String, String))? {
    grammar.subjects.compactMap(\.aliasMember)
      .compactMap { member in both(member).map { (member, $0) } }.first
  }
  var hasSameAlias: Bool { aliases.map { $0.values.0 == $0.values.1 } ?? false }
  var otherAlias: String? {
    aliases.map { "its \($0.member) is \($0.values.1), before it was \($0.values.0)" }
  }
  var fitsSecondSubject: String? {
    !isProcess && recording.seemsShared(violation.subject)
      ? "later calls fit only if there were a second \(kind)" : nil
  }
  var lackedByAnother: String? {
    if isAlone || isSoonEcho { return nil }
    return recording.otherLacking(violation).map {
      "\($0.isEmpty ? "another \(kind)" : "\(kind) \($0)") lacks this call just then, and it came twice here"
    }
  }
  var unnamedSubject: String? {
    !isProcess && violation.subject.isEmpty ? "no event names its \(kind)" : nil
  }
}

/// The order in which events were written.
extension CauseFacts {
  var timeBeforeLast: String? {
    guard let stepBefore, let gap = gap(since: stepBefore), gap < 0 else { return nil }
    return "its time is \(duration(-gap)) before that of event \(stepBefore.event ?? 0)"
  }
  var timeAfterNext: String? {
    guard let number = stepAfter?.event, let gap = gap(since: stepAfter), gap > 0 else {
      return nil
    }
    return "event \(grouped(number)) after it has a time \(duration(gap)) before"
  }
  var fitsMoved: String? {
    let repair = violation.repair
    guard let removal = repair.deletions.first(where: { repair.moves($0.callback) }),
      let place = repair.insertions.first(where: { $0.callback == removal.callback })?.beforeEvent
    else { return nil }
    let isNext = place == removal.event - 1 || place == removal.event + 2
    if isNext {
      let pair = [removal.event, place > removal.event ? place - 1 : place].sorted().map(grouped)
      return "events \(listed(pair, "and")) are in order if they are exchanged"
    }
    let side = place > removal.event ? "later" : "earlier"
    let event = "\(name(removal.callback)) (event \(grouped(removal.event)))"
    return "\(event) fits a little \(side), before event \(grouped(place))"
  }
  var notificationBefore: String? {
    violation.related.first.map { "its notification is event \(grouped($0.event))" }
  }
  var nextCallFollows: String? {
    guard let next = violation.rowAfter, let number = next.event else { return nil }
    let when = number == violation.event + 1 ? "directly after it" : "after it"
    let gap = gap(since: next).map { "\(duration(-$0)) later" } ?? when
    return "\(name(next.callback)) came \(gap), as event \(grouped(number))"
  }
}

extension EventOrigin {
  /// The value of a member that the event has; for `file`, the file with the line.
  package subscript(name: String) -> String? {
    name == "file" ? place : members.first { $0.name == name }?.value
  }
}
