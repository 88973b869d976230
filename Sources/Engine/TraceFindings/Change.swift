internal import TraceModel

/// What a person would change once: all faults of a report with the same cause, which the same change repairs.
public struct Change: Sendable, Equatable {
  /// The cause, in one sentence without a full stop; what the rule forbids where no cause is known.
  public var text: String
  /// What to do, one step after the other; empty where nothing is known. To find the callers is said in the first change alone.
  public var steps: [String]
  /// How many findings there are of each severity, listed or not.
  public var counts = SeverityCounts()
  /// The faults, those with most errors first.
  public var faults: [Fault] = []
  /// The traces that have one of them, in the order of the report.
  public var traces: [Int] = []
}

extension Report {
  /// What to change, what repairs most errors first. Each of the faults is in one of the changes.
  /// - Complexity: O(n log n) in the number of faults and of the traces that have them.
  public func changes(for faults: [Fault]) -> [Change] {
    var positions: [[String]: Int] = [:]
    var groups: [[Fault]] = []
    for fault in faults {
      let key = fault.changeKey
      let position = positions[key] ?? groups.count
      if position == groups.count {
        positions[key] = position
        groups.append([])
      }
      groups[position].append(fault)
    }
    let changes = groups.map { faults in
      let (text, steps) = Fault.change(of: faults, in: self)
      var change = Change(text: text, steps: steps, faults: faults)
      for fault in faults { change.counts += fault.counts }
      change.traces = Set(faults.flatMap(\.occurrences).map(\.trace)).sorted()
      return change
    }
    let sorted = changes.enumerated().sorted { left, right in
      let (one, other) = (left.element.counts, right.element.counts)
      return (other.errors, other.warnings, other.notes, left.offset)
        < (one.errors, one.warnings, one.notes, right.offset)
    }.map(\.element)
    // Who records with callers once has the callers of all.
    let first = sorted.firstIndex { $0.steps.contains(PossibleCause.findCaller) }
    return sorted.enumerated().map { index, change in
      var change = change
      if index != first { change.steps.removeAll { $0 == PossibleCause.findCaller } }
      return change
    }
  }
}

extension [Change] {
  /// How much of all a few of them carry, `Four changes would repair 228 of 320 errors`; nil where there are only a few.
  public var leverage: String? {
    let words = ["", "One change", "Two changes", "Three changes", "Four changes"]
    let severity = Severity.allCases.reversed().first { severity in
      contains { $0.counts[severity] > 0 }
    }
    guard let severity, count > words.count else { return nil }
    let all = reduce(0) { $0 + $1.counts[severity] }
    let most = count { $0.counts[severity] > 0 }
    let number = Swift.min(words.count - 1, most)
    let carried = prefix(number).reduce(0) { $0 + $1.counts[severity] }
    if carried == all { return "\(words[number]) would repair all \(counted(all, severity.name))" }
    return "\(words[number]) would repair \(grouped(carried)) of \(counted(all, severity.name))"
  }
}

extension Fault {
  /// What faults of one change have in common: the mechanism and who is behind it, or the words of the cause.
  fileprivate var changeKey: [String] {
    guard let cause = causes.first else { return ["", first.rule] }
    if Self.generalWords(cause.id) == nil { return [cause.id.rawValue, cause.text] }
    let caller = first.origin.members.first { $0.name == "caller" }?.value
    return [cause.id.rawValue, "", caller ?? ""]
  }

  /// The words for faults of one change; those of the first one if they are true for all.
  fileprivate static func change(
    of faults: [Fault], in report: Report
  ) -> (text: String, steps: [String]) {
    guard let first = faults.first, let cause = first.causes.first else {
      return (faults.first.flatMap { report.rule($0.first.rule)?.title } ?? "", [])
    }
    let all = faults.compactMap(\.causes.first)
    let general = generalWords(cause.id)
    let isSame = all.allSatisfy { $0.text == cause.text }
    let text = isSame ? cause.text : general?.text ?? cause.text
    guard let general, all.contains(where: { $0.action != cause.action }) else {
      return (text, cause.changes)
    }
    let asks = all.contains { $0.changes.first == PossibleCause.findCaller }
    return (
      text,
      (asks ? [PossibleCause.findCaller] : [])
        + PossibleCause(text: "", action: general.action).changes
    )
  }
}
