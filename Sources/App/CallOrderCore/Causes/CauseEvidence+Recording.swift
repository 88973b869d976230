internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What the recorder may have missed, lost or mixed up.
extension CauseEvidence {
  /// The calls that the repair inserts.
  private var missing: [String] {
    var names: [String] = []
    for insertion in violation.repair.insertions where !names.contains(insertion.callback) {
      names.append(insertion.callback)
    }
    return names
  }

  /// The callbacks that the cause names: missing ones, or otherwise any.
  private var named: [String] {
    if text.isEmpty { return [] }
    let named = missing.filter { text.mentions(name($0)) }
    // Most causes name what is missing, and to look for all others costs more than all else about a finding.
    if !named.isEmpty || violation.repair.deletions.isEmpty { return named }
    return grammar.callbacks.map(\.name).filter { text.mentions(name($0)) }
  }

  /// The missing calls that never occur. A cause that names callbacks is about those only.
  var unseen: [String] {
    let named = named
    return missing.filter {
      !facts.occurred.contains($0) && (named.isEmpty || named.contains($0))
    }
  }

  /// Whether the finding is that nothing follows.
  private var isAboutTheEnd: Bool {
    if violation.cause != .missing { return false }
    return violation.repair.insertions.allSatisfy { $0.beforeEvent > violation.event }
  }

  var notRecorded: CauseSupport {
    guard let first = missing.first else {
      return isNamed && violation.cause == .missing && !facts.statesEverything ? .open : .refuted
    }
    if violation.repair.moves(first) { return .refuted }
    let named = named
    if !named.isEmpty, named.allSatisfy(facts.occurred.contains),
      !missing.contains(where: named.contains)
    {
      return .refuted
    }
    let unseen = unseen
    guard let name = unseen.first else {
      if violation.steps.contains(where: { $0.callback == first && $0.event != nil }) {
        return .refuted
      }
      let kind = violation.nameOfSubjectKind
      let times = facts.findings.timesMissing(first, of: violation.subject)
      if times > 1 {
        return .supported(
          45, "it is missing \(grouped(times)) times about this \(kind), others have it")
      }
      let isFirst = !violation.steps.contains {
        $0.mark == .match && ($0.event ?? .max) < violation.event
      }
      guard isFirst else { return .open }
      return .supported(
        28, "others have \(self.name(first)), this \(kind) begins without it")
    }
    if facts.listed.contains(name) || isSurelyRecorded { return .refuted }
    return .supported(unseen.count == missing.count ? 46 : 41, never(name))
  }

  /// Whether the recorder surely records what is missing, as it states: one of the app's own actions, or a notification
  /// where notifications are recorded. A class may still lack a method.
  var isSurelyRecorded: Bool {
    facts.statesEverything && (isMissingAction || violation.kind == .notification)
  }

  /// That the recording never has a callback, or never about subjects of the role.
  func never(_ callback: String) -> String {
    let kind = violation.nameOfSubjectKind
    let about = facts.role.map { " about a \(kind) of the role \($0)" } ?? ""
    return "the recording has no \(name(callback))\(about)"
  }

  var startsLate: CauseSupport {
    guard violation.cause == .missing || isNamed, !isAboutTheEnd else { return .refuted }
    let beginnings = grammar.processBeginnings
    let beforeIt = violation.steps.filter { $0.event.map { $0 < violation.event } ?? false }
    if let seen = beginnings.first(where: facts.occurred.contains) {
      // The launch may be recorded elsewhere than the first calls of a scene.
      let isFirst = beforeIt.allSatisfy { $0.callback == seen || beginnings.contains($0.callback) }
      guard missing.count > 1, isFirst, missing.contains(where: facts.occurred.contains) else {
        return .refuted
      }
      return .supported(
        47, "its first \(grouped(missing.count)) calls are missing, and later ones are recorded")
    }
    if !beforeIt.isEmpty { return .refuted }
    guard let launch = beginnings.last else {
      return .supported(
        24, "it is the first recorded call about this \(violation.nameOfSubjectKind)")
    }
    return .supported(47, "the recording has no \(name(launch))")
  }

  var cut: CauseSupport {
    if violation.cause == .lostInGap { return .supported(60, "the recording names lost events") }
    if isAboutTheEnd {
      let last = facts.eventCount - violation.event
      let isKnown = isNamed || !missing.isEmpty
      guard isKnown, last < 1_000_000, isNamed || last == 0 else { return .refuted }
      return .supported(
        last < 2 ? 34 : 22,
        last < 1
          ? "the recording ends with this event"
          : "the recording ends \(grouped(last)) event\(last == 1 ? "" : "s") later")
    }
    if missing.isEmpty, let before = violation.stepBefore {
      if violation.repair.deletions.isEmpty || violation.subjectKind != nil
        || violation.nameOfSubjectKind == violation.processKind
      {
        return .refuted
      }
      let (kind, weight) = (violation.nameOfSubjectKind, fitsWhatFollows ? 43 : 33)
      guard let gap = gap(since: before) else {
        // Of a call that only came again, nothing shows that others were lost.
        if violation.echo != nil { return .open }
        return .supported(
          weight, "no call about this \(kind) is recorded between \(name(before.callback)) and it")
      }
      if gap <= Self.moment { return .refuted }
      return .supported(
        weight, "for \(duration(gap)), no call about this \(kind) is recorded before it")
    }
    guard !missing.isEmpty, !violation.repair.moves(missing[0]), !isMissingAction else {
      return .refuted
    }
    let known = missing.filter(facts.occurred.contains)
    if known.count > 1 {
      let names = listed(known.prefix(3).map(name), "and")
      return .supported(44, "\(names) are missing in a row, and are recorded elsewhere")
    }
    if let one = known.first {
      let weight = violation.event == facts.eventCount ? 25 : 27
      return .supported(weight, "\(name(one)) is missing once, and is recorded elsewhere")
    }
    if let name = missing.first(where: facts.listed.contains) {
      return .supported(30, "\"records\" lists \(self.name(name)), but it never comes")
    }
    return .open
  }

  var runs: CauseSupport {
    if violation.processName != nil { return .refuted }
    let kind = violation.processKind
    let unnamed = "no event names its \(kind)"
    if grammar.processBeginnings.contains(violation.callback),
      isNamed || violation.sameCallBefore != nil
    {
      if let gap = violation.echo?.gap, gap <= CauseEvidence.moment { return .open }
      let running = violation.stepBefore.flatMap(gap).map { ", \(duration($0)) after other calls" }
      return .supported(
        55, "\(name(violation.callback)) came again\(running ?? ""), and \(unnamed)")
    }
    if let second = facts.findings.secondBeginning, second <= violation.event {
      return .supported(52, "the \(kind) began again at event \(grouped(second)), and \(unnamed)")
    }
    if violation.cause == .afterTheEnd, violation.nameOfSubjectKind == kind {
      return .supported(45, unnamed)
    }
    let hasLaunch = grammar.processBeginnings.contains(where: facts.occurred.contains)
    guard isNamed, !hasLaunch else { return isNamed ? .open : .refuted }
    let since = violation.stepBefore.flatMap(gap)
    if since == nil, violation.echo != nil { return .supported(30, unnamed) }
    if since.map({ $0 <= Self.moment }) ?? false { return .open }
    return .supported(
      46, since.map { "\(unnamed), and \(duration($0)) had passed" } ?? unnamed)
  }

  var outOfOrder: CauseSupport {
    if let before = violation.stepBefore, let gap = gap(since: before), gap < 0 {
      return .supported(
        64, "its time is \(duration(-gap)) before that of event \(before.event ?? 0)")
    }
    if let next = violation.stepAfter, let number = next.event,
      let gap = gap(since: next), gap > 0
    {
      return .supported(63, "event \(grouped(number)) after it has a time \(duration(gap)) before")
    }
    if violation.cause == .repeated, let echo = violation.echo,
      echo.gap.map({ $0 > Self.moment }) ?? true,
      let other = facts.findings.exchanged(with: violation)
    {
      return .supported(
        echo.gap == nil ? 48 : 55,
        "with event \(grouped(other)), which came again as well, it fits if two are exchanged")
    }
    let moved = violation.repair.deletions.map(\.callback).first(where: violation.repair.moves)
    if let moved {
      let removal = violation.repair.deletions.first { $0.callback == moved }?.event ?? 0
      let place = violation.repair.insertions.first { $0.callback == moved }?.beforeEvent ?? 0
      let side = place > removal ? "later" : "earlier"
      return .supported(
        48,
        "\(name(moved)) (event \(grouped(removal))) fits a little \(side), before event \(grouped(place))"
      )
    }
    if let next = violation.missingCallAfter, gap(since: next).map({ -$0 <= Self.moment }) ?? true {
      return .supported(25, followsLate)
    }
    guard isNamed else { return violation.cause == .outOfOrder ? .open : .refuted }
    if violation.cause == .outOfOrder {
      return .supported(
        48, violation.related.first.map { "its notification is event \(grouped($0.event))" })
    }
    if let place = violation.place, let next = violation.steps[(place + 1)...].first,
      let number = next.event
    {
      let gap = gap(since: next).map { " \(duration(-$0)) later" } ?? " directly after it"
      return .supported(37, "\(name(next.callback)) came\(gap), as event \(grouped(number))")
    }
    return .open
  }

  func supportOfSlowness(for id: CauseID) -> CauseSupport {
    switch id {
    case .tooSlow: .supported(40, detail)
    case .waitedFor, .heldUp: .open
    default: isNamed ? .open : .refuted
    }
  }
}

extension String {
  /// Whether a text has these words. Swift's own search needs iOS 16.
  func mentions(_ words: String) -> Bool {
    var rest = utf8[...]
    while !rest.starts(with: words.utf8) {
      if rest.popFirst() == nil { return false }
    }
    return true
  }
}
