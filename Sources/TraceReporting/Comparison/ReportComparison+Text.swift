internal import TraceDiagnostics

extension ReportComparison {
  /// The comparison for a person at a terminal, as UTF-8 text.
  public func text(theme: TextTheme = .plain) -> [UInt8] {
    var text = ""
    for fault in faults where fault.new > 0 || fault.gone > 0 {
      let isNew = fault.new > 0
      let count = isNew ? fault.new : fault.gone
      text += theme.paint(isNew ? "new " : "gone", isNew ? .error : .success) + " "
      text += theme.paint(fault.severity.name, .init(fault.severity))
      text += "[\(terminalSafe(fault.rule))]: \(terminalSafe(fault.summary))"
      text +=
        count > 1 || fault.unchanged > 0 ? " (\(fault.base) before, \(fault.head) now)\n" : "\n"
    }
    if !text.isEmpty { text += "\n" }
    for behavior in behaviors { text += section(behavior, theme) + "\n" }
    text += visits("no longer visited", states: statesGone, transitions: transitionsGone)
    text += visits("newly visited", states: statesNew, transitions: transitionsNew)
    for path in onlyInBase { text += "only in the first: \(terminalSafe(path))\n" }
    for path in onlyInHead { text += "only in the second: \(terminalSafe(path))\n" }
    if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    return Array((text + totals).utf8)
  }

  private var totals: String {
    var text = "violations: \(newViolations) new, \(goneViolations) gone, "
    text += "\(unchangedViolations) unchanged\n"
    text += "behavior: \(behaviors.count) of \(counted(comparedTraces, "compared trace")) changed\n"
    return text
  }

  private func visits(_ head: String, states: [Visit], transitions: [Visit]) -> String {
    var text = ""
    for visit in states {
      text += "\(head): state \(terminalSafe(visit.name)) of \(terminalSafe(visit.lifecycle))\n"
    }
    for visit in transitions {
      text +=
        "\(head): transition \(terminalSafe(visit.name)) of \(terminalSafe(visit.lifecycle))\n"
    }
    return text
  }

  private func section(_ behavior: BehaviorChange, _ theme: TextTheme) -> String {
    var text = theme.paint(terminalSafe(behavior.headPath), .emphasis)
    text += ": \(behavior.summary)\n"
    let hunks = behavior.hunks
    let width = hunks.joined().map { terminalSafe($0.callback).count }.max() ?? 0
    for (index, hunk) in hunks.enumerated() {
      text += index == 0 ? "   first  second\n" : "     ...\n"
      for row in hunk { text += line(row, width: width, theme) + "\n" }
    }
    for shift in behavior.timingShifts.prefix(BehaviorChange.shownShifts) {
      text += "  \(shift.words)\n"
    }
    let rest = behavior.timingShifts.count - BehaviorChange.shownShifts
    if rest > 0 { text += "  and \(rest) smaller timing shifts\n" }
    return text
  }

  private func line(_ row: BehaviorChange.Row, width: Int, _ theme: TextTheme) -> String {
    let numbers = cell(row.baseEvent, width: 6) + cell(row.headEvent, width: 8)
    let name = terminalSafe(row.callback)
    let padding = String(repeating: " ", count: max(0, width - name.count))
    let place = row.subject.isEmpty ? "" : padding + "  " + terminalSafe(row.subject)
    let body = numbers + "  " + name + place
    return switch row.mark {
    case .same: "  " + body
    case .missing: theme.paint("- " + body, .removed)
    case .extra: theme.paint("+ " + body, .added)
    case .moved: theme.paint("~ " + body, .warning)
    }
  }

  private func cell(_ number: Int?, width: Int) -> String {
    let text = number.map(String.init) ?? ""
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension BehaviorChange {
  /// The timing shifts that are listed.
  static let shownShifts = 10

  /// The numbers of calls that differ, in words.
  var summary: String {
    var parts: [String] = []
    for mark in [Mark.missing, .extra, .moved] where count(mark) > 0 {
      parts.append("\(count(mark)) \(mark.rawValue)")
    }
    if parts.isEmpty { parts = ["same order"] }
    if !timingShifts.isEmpty { parts.append(counted(timingShifts.count, "timing shift")) }
    if !isOptimal { parts.append("too different to align") }
    return parts.joined(separator: ", ")
  }

  /// The rows that differ, with two rows around them, in stretches; at most 400 rows in all.
  var hunks: [[Row]] {
    let (around, limit) = (2, 400)
    var hunks: [[Row]] = []
    var (end, shown) = (0, 0)
    for (index, row) in rows.enumerated() where row.mark != .same {
      if shown >= limit { break }
      let first = max(end, index - around)
      let last = min(rows.count, index + around + 1)
      if first > end || hunks.isEmpty { hunks.append([]) }
      if last > first {
        hunks[hunks.count - 1] += rows[first..<last]
        shown += last - first
        end = last
      }
    }
    return hunks
  }
}

extension BehaviorChange.TimingShift {
  /// The shift as one line.
  var words: String {
    let name = terminalSafe(callback)
    let what = after.map { "from \(terminalSafe($0)) to \(name)" } ?? "duration of \(name)"
    let times = [base, head].map { decimal($0, places: 3, isPadded: true) }
    let difference = decimal(change, places: 3, isPadded: true)
    let sign = change < 0 ? "" : "+"
    return "\(change < 0 ? "faster" : "slower"): \(what), \(times[0]) s before, \(times[1]) s now "
      + "(\(sign)\(difference) s)"
  }
}
