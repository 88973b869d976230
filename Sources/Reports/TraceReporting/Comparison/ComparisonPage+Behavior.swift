internal import TraceFindings
internal import TracePages

extension ComparisonPage {
  /// For each trace that changed, the two orders of calls side by side and the times that shifted.
  var behavior: Markup {
    let changes = comparison.behaviors
    var markup: Markup = """
      <section id="behavior" class="panel" tabindex="-1" aria-labelledby="h-behavior">
      <h2 id="h-behavior">Order of calls</h2>

      """
    if changes.isEmpty {
      let words =
        comparison.comparedTraces == 0
        ? "Nothing could be compared call by call." : "No trace changed."
      return markup + "<p class=\"none\">\(words)</p>\n</section>\n"
    }
    markup +=
      "<p class=\"facts\">\(changes.count == 1 ? "One trace" : Phrases.count(changes.count, "trace")) changed.</p>\n"
    markup += changeTable(changes)
    var articles = Markup()
    var rowsLeft = Limit.rows
    for (index, change) in changes.prefix(Limit.scenarios).enumerated() {
      articles += scenario(change, index: index, rowsLeft: &rowsLeft)
    }
    let rest = changes.count - Limit.scenarios
    if rest > 0 {
      markup += """
        <p class="dim">The other \(Phrases.count(rest, "trace")) that changed have a row in the table \
        above.</p>

        """
    }
    return markup + "</section>\n" + articles
  }

  private func changeTable(_ changes: [BehaviorChange]) -> Markup {
    var markup: Markup = """
      <div class="region tall" role="group" tabindex="0" aria-label="Changes by trace">
      <table class="matrix"><caption class="vh">Changes by trace</caption>
      <thead><tr><th scope="col" class="tr">trace</th><th scope="col">− missing</th>\
      <th scope="col">+ extra</th><th scope="col">⇅ moved</th><th scope="col">timing shifts</th></tr></thead>
      <tbody>

      """
    for (index, change) in changes.prefix(Limit.scenarios * 5).enumerated() {
      let name: Markup =
        index < Limit.scenarios
        ? "<a href=\"#s\(index + 1)\">\(change.headPath)</a>" : "\(change.headPath)"
      markup += "<tr><th scope=\"row\">\(html: name)</th>"
      for count in [
        change.count(.missing), change.count(.extra), change.count(.moved),
        change.timingShifts.count,
      ] {
        markup +=
          count == 0
          ? "<td><span class=\"dim\">·</span></td>" : "<td><b>\(grouped(count))</b></td>"
      }
      markup += "</tr>\n"
    }
    return markup + "</tbody></table></div>\n"
  }

  private func scenario(
    _ change: BehaviorChange, index: Int, rowsLeft: inout Int
  ) -> Markup {
    let before: Markup =
      change.basePath == change.headPath
      ? "" : "<span>before: <code>\(change.basePath)</code></span>"
    var markup: Markup = """
      <article id="s\(index + 1)" class="panel scenario" tabindex="-1" aria-labelledby="s\(index + 1)-h">
      <h2 id="s\(index + 1)-h">\(change.headPath)</h2>
      <p class="place">\(html: before)<span>\(change.summary)</span></p>

      """
    let sides = SideBySide(change)
    if sides.rows.contains(where: { $0.kind != .same }) {
      markup += picture(index, of: sides, around: nil)
      let (shown, unshown) = sides.ranges(limit: max(0, min(400, rowsLeft)))
      rowsLeft -= shown.reduce(0) { $0 + $1.count }
      if !shown.isEmpty { markup += sideTable(index, sides, shown, name: "s\(index + 1)-h") }
      if unshown > 0 {
        markup += "<p class=\"dim\">\(Phrases.count(unshown, "further row")) differ.</p>\n"
      }
    }
    if !change.timingShifts.isEmpty { markup += shiftTable(change) }
    return markup + "</article>\n"
  }

  /// The two timelines of a trace, around a fault of the recording that has it last, and the calls before and now.
  /// - Parameter index: the trace's index among those that changed.
  func sides(
    _ index: Int, around fault: ReportComparison.Fault, name: String
  ) -> (picture: Markup, table: Markup) {
    let sides = SideBySide(comparison.behaviors[index])
    guard sides.rows.contains(where: { $0.kind != .same }) else { return ("", "") }
    let (shown, _) = sides.ranges(limit: Limit.rowsOfFault)
    let row = sides.rows.firstIndex { row in
      let event = fault.head > 0 ? row.call.headEvent : row.call.baseEvent
      return event == fault.place?.event && row.kind != (fault.head > 0 ? .movedAway : .movedHere)
    }
    return (picture(index, of: sides, around: row), sideTable(index, sides, shown, name: name))
  }

  /// The timelines around the difference that is nearest before a row; around the first one where there is none.
  private func picture(_ index: Int, of sides: SideBySide, around row: Int?) -> Markup {
    let differing = sides.rows.indices.filter { sides.rows[$0].kind != .same }
    guard let first = differing.first else { return "" }
    var focus = row.flatMap { row in differing.last { $0 <= row } } ?? first
    if let row, row - focus > Limit.columns - Limit.columnsBefore { focus = row }
    let start = max(0, min(focus - Limit.columnsBefore, sides.rows.count - Limit.columns))
    let columns = sides.rows[start...].prefix(Limit.columns).map(\.column)
    return pictures[index].markup(columns, firstRow: start)
  }

  private func sideTable(
    _ trace: Int, _ sides: SideBySide, _ shown: [Range<Int>], name: String
  ) -> Markup {
    let hasSubjects = Set(sides.rows.map(\.call.subject)).count > 1
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="Calls before and now">
      <table class="align sides" aria-describedby="\(name)"><caption>Calls before and now</caption>
      <thead><tr><th scope="col" class="num">event</th><th scope="col">before</th>\
      <th scope="col">change</th><th scope="col" class="num">event</th><th scope="col">now</th>\
      \(html: hasSubjects ? "<th scope=\"col\">subject</th>" : "")</tr></thead>
      <tbody>

      """
    var end = 0
    for range in shown {
      if range.lowerBound > end { markup += skipped(range.lowerBound - end, hasSubjects) }
      for index in range {
        let row = sides.rows[index]
        markup += sideRow(row, index, subject: hasSubjects ? row.call.subject : nil)
      }
      end = range.upperBound
    }
    if end < sides.rows.count, sides.rows[end...].allSatisfy({ $0.kind == .same }) {
      markup += skipped(sides.rows.count - end, hasSubjects)
    }
    return markup + "</tbody></table></div>\n"
  }

  private func skipped(_ count: Int, _ hasSubjects: Bool) -> Markup {
    """
    <tr class="skip-rows"><td colspan="\(hasSubjects ? 6 : 5)">\
    <span aria-hidden="true">⋮</span> \(Phrases.count(count, "call")) the same in both</td></tr>

    """
  }

  private func sideRow(_ row: SideBySide.Row, _ index: Int, subject: String?) -> Markup {
    let call = row.call
    let name: Markup = "<code>\(call.callback)</code>"
    let nothing: Markup = "<span class=\"gap\"><span class=\"vh\">nothing</span></span>"
    let (style, sign, word, left, right): (String, String, String, Markup, Markup) =
      switch row.kind {
      case .same: ("match", "=", "same", name, name)
      case .missing: ("missing", "−", "missing", name, nothing)
      case .extra: ("extra", "+", "extra", nothing, name)
      case .movedAway:
        ("moved", "⇅", "moved", name, "<small>now event \(call.headEvent ?? 0)</small>")
      case .movedHere:
        ("moved here", "⇅", "moved", "<small>was event \(call.baseEvent ?? 0)</small>", name)
      }
    let subject: Markup = subject.map { "<td class=\"state\">\($0)</td>" } ?? ""
    return """
      <tr class="\(style)" data-row="\(index)"><td class="num">\(html: number(row.column.before))</td><td>\(html: left)</td>\
      <td class="rel"><span aria-hidden="true">\(sign)</span> \
      <span class="\(style == "match" ? "vh" : "word")">\(word)</span></td>\
      <td class="num">\(html: number(row.column.after))</td><td>\(html: right)</td>\(html: subject)</tr>

      """
  }

  private func number(_ event: Int?) -> Markup {
    event.map { "\($0)" } ?? "<span aria-hidden=\"true\">·</span>"
  }

  private func shiftTable(_ change: BehaviorChange) -> Markup {
    let shifts = change.timingShifts.prefix(50)
    let longest = shifts.map { max($0.base, $0.head) }.max() ?? 0
    var markup: Markup = """
      <div class="region" role="group" tabindex="0" aria-label="Timing shifts">
      <table class="align shifts"><caption>Timing shifts</caption>
      <thead><tr><th scope="col">between</th><th scope="col" class="num">before</th>\
      <th scope="col" class="num">now</th><th scope="col">change</th>\
      <th scope="col"><span class="vh">picture</span></th></tr></thead>
      <tbody>

      """
    for shift in shifts {
      let what: Markup =
        shift.after.map { "<code>\($0)</code> → <code>\(shift.callback)</code>" }
        ?? "duration of <code>\(shift.callback)</code>"
      let isSlower = shift.change > 0
      markup += """
        <tr><td>\(html: what)</td><td class="num">\(duration(shift.base))</td>\
        <td class="num">\(duration(shift.head))</td>\
        <td class="\(isSlower ? "slower" : "faster")"><span aria-hidden="true">\(isSlower ? "▲" : "▼")</span> \
        \(duration(abs(shift.change))) \(isSlower ? "slower" : "faster")</td>\
        <td>\(html: bars(shift, longest: longest))</td></tr>

        """
    }
    markup += "</tbody></table></div>\n"
    let rest = change.timingShifts.count - shifts.count
    if rest > 0 {
      markup += "<p class=\"dim\">and \(Phrases.count(rest, "smaller timing shift"))</p>\n"
    }
    return markup
  }

  /// The two times as bars, the earlier one above.
  private func bars(_ shift: BehaviorChange.TimingShift, longest: Double) -> Markup {
    func width(_ time: Double) -> Double {
      longest > 0 && time.isFinite ? max(1, 120 * max(0, time) / longest) : 1
    }
    let style = shift.change > 0 ? "slower" : "faster"
    return """
      <svg class="bars" width="120" height="16" viewBox="0 0 120 16" aria-hidden="true">\
      <rect class="was" x="0" y="2" width="\(width(shift.base))" height="5"/>\
      <rect class="\(style)" x="0" y="9" width="\(width(shift.head))" height="5"/></svg>
      """
  }
}

extension SideBySide.Row {
  /// The row as a column of the two pictures.
  fileprivate var column: PairPicture.Column {
    PairPicture.Column(
      callback: call.callback, before: kind == .movedHere ? nil : call.baseEvent,
      after: kind == .movedAway ? nil : call.headEvent)
  }
}
