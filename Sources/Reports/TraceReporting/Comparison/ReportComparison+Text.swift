package import TraceModel
internal import TraceFindings

extension ReportComparison {
  /// The comparison for a terminal, as UTF-8 text.
  package func text(theme: TextTheme = .plain) -> [UInt8] {
    var text = ""
    for fate in [Fate.new, .fixed, .gone] {
      for fault in faults where fault.fate == fate { text += diagnostic(fault, theme) }
    }
    for behavior in behaviors { text += section(behavior, theme) + "\n" }
    for path in onlyInBase { text += "only before: \(terminalSafe(path))\n" }
    for path in onlyInHead { text += "only now: \(terminalSafe(path))\n" }
    for caveat in caveats { text += "\(terminalSafe(caveat))\n" }
    if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    return Array((text + totals).utf8)
  }

  /// What became of a fault, where it is, and why something new may have happened.
  private func diagnostic(_ fault: Fault, _ theme: TextTheme) -> String {
    var text = theme.paint(fault.fate.rawValue, fault.fate == .new ? .error : .success) + " "
    text += theme.paint(fault.severity.name, .init(fault.severity)) + ": "
    text += theme.paint(terminalSafe(fault.summary), .emphasis)
    text += Self.countsMatter(fault) ? " (\(fault.base) before, \(fault.head) now)\n  " : "\n  "
    if let place = fault.place {
      let source = fault.violation?.origin.place.map { terminalSafe($0) + "   " } ?? ""
      text += "\(source)\(terminalSafe(place.path)):\(place.line)  "
    }
    text += theme.paint("[\(terminalSafe(fault.rule))]", .faint) + "\n"
    if fault.fate == .new {
      if let before = fault.before {
        text += "  \(terminalSafe(before.words(names.written).capitalizedFirst)).\n"
      }
      text += TextReport(theme: theme).causes(fault.violation?.causes ?? [])
    }
    return text + "\n"
  }

  private var totals: String {
    "findings: \(counts)\n\(calls)\n"
  }

  private func section(_ behavior: BehaviorChange, _ theme: TextTheme) -> String {
    var text = theme.paint(lineSafe(behavior.headPath), .emphasis)
    text += ": \(behavior.summary)\n"
    let hunks = behavior.hunks
    let width = hunks.joined().map { displayWidth(of: terminalSafe($0.callback)) }.max() ?? 0
    for (index, hunk) in hunks.enumerated() {
      text += index == 0 ? "  before     now\n" : "     ...\n"
      for row in hunk { text += line(row, width: width, theme) + "\n" }
    }
    if behavior.unshown > 0 { text += "     ... \(counted(behavior.unshown, "more difference"))\n" }
    return text
  }

  private func line(_ row: BehaviorChange.Row, width: Int, _ theme: TextTheme) -> String {
    let numbers = cell(row.baseEvent, width: 6) + cell(row.headEvent, width: 8)
    let name = terminalSafe(row.callback)
    let place =
      row.subject.isEmpty ? name : padded(name, to: width) + "  " + terminalSafe(row.subject)
    let body = numbers + "  " + place
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
  /// The numbers of calls that differ, in words.
  var summary: String {
    var parts: [String] = []
    for mark in [Mark.missing, .extra, .moved] where count(mark) > 0 {
      parts.append("\(count(mark)) \(mark.rawValue)")
    }
    if !isOptimal { parts.append("too different to align") }
    return parts.joined(separator: ", ")
  }

  /// The rows that differ, with two rows around them, in ranges that are apart from each other; at most 400 rows in all.
  var hunks: [ArraySlice<Row>] {
    var hunks: [Range<Int>] = []
    var shown = 0
    for index in rows.indices where rows[index].mark != .same && shown < 400 {
      let (first, end) = (max(0, index - 2), min(rows.count, index + 3))
      if let last = hunks.last, first <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
        shown += end - last.upperBound
      } else {
        hunks.append(first..<end)
        shown += end - first
      }
    }
    return hunks.map { rows[$0] }
  }

  /// How many rows that differ are in none of the hunks.
  var unshown: Int {
    rows.count { $0.mark != .same } - hunks.joined().count { $0.mark != .same }
  }
}
