package import TraceFindings
internal import TraceModel

extension TextReport {
  /// One kind of fault: its first occurrence in full, and where else it occurred.
  /// - Parameter link: where its rule is documented; nil where nowhere.
  package func diagnostic(_ group: FaultGroup, link: String?) -> String {
    let violation = group.first
    let gutter = violation.gutterWidth
    let margin = String(repeating: " ", count: gutter)
    let bar = margin + " " + theme.paint("|", .faint)
    var text = theme.paint(violation.severity.name, .init(violation.severity))
    text += "[" + theme.paint(terminalSafe(violation.rule), .emphasis) + "]: "
    text += theme.paint(terminalSafe(violation.message), .emphasis) + "\n"
    text += margin + theme.paint("--> ", .faint)
    let tracePlace = terminalSafe(group.trace.path) + ":\(violation.line)"
    let source = violation.origin.place.map { terminalSafe($0) }
    text += (source ?? tracePlace) + "\n"
    text += bar + " " + (source == nil ? "" : tracePlace + ", ")
    text += terminalSafe(violation.circumstances) + "\n"
    text += causes(of: violation, gutter: gutter)
    text += excerpt(of: violation, gutter: gutter)
    text += bar + "\n"
    text += steps(of: violation, gutter: gutter)
    if detail == .explained, !violation.steps.isEmpty {
      text += bar + "\n" + comparison(of: violation, gutter: gutter)
    }
    text += bar + "\n"
    text += remarks(group, link: link, gutter: gutter)
    text += others(group, gutter: gutter)
    return text
  }

  /// Why it may have happened and what to do, the likeliest cause first.
  private func causes(of violation: Violation, gutter: Int) -> String {
    if violation.causes.isEmpty { return "" }
    let bar = String(repeating: " ", count: gutter + 1) + theme.paint("|", .faint) + "\n"
    return violation.causeParagraphs.reduce(bar) {
      $0 + paragraph($1.head, terminalSafe($1.text), gutter: gutter, role: .success)
    }
  }

  /// The expected calls, the smallest change that makes the trace legal, and further remarks.
  private func remarks(_ group: FaultGroup, link: String?, gutter: Int) -> String {
    let violation = group.first
    var text = ""
    func remark(_ head: String, _ words: String, _ role: TextTheme.Role = .emphasis) {
      if !words.isEmpty { text += paragraph(head, terminalSafe(words), gutter: gutter, role: role) }
    }
    remark("expected", violation.expectedInWords(names.written))
    remark(
      "smallest change to the trace",
      violation.repair.inWords(eventCount: group.trace.events, names.written))
    for related in violation.related {
      remark("related", "\(related.message) (line \(related.line), event \(related.event))", .note)
    }
    if let witness = violation.witness {
      remark("your own runs", witness.inWords(names.written))
    }
    remark("recorded with it", violation.recordedMembers, .note)
    if let assumption = violation.assumption { remark("assuming", assumption, .note) }
    if let quirk = violation.quirk {
      remark("quirk", "\(quirk), a known deviation of the platform", .note)
    }
    remark(
      "explain", "\(explain) \(violation.rule)" + (link.map { ", \($0)" } ?? ""), .faint)
    return text
  }

  /// Where the same fault occurred again: the first events of the first traces, the rest as numbers.
  private func others(_ group: FaultGroup, gutter: Int) -> String {
    let rest = group.count - 1
    guard rest > 0 else { return "" }
    let (tracesShown, eventsShown) = (4, 8)
    var places: [String] = []
    for (index, occurrences) in group.occurrences.prefix(tracesShown).enumerated() {
      let events = index == 0 ? Array(occurrences.events.dropFirst()) : occurrences.events
      let count = index == 0 ? occurrences.count - 1 : occurrences.count
      if count == 0 { continue }
      var numbers = events.prefix(eventsShown).map(String.init)
      if count > numbers.count { numbers.append("\(count - numbers.count) more") }
      let path = terminalSafe(occurrences.path)
      places.append(
        events.isEmpty
          ? path : "\(path) at event\(count == 1 ? "" : "s") \(listed(numbers, "and"))")
    }
    let hidden = group.occurrences.count - tracesShown
    if hidden > 0 { places.append(counted(hidden, "more trace")) }
    return paragraph(
      "and \(rest) more like it", places.joined(separator: "; "), gutter: gutter, role: .emphasis)
  }

  /// Words under a head, broken to the width and indented below the head: `   = help: insert …`.
  func paragraph(_ head: String, _ words: String, gutter: Int, role: TextTheme.Role) -> String {
    let margin = String(repeating: " ", count: gutter + 1)
    let start = margin + "= " + head + ": "
    let indent = String(repeating: " ", count: start.count)
    var lines: [String] = [""]
    for word in words.split(separator: " ", omittingEmptySubsequences: true) {
      let line = lines[lines.count - 1]
      let fits = width.map { displayWidth(of: start + line + word) + 1 <= $0 } ?? true
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if fits {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    let painted = margin + theme.paint("=", .faint) + " " + theme.paint(head, role) + ": "
    return painted + lines.joined(separator: "\n" + indent) + "\n"
  }
}

extension Violation {
  /// The columns that the largest line number of its calls takes.
  var gutterWidth: Int {
    let sourceLine = origin.excerpt.map { $0.firstLine + $0.lines.count } ?? 0
    return max(2, String(max(line, sourceLine, steps.compactMap(\.line).max() ?? 0)).utf8.count)
  }
}
