internal import TraceModel

/// A fault in about twelve lines: what happened, where, why, what to change, and the calls around the first finding.
extension TextReport {
  /// One finding by itself.
  package func diagnostic(of violation: Violation, in trace: TraceReport) -> String {
    diagnostic(Fault(of: violation, in: trace))
  }

  package func diagnostic(_ fault: Fault) -> String {
    let violation = fault.first
    var text = headline(fault) + "\n  " + place(fault) + "  " + ruleNames(fault) + "\n"
    text += logLine(of: violation) + causes(fault.causes, besides: fault.message)
    if let witness = violation.witness {
      text += paragraph("Your own runs", witness.inWords { name($0) })
    }
    if let quirk = violation.quirk {
      text += "  Excused by \(terminalSafe(quirk)), a known deviation of the platform\n"
    }
    let rows = rows(of: violation.told)
    if !rows.isEmpty { text += "\n" + rows }
    return text + others(of: fault)
  }

  private func headline(_ fault: Fault) -> String {
    theme.paint(fault.severity.name, .init(fault.severity)) + ": "
      + theme.paint(terminalSafe(fault.message), .emphasis)
  }

  private func ruleNames(_ fault: Fault) -> String {
    var names = fault.rules.prefix(2).map { terminalSafe($0.rule) }
    let rest = fault.rules.count - names.count
    if rest > 0 { names.append(counted(rest, "more rule")) }
    return theme.paint("[" + listed(names, "and") + "]", .faint)
  }

  /// The likely cause with its evidence, what to change, and the next cause.
  package func causes(_ causes: [PossibleCause], besides title: String = "") -> String {
    guard let cause = causes.first else { return "" }
    var text = paragraph(causes.heading.capitalizedFirst, cause.text + ".")
    for proof in cause.proofs(besides: title) { text += item("✓", proof, indent: 4) }
    let changes = cause.changes
    if changes.count == 1 { text += paragraph("Change", changes[0]) }
    if changes.count > 1 {
      text += "  " + theme.paint("Change", .success) + ":\n"
      for (number, step) in changes.enumerated() { text += item("\(number + 1).", step, indent: 4) }
    }
    if causes.count > 1 { text += paragraph("Otherwise", causes[1].text + ".") }
    return text
  }

  /// Where and when it happened, and to whom.
  private func place(_ fault: Fault) -> String {
    let violation = fault.first
    var parts: [String] = []
    if let source = violation.origin.place { parts.append(terminalSafe(source)) }
    var facts = [fault.trace.path + ":\(violation.line)"]
    if let time = violation.time { facts.append(recordedTime(time)) }
    let subjects = subjects(of: fault)
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
  private func subjects(of fault: Fault) -> [String] {
    let first = fault.first
    return fault.trace.violations.filter { $0.event == first.event && $0.rule == first.rule }
      .flatMap { [$0.subject] + $0.otherSubjects }.unique
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

  /// Words after a head, broken to the width.
  package func paragraph(_ head: String, _ words: String) -> String {
    "  " + theme.paint(head, .success) + ":" + wrapped(words, after: "  \(head):", indent: 4)
  }

  /// Words after a sign, broken to the width and indented below its words.
  /// - Parameter size: the columns of the sign, if it is painted.
  package func item(_ sign: String, _ words: String, indent: Int, size: Int? = nil) -> String {
    let room = String(repeating: " ", count: indent + (size ?? sign.count))
    return String(repeating: " ", count: indent) + sign
      + wrapped(terminalSafe(words), after: room, indent: room.count + 1)
  }

  private func wrapped(_ words: String, after start: String, indent: Int) -> String {
    var used = displayWidth(of: start)
    var text = ""
    for word in terminalSafe(words).split(separator: " ") {
      let size = displayWidth(of: String(word))
      if let width, used + 1 + size > width, used > indent {
        text += "\n" + String(repeating: " ", count: indent - 1)
        used = indent - 1
      }
      text += " " + word
      used += 1 + size
    }
    return text + "\n"
  }

  /// The calls around the event: up to three before it, those that are missing, and one after it.
  private func steps(of violation: Violation) -> ArraySlice<Violation.Step> {
    guard let place = violation.steps.lastIndex(where: \.offending) else { return [] }
    // What is wrong without an edit to a call is not seen in the calls.
    if violation.cause == .tooLate || violation.cause == .missing && violation.repair.cost == 0 {
      return []
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
    return violation.steps[first...last]
  }

  private func rows(of violation: Violation) -> String {
    let steps = steps(of: violation)
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
      if index == event, let caller = violation.caller {
        remark = "called by " + terminalSafe(caller)
      }
      let states =
        showsStates && step.mark != .unexpected ? terminalSafe(statesInWords(step.states)) : ""
      return [name(step.callback), states, delay ?? "", remark]
    }
    var text = ""
    for (step, cells) in zip(steps, aligned(cells)) {
      let number = step.event.map(String.init) ?? ""
      let isFault = step.mark == .unexpected || step.offending
      let sign = violation.severity == .note ? "•" : "✗"
      let mark = step.mark == .missing ? "+" : step.offending ? sign : isFault ? "−" : " "
      let line = "\(mark) " + cells
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

  /// How many more calls are wrong, which ones, and in how many traces.
  private func others(of fault: Fault) -> String {
    if fault.callCount == 1 { return "" }
    let traces = fault.occurrences.count
    let place = traces > 1 ? " in \(counted(traces, "trace"))" : ""
    if fault.calls.count == 1 {
      return "  and \(grouped(fault.callCount - 1)) more like it\(place)\n"
    }
    var calls = fault.calls.prefix(6).map { "\(name($0.callback)) \(grouped($0.count))" }
    let rest = fault.calls.count - calls.count
    if rest > 0 { calls.append(counted(rest, "more call")) }
    return paragraph("\(counted(fault.callCount, "call"))\(place)", calls.joined(separator: ", "))
  }
}
