internal import TraceFindings
internal import TraceModel

extension TextReport {
  /// The calls around a violation with their lines and states, the repair marked in place.
  ///
  /// `+` is a missing call, `-` a superfluous one; the one at fault is underlined.
  func steps(of violation: Violation, gutter: Int) -> String {
    let rows = violation.steps.isEmpty ? [violation.onlyStep] : violation.steps
    let cells = rows.enumerated().map { index, step in
      [
        name(step.callback), terminalSafe(statesInWords(step.states)),
        delay(of: step, after: rows[..<index]), role(of: step, in: violation),
      ]
    }
    let widths = columnWidths(cells)
    var text = ""
    for (step, cells) in zip(rows, cells) {
      text += omission(before: step, gutter: gutter)
      let line = step.line.map(String.init) ?? ""
      text += String(repeating: " ", count: gutter - line.utf8.count)
      text += theme.paint(line + " |", .faint) + " "
      text += painted(step, aligned(cells, widths: widths)) + "\n"
      guard step.offending else { continue }
      text += String(repeating: " ", count: gutter) + theme.paint(" |", .faint) + "   "
      let carets = String(
        repeating: "^", count: max(1, displayWidth(of: name(step.callback))))
      text += theme.paint(
        carets + " " + terminalSafe(violation.judgement), .init(violation.severity))
      text += "\n"
    }
    return text
  }

  /// The lines of the app's source around the one that recorded the event, which is marked.
  func excerpt(of violation: Violation, gutter: Int) -> String {
    guard let excerpt = violation.origin.excerpt else { return "" }
    var text = String(repeating: " ", count: gutter) + theme.paint(" |", .faint) + "\n"
    for (number, line) in zip(excerpt.firstLine..., excerpt.lines) {
      let isIt = number == violation.origin.line
      let digits = String(number)
      text += String(repeating: " ", count: gutter - digits.utf8.count)
      text += theme.paint(digits + " |", .faint) + (isIt ? " > " : "   ")
      let words = terminalSafe(
        line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "  "))
      text += (isIt ? theme.paint(words, .emphasis) : words) + "\n"
    }
    return text
  }

  /// The recorded calls and the legal ones in two columns.
  func comparison(of violation: Violation, gutter: Int) -> String {
    var rows = [["event", "recorded", "legal", "state after"]]
    rows += violation.steps.map { step in
      let name = self.name(step.callback)
      return [
        step.event.map(String.init) ?? "", step.mark == .missing ? "" : name,
        step.mark == .unexpected ? "" : name, terminalSafe(statesInWords(step.states)),
      ]
    }
    let widths = columnWidths(rows)
    let bar = String(repeating: " ", count: gutter + 1) + theme.paint("|", .faint) + " "
    var text = ""
    for (index, row) in rows.enumerated() {
      let line = aligned(row, widths: widths)
      if index > 0 { text += omission(before: violation.steps[index - 1], gutter: gutter) }
      text += bar
      text +=
        index == 0
        ? "  " + theme.paint(line, .faint) : painted(violation.steps[index - 1], line)
      text += "\n"
    }
    return text
  }

  /// A line that says how many rows are left out; empty where none are.
  private func omission(before step: Violation.Step, gutter: Int) -> String {
    guard let words = step.omission else { return "" }
    return String(repeating: " ", count: gutter) + theme.paint(" |   " + words, .faint) + "\n"
  }

  private func painted(_ step: Violation.Step, _ line: String) -> String {
    switch step.mark {
    case .match: "  " + line
    case .missing: theme.paint("+ " + line, .added)
    case .unexpected: theme.paint("- " + line, .removed)
    }
  }

  /// The time since the row before that has one, such as `+0.125 s`.
  private func delay(of step: Violation.Step, after rows: ArraySlice<Violation.Step>) -> String {
    guard let time = step.time, let before = rows.last(where: { $0.time != nil })?.time else {
      return ""
    }
    let delay = decimal(time - before, places: 3, isPadded: true)
    return (delay.hasPrefix("-") ? "" : "+") + delay + " s"
  }

  private func role(of step: Violation.Step, in violation: Violation) -> String {
    let isMove = violation.repair.moves(step.callback)
    return switch step.mark {
    case .match: ""
    case .missing: isMove ? "it belongs here" : "missing"
    case .unexpected: isMove ? "it came here" : "unexpected"
    }
  }

  private func columnWidths(_ rows: [[String]]) -> [Int] {
    guard let first = rows.first else { return [] }
    return first.indices.map { column in rows.map { displayWidth(of: $0[column]) }.max() ?? 0 }
  }

  /// The cells of a row, padded to their columns; empty columns take no room, nothing after the last cell.
  private func aligned(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for (cell, width) in zip(cells, widths) where width > 0 {
      line += cell + String(repeating: " ", count: width - displayWidth(of: cell) + 2)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Violation {
  /// The event itself as a row, for violations that do not list the calls around it.
  fileprivate var onlyStep: Step {
    Step(
      mark: repair.deletions.contains { $0.event == event } ? .unexpected : .match, event: event,
      line: line, callback: callback, states: [], offending: true)
  }
}
