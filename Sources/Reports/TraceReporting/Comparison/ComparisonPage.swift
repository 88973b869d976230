internal import TraceFindings
internal import TraceModel
internal import TracePages

extension ReportComparison {
  /// How many traces have their calls on the page, and how many entries other lists have.
  private static let limits = (traces: 50, entries: 500)

  /// The comparison as one HTML file: the page of the second report, with what became of each finding, those that only the
  /// first report has, and the calls that changed.
  package func html() -> [UInt8] {
    var told = head
    // After the others, so that those keep their places.
    told.traces += earlierTraces
    told.rules = (head.rules + base.rules.filter { head.rule($0.id) == nil })
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    var now = head
    now.rules = told.rules
    let page = PageComparison(
      now: now, verdict: (sign, verdict), sentence: "\(counts). \(calls).", caveats: caveats,
      changes: Dictionary(
        faults.map { ($0.fingerprint, change($0)) }, uniquingKeysWith: { first, _ in first }),
      calls: callSection)
    return HTMLReport(json: embedded(told), comparison: page).render(told, grammar: head.ownGrammar)
  }

  /// The sign of the verdict, for the title.
  private var sign: String {
    if faults.contains(where: { $0.new > 0 && $0.severity != .note }) { return "✗" }
    if newViolations == 0, behaviors.isEmpty, caveats.isEmpty { return "✓" }
    return isEmpty ? "?" : "⇄"
  }

  /// The traces of the first report with the findings that the second one does not have.
  private var earlierTraces: [TraceReport] {
    let over = Set(faults.filter { $0.head == 0 && $0.gone > 0 }.map(\.fingerprint))
    return base.traces.compactMap { trace in
      let groups = trace.groups.filter { over.contains($0.fingerprint) }
      if groups.isEmpty { return nil }
      var told = trace
      told.path += " (before)"
      told.violations = trace.violations.filter { over.contains($0.fingerprint) }
      (told.groups, told.notes, told.unknownCallbacks, told.coverageCounts) = (groups, [], [], nil)
      (told.counts, told.suppressedCounts) = (SeverityCounts(), SeverityCounts())
      let byRule = Dictionary(groups.map { ($0.rule, $0.count) }, uniquingKeysWith: +)
      for group in groups {
        told.counts[group.severity] += group.count
        told.suppressedCounts[group.severity] += group.suppressed
      }
      told.unlistedViolations = max(0, told.counts.total - told.violations.count)
      told.countsByRule = byRule.sorted { $0.key < $1.key }.map { .init(rule: $0, count: $1) }
      return told
    }
  }

  /// What the page says about the findings of a fingerprint.
  private func change(_ fault: Fault) -> PageComparison.Change {
    // What is left of them is still to be fixed.
    let fate = fault.head > 0 && fault.fate != .new ? .unchanged : fault.fate
    let link = behaviors.prefix(Self.limits.traces).firstIndex {
      $0.headPath == fault.place?.path || $0.basePath == fault.place?.path
    }
    return PageComparison.Change(
      mark: fate == .unchanged ? "" : fate.rawValue, rank: Fate.allCases.firstIndex(of: fate) ?? 0,
      counts: Self.countsMatter(fault)
        ? "\(grouped(fault.base)) before, \(grouped(fault.head)) now" : "",
      before: fault.before.map { $0.words(names.written).capitalizedFirst } ?? "",
      link: link.map { "calls-\($0 + 1)" })
  }

  // MARK: Calls

  /// The calls of each trace that changed, before and now, and the traces that only one report has.
  private var callSection: Markup {
    var markup: Markup = """
      <section id="calls" class="panel" tabindex="-1" aria-labelledby="h-calls">
      <h2 id="h-calls">Order of calls</h2>
      <p class="facts">\(calls).</p>

      """
    for (index, change) in behaviors.prefix(Self.limits.traces).enumerated() {
      markup += callTable(change, id: "calls-\(index + 1)")
    }
    let rest = behaviors.count - Self.limits.traces
    if rest > 0 {
      markup +=
        "<p class=\"dim\">The other \(counted(rest, "trace")) that changed are not shown.</p>\n"
    }
    for (paths, title) in [(onlyInBase, "Only before"), (onlyInHead, "Only now")]
    where !paths.isEmpty {
      let more = paths.count - Self.limits.entries
      let lines =
        paths.prefix(Self.limits.entries) + (more > 0 ? ["and \(grouped(more)) more"] : [])
      markup += "<h3>\(title)</h3>\n<ul class=\"notes\">\n"
      for line in lines { markup += "<li>\(line)</li>\n" }
      markup += "</ul>\n"
    }
    return markup + "</section>\n"
  }

  private func callTable(_ change: BehaviorChange, id: String) -> Markup {
    var markup: Markup = """
      <h3 id="\(id)">\(change.headPath) <small>\(change.summary)\
      \(change.basePath == change.headPath ? "" : " · before: " + change.basePath)</small></h3>

      """
    let hunks = change.hunks
    if !hunks.isEmpty {
      markup += """
        <div class="region" role="group" tabindex="0" aria-label="Calls before and now">
        <table class="rows changed-calls" aria-describedby="\(id)">
        <thead><tr><th scope="col" class="num">before</th><th scope="col" class="num">now</th>\
        <th scope="col">change</th><th scope="col">call</th><th scope="col">subject</th></tr></thead>
        <tbody>

        """
      for (index, hunk) in hunks.enumerated() {
        if index > 0 { markup += "<tr class=\"omitted\"><td colspan=\"5\">⋮</td></tr>\n" }
        for row in hunk {
          markup += """
            <tr class="\(row.mark.rawValue)"><td class="num">\(row.baseEvent.map(grouped) ?? "·")<td class="num">\(row.headEvent.map(grouped) ?? "·")\
            <td>\(row.mark == .same ? "" : row.mark.rawValue)<td><code>\(row.callback)</code><td>\(row.subject)

            """
        }
      }
      markup += "</tbody></table></div>\n"
    }
    if change.unshown > 0 {
      markup += "<p class=\"dim\">\(counted(change.unshown, "more difference"))</p>\n"
    }
    if change.timingShifts.isEmpty { return markup }
    markup += "<ul class=\"notes\">\n"
    for shift in change.timingShifts.prefix(50) { markup += "<li>\(shift.words)</li>\n" }
    let rest = change.timingShifts.count - 50
    if rest > 0 { markup += "<li>and \(counted(rest, "smaller timing shift"))</li>\n" }
    return markup + "</ul>\n"
  }
}
