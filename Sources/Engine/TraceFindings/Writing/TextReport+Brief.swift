internal import TraceModel

/// A finding in about nine lines: what happened, where, why, and the calls around it.
extension TextReport {
  /// One finding by itself.
  package func briefDiagnostic(of violation: Violation, in trace: TraceReport) -> String {
    let only = FaultGroup.Occurrences(path: trace.path, events: [violation.event], count: 1)
    return briefDiagnostic(FaultGroup(first: violation, trace: trace, occurrences: [only]))
  }

  package func briefDiagnostic(_ group: FaultGroup) -> String {
    let violation = group.first
    var text = theme.paint(violation.severity.name, .init(violation.severity)) + ": "
    text += theme.paint(terminalSafe(violation.message), .emphasis) + "\n"
    text +=
      "  " + place(group) + "  " + theme.paint("[" + terminalSafe(violation.rule) + "]", .faint)
    text += "\n" + logLine(of: violation)
    if let cause = violation.causes.first {
      text += sentence(violation.causeHeading.capitalizedFirst, terminalSafe(cause.reason))
      if !cause.action.isEmpty { text += sentence("Fix", terminalSafe(cause.action)) }
      if violation.causes.count > 1 {
        text += sentence("Otherwise", terminalSafe(violation.causes[1].reason))
      }
    }
    if let witness = violation.witness {
      text += sentence("Your own runs", witness.inWords { name($0) })
    }
    if let quirk = violation.quirk {
      text += "  Excused by \(terminalSafe(quirk)), a known deviation of the platform\n"
    }
    let rows = rows(of: violation)
    if !rows.isEmpty { text += "\n" + rows }
    return text + others(of: group)
  }

  /// A finding in one line.
  package func line(_ group: FaultGroup) -> String {
    let violation = group.first
    var text = theme.paint(violation.severity.name, .init(violation.severity)) + ": "
    text += terminalSafe(violation.message)
    if group.count > 1 { text += " (\(grouped(group.count)) times)" }
    let place = violation.origin.place ?? plainPath(group.trace.path) + ":\(violation.line)"
    return text + "  " + terminalSafe(place) + "  "
      + theme.paint("[" + terminalSafe(violation.rule) + "]", .faint) + "\n"
  }

  /// Where and when it happened, and to whom.
  private func place(_ group: FaultGroup) -> String {
    let violation = group.first
    var parts: [String] = []
    if let source = violation.origin.place { parts.append(terminalSafe(source)) }
    var facts = [group.trace.path + ":\(violation.line)"]
    if let time = violation.time { facts.append(recordedTime(time)) }
    let subjects = subjects(of: group)
    if subjects.count > 1 {
      let kinds = SubjectCount.plural(of: violation.nameOfSubjectKind)
      facts.append("\(kinds) \(listed(subjects.prefix(5).map(shortIdentity), "and"))")
    } else if !violation.subject.isEmpty {
      facts.append("\(violation.nameOfSubjectKind) \(shortIdentity(violation.subject))")
    }
    if let process = violation.otherProcess {
      facts.append("\(violation.processKind) \(process)")
    }
    parts.append(terminalSafe(facts.joined(separator: ", ")))
    return parts.joined(separator: "   ")
  }

  /// All subjects for which the same call breaks the rule, in the order of the trace.
  private func subjects(of group: FaultGroup) -> [String] {
    let first = group.first
    var subjects: [String] = []
    for other in group.trace.violations
    where other.event == first.event && other.rule == first.rule {
      for subject in [other.subject] + other.otherSubjects where !subjects.contains(subject) {
        subjects.append(subject)
      }
    }
    return subjects
  }

  /// The line of a log that the event was read from; nothing for other recordings.
  private func logLine(of violation: Violation) -> String {
    guard
      let line = violation.origin.members.first(where: { $0.name == EventMembers.logLine })
    else { return "" }
    let text = terminalSafe(String(line.value.drop(while: \.isWhitespace)))
    let room = max(20, (width ?? 120) - 5)
    let shown = text.count > room ? text.prefix(room - 1) + "…" : text[...]
    return "  " + theme.paint("| " + shown, .faint) + "\n"
  }

  /// The first part of a long identity such as a UUID.
  private func shortIdentity(_ identity: String) -> String {
    identity.count > 20 ? identity.prefix(8) + "…" : identity
  }

  private func sentence(_ head: String, _ words: String) -> String {
    var lines = [""]
    let start = "  \(head): "
    for word in words.split(separator: " ") {
      let used = displayWidth(
        of: (lines.count == 1 ? start : "    ") + lines[lines.count - 1] + word)
      if let width, used + 1 > width, !lines[lines.count - 1].isEmpty { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return "  " + theme.paint(head, .success) + ": " + lines.joined(separator: "\n    ") + "\n"
  }

  /// The calls around the event: up to three before it, those that are missing, and one after it.
  private func rows(of violation: Violation) -> String {
    guard let place = violation.steps.lastIndex(where: \.offending) else { return "" }
    // What is wrong without an edit to a call is not seen in the calls.
    if violation.cause == .tooLate || violation.cause == .missing && violation.repair.cost == 0 {
      return ""
    }
    var first = place
    var recorded = 0
    while first > 0, place - first < 5 {
      if violation.steps[first - 1].event != nil {
        if recorded == 3 { break }
        recorded += 1
      }
      first -= 1
    }
    var last = place
    while last + 1 < violation.steps.count, last - place < 3 {
      last += 1
      if violation.steps[last].event != nil { break }
    }
    // What the repair adds, and the states that it leads to, are not what the cause says.
    let hidesMissing =
      violation.shouldNotHaveCome && violation.steps[first...last].contains { $0.mark == .missing }
    let steps = violation.steps[first...last].filter { $0.mark != .missing || !hidesMissing }
    let event = steps.lastIndex(where: \.offending) ?? 0
    let digits = max(3, String(steps.compactMap(\.event).max() ?? 0).utf8.count + 1)
    // States of lifecycles beside the main one have names that only their grammar knows.
    let showsStates = violation.subjectKind == nil
    let cells = steps.indices.map { index -> [String] in
      let step = steps[index]
      let before = steps[..<index].last { $0.time != nil }?.time
      let delay = step.time.flatMap { time in
        before.map { time - $0 < 0.000_5 ? "+0 ms" : "+" + duration(time - $0) }
      }
      var remark = ""
      if step.mark == .missing { remark = "missing" }
      if index == event, let caller = violation.origin.members.first(where: { $0.name == "caller" })
      {
        remark = "called by " + terminalSafe(caller.value)
      }
      let isWrong = step.mark == .unexpected || hidesMissing && index >= event
      let states =
        showsStates && !isWrong ? terminalSafe(statesInWords(step.states)) : ""
      return [name(step.callback), states, delay ?? "", remark]
    }
    let widths = (0..<4).map { column in cells.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    var text = ""
    for (step, cells) in zip(steps, cells) {
      let number = step.event.map(String.init) ?? ""
      let isFault = step.mark == .unexpected || step.offending
      let sign = violation.severity == .note ? "•" : "✗"
      let mark = step.mark == .missing ? "+" : step.offending ? sign : isFault ? "−" : " "
      var line = "\(mark) "
      for (cell, width) in zip(cells, widths) where width > 0 {
        line += cell + String(repeating: " ", count: width - displayWidth(of: cell) + 2)
      }
      while line.last == " " { line.removeLast() }
      text +=
        theme.paint(
          String(repeating: " ", count: digits - number.utf8.count) + number, .faint) + " "
      text +=
        step.mark == .missing
        ? theme.paint(line, .added) : isFault ? theme.paint(line, .removed) : line
      text += "\n"
    }
    return text
  }

  /// How often it happened again, and in how many traces.
  private func others(of group: FaultGroup) -> String {
    let rest = group.count - 1
    if rest == 0 { return "" }
    let traces = group.occurrences.count
    let place = traces > 1 ? " in \(counted(traces, "trace"))" : ""
    return "  and \(grouped(rest)) more like it\(place)\n"
  }
}
