internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// Every finding with its own page, in the order of the list.
  var findings: Markup {
    guard plan.groups.contains(where: { !$0.articles.isEmpty }) else { return "" }
    var markup: Markup = "<h2 class=\"doc\">Findings</h2>\n"
    var rows = PagePlan.Limit.rows
    for group in plan.groups {
      for (number, article) in group.articles.enumerated() {
        // What different findings, or those of one trace, show together is said with the first.
        let isTogether = group.articles.count > 1 || article.traces.count == 1
        let causes =
          number == 0 && isTogether ? group.fault.causes : report[article.first].causes
        markup += self.article(article, of: group.index, causes, rows: &rows)
      }
    }
    return markup
  }

  /// One finding: what, why and what to do, the calls, the other places. The script adds the pictures.
  private func article(
    _ article: PagePlan.Article, of group: Int, _ causes: [PossibleCause], rows: inout Int
  ) -> Markup {
    let violation = report[article.first]
    let trace = report.traces[article.first.trace]
    let id = article.id
    let name = laneNames[article.first.trace]?.title(
      kind: violation.nameOfSubjectKind, subject: violation.subject)
    return """
      <article class="panel v \(violation.severity.name)" id="\(id)" tabindex="-1" aria-labelledby="\(id)-h" data-group="\(group)" \
      data-trace="\(article.first.trace)" data-finding="\(article.first.violation)" data-count="\(article.count)" data-traces="\(article.traces.count)" data-cb="\(spellings(of: violation))" data-title="\(violation.happening)">
      <header class="head">
      <p class="kicker">\(html: PageFrame.severityBadge(violation.severity)) \(html: ruleLink(violation.rule))\
      \(html: article.count > 1 ? times(article.count) : "")</p>
      <h2 id="\(id)-h">\(html: .breakable(Phrases.sentence(violation.message)))</h2>
      \(html: placeLine(violation, of: trace, id: plan.traceIDs[article.first.trace]))
      </header>
      \(html: reasons(violation, causes))
      <p class="story">\(violation.story(of: name ?? "", call: names.written))</p>
      \(html: violation.isAbsence ? "" : calls(violation, of: trace))
      \(html: related(violation))
      \(html: places(article, rows: &rows))
      \(html: foot(violation, of: trace, id: plan.traceIDs[article.first.trace]))
      </article>

      """
  }

  private func ruleLink(_ id: String) -> Markup {
    "<a class=\"rule\" href=\"#\(facts.anchor(id))\"><code>\(id)</code></a>"
  }

  /// All names of the call that somebody may type into the filter.
  private func spellings(of violation: Violation) -> String {
    let callback = grammar?.callbacks.first { $0.name == violation.callback }
    var names = [violation.callback]
    for name in [
      callback?.swift.first, callback?.objectiveC.first, callback?.notifications.first,
      violation.spelling,
    ] {
      if let name, !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: " ")
  }

  /// Where and when, in one line: the place in the source, otherwise in the trace, then event, time and system. What
  /// identifies the event further is folded.
  private func placeLine(_ violation: Violation, of trace: TraceReport, id: String) -> Markup {
    let times = TraceTimes(trace)
    let place = "\(Phrases.shortPlace(trace.path)):\(violation.line)"
    let inTrace: Markup = "<span><a href=\"#\(id)\"><code>\(place)</code></a></span>"
    let source: Markup? = violation.origin.place.map {
      "<span class=\"src\"><code>\($0)</code></span>"
    }
    var line: Markup = "<p class=\"place\">\(html: source ?? inTrace) "
    line += """
      <span>\(html: eventMark(violation.event, "event \(grouped(violation.event))")) of \(grouped(trace.events))</span>
      """
    if let time = violation.time { line += " <span>at <b>\(times.moment(time))</b></span>" }
    let system = ["app", "os"].compactMap { name in
      trace.metadata.first { $0.name == name }?.value
    }
    if !system.isEmpty { line += " <span>\(system.joined(separator: " on "))</span>" }
    if source != nil { line += " \(html: inTrace)" }
    var details: [(name: String, value: String)] = []
    if !violation.subject.isEmpty {
      let subjects = listed([violation.subject] + violation.otherSubjects, "and")
      details.append((violation.nameOfSubjectKind, subjects))
    }
    if let process = violation.otherProcess { details.append((violation.processKind, process)) }
    if let time = violation.time, times.isRelative { details.append(("at", recordedTime(time))) }
    if !violation.recordedMembers.isEmpty {
      details.append(("recorded with it", violation.recordedMembers))
    }
    details.append(("trace", "\(trace.path):\(violation.line)"))
    details.append(("fingerprint", violation.fingerprint))
    var list = Markup()
    for detail in details {
      list += "<div><dt>\(detail.name)<dd><code>\(detail.value)</code></div>"
    }
    return line + """
      </p>
      <details class="facts"><summary>Details</summary><dl class="meta">\(html: list)</dl></details>
      """
  }

  /// The number of an event, which the script makes a link.
  private func eventMark(_ event: Int, _ text: String) -> Markup {
    "<span data-event=\"\(event)\">\(text)</span>"
  }

  /// Cause and change beside the source, and what is worth knowing besides.
  private func reasons(_ violation: Violation, _ causes: [PossibleCause]) -> Markup {
    let rule = facts[violation.rule]
    var more = Markup()
    if let rule, !rule.explanation.isEmpty {
      more += "<details><summary>Why it matters</summary><p>\(rule.explanation)</p></details>\n"
    }
    more += otherCauses(causes)
    if let assumption = violation.assumption {
      more += """
        <details><summary>Assumption</summary><p>\(Phrases.sentence(assumption)).</p></details>

        """
    }
    if let quirk = violation.quirk {
      let known = grammar?.quirks.first { $0.id == quirk }
      more += """
        <details open><summary>Known deviation of the platform</summary><p><code>\(quirk)</code> \(known?.text ?? "")</p></details>

        """
    }
    let runs = violation.witness?.inWords(names.written)
    let cause = self.cause(causes, besides: violation.message, runs: runs, fix: rule?.fix ?? "")
    return """
      <div class="why">
      \(html: cause)<div class="aside">\(html: sourceExcerpt(violation))\(html: more)</div>
      </div>
      """
  }

  /// The likely cause with its evidence, or all causes if the recording has none for exactly one; and what to change.
  /// - Parameters:
  ///   - title: the title, whose words are not repeated.
  ///   - runs: what the passing traces of the run show about the same call.
  ///   - fix: what the rule says where no cause does.
  private func cause(
    _ causes: [PossibleCause], besides title: String, runs: String? = nil, fix: String = ""
  ) -> Markup {
    let runs = runs.map { ["Your own runs: \($0)"] } ?? []
    guard let first = causes.first else {
      return fix.isEmpty
        ? "<div></div>\n" : "<div><h3>Change</h3>\n<p class=\"change\">\(fix)</p></div>\n"
    }
    if first.evidence == nil, causes.count > 1 {
      var markup: Markup = "<div><h3>Possible causes</h3>\n<ol class=\"reasons\">\n"
      for cause in causes {
        markup +=
          "<li><b>\(cause.text).</b> \(html: PageFrame.marked(cause.action, by: "`"))</li>\n"
      }
      return markup + "</ol>\(html: list("ul", "proof", runs))</div>\n"
    }
    return """
      <div><h3>\(causes.heading.capitalizedFirst)</h3>
      <p class="because">\(first.text).</p>
      \(html: list("ul", "proof", first.proofs(besides: title) + runs))<h3>Change</h3>
      \(html: list("ol", "change", first.changes))</div>

      """
  }

  private func list(_ element: Markup, _ style: Markup, _ lines: [String]) -> Markup {
    if lines.isEmpty { return "" }
    var markup: Markup = "<\(html: element) class=\"\(html: style)\">"
    for line in lines {
      // Names of calls keep their case.
      let isWord = line.prefix { $0 != " " }.allSatisfy(\.isLowercase)
      markup +=
        "<li>\(html: PageFrame.marked(isWord ? line.capitalizedFirst : line, by: "`"))</li>\n"
    }
    return markup + "</\(html: element)>"
  }

  /// The next explanation where one is likelier, folded.
  private func otherCauses(_ causes: [PossibleCause]) -> Markup {
    guard causes.count > 1, causes[0].evidence != nil else { return "" }
    let evidence = causes[1].evidence.map { " (\($0))" } ?? ""
    return """
      <details><summary>Otherwise: \(causes[1].text)</summary><p>\(html: PageFrame.marked(causes[1].action, by: "`"))\(evidence)</p></details>

      """
  }

  /// The lines around that place as a card, if they could be read when the report was made.
  private func sourceExcerpt(_ violation: Violation) -> Markup {
    guard let excerpt = violation.origin.excerpt, let place = violation.origin.place else {
      return ""
    }
    var markup: Markup = """
      <figure class="excerpt"><figcaption><code>\(place)</code> <small>recorded the event</small>\
      <span class="js" hidden><button type="button" data-copy="\(place)">Copy</button></span></figcaption>
      <pre>
      """
    for (index, line) in excerpt.lines.enumerated() {
      let number = excerpt.firstLine + index
      let text = "\(number)  \(line)"
      markup += number == violation.origin.line ? "<b>\(text)</b>\n" : "\(text)\n"
    }
    return markup + "</pre></figure>\n"
  }

  /// The recorded calls next to the legal ones, and what was allowed. The script adds the windows.
  private func calls(_ violation: Violation, of trace: TraceReport) -> Markup {
    let states = violation.states.isEmpty ? "" : " in \(statesInWords(violation.states))"
    let table = AlignmentTable(
      violation: violation, names: names, times: TraceTimes(trace)
    ).markup
    let graph = graphs.first { $0.name == violation.lifecycle }
    let allowed = allowedList(violation, in: graph)
    let lane: Markup = isOfLanes(violation) ? " data-lane" : ""
    if lane.isEmpty, allowed.isEmpty { return table }
    let claimed = graph?.edges.first { $0.callbacks.contains(violation.callback) }?.to
    return """
      <div class="cols">
      <div>\(html: table)</div>
      <figure class="steps" data-claims="\(claimed.flatMap { graph?.nodes[$0].name } ?? "")"\(html: lane)>
      <h3>Allowed\(states) <small>at event \(violation.event)</small></h3>
      <figcaption>\(html: allowed)</figcaption></figure>
      </div>
      """
  }

  /// Whether the states of the finding's lifecycle are those that the lanes of the timeline show.
  private func isOfLanes(_ violation: Violation) -> Bool {
    guard let grammar else { return violation.subjectKind == nil }
    let shown = grammar.lifecycles.first {
      grammar.subjects[$0.subject].name == violation.nameOfSubjectKind
    }
    return shown?.name == violation.lifecycle
  }

  /// The calls that were allowed: those that lead to another state, and the names of those that do not.
  private func allowedList(_ violation: Violation, in graph: StateGraph?) -> Markup {
    let here = violation.states.compactMap { graph?.index(ofState: $0) }
    let steps = graph?.edges.filter { here.contains($0.from) } ?? []
    var (leaving, staying): (Markup, [String]) = ("", [])
    let calls = violation.expectedByLikelihood
    for call in calls.prefix(120) {
      let targets = steps.filter { $0.callbacks.contains(call) }.map {
        graph?.nodes[$0.to].name ?? ""
      }
      if targets.isEmpty { staying.append(names.written(call)) }
      for state in targets {
        leaving +=
          "<li><code>\(names.written(call))</code> <span>→ \(stateInWords(state))</span></li>\n"
      }
    }
    // If the rule is about numbers or durations, the state's calls are allowed as usual.
    if calls.isEmpty { return "" }
    let number = counted(calls.count, "call")
    let list: Markup =
      "<details><summary>\(number) allowed there</summary><ul>\(html: leaving)</ul>"
    if staying.isEmpty { return list + "</details>" }
    let count = counted(staying.count, "call that leaves", "calls that leave")
    let words = staying.prefix(60).joined(separator: ", ")
    return list + "<p>\(count) the state unchanged: <code>\(words)</code></p></details>"
  }

  private func related(_ violation: Violation) -> Markup {
    if violation.related.isEmpty { return "" }
    var markup: Markup = "<ul class=\"related\">\n"
    for related in violation.related {
      let event = eventMark(related.event, "event \(grouped(related.event))")
      markup += "<li>\(html: event): \(related.message)</li>\n"
    }
    return markup + "</ul>\n"
  }

  /// The other places of the same fault, in all traces.
  private func places(_ article: PagePlan.Article, rows: inout Int) -> Markup {
    let count = article.count - 1
    guard count > 0 else { return "" }
    let shown = article.others.prefix(min(200, rows))
    rows -= shown.count
    var markup: Markup = """
      <details class="more"><summary>\(counted(count, "more place")) with the same fault\
      \(article.traces.count > 1 ? ", in \(counted(article.traces.count - 1, "other trace"))" : "")</summary>
      <div class="region" role="group" tabindex="0" aria-label="The same fault elsewhere"><table class="rows">\
      <thead><tr><th scope="col">event</th><th scope="col">time</th><th scope="col">subject</th>\
      <th scope="col">\(plan.isSingle ? "line" : "trace")</th></tr></thead><tbody>

      """
    for (offset, place) in shown.enumerated() {
      let violation = report[place]
      let trace = report.traces[place.trace]
      let time = violation.time.map(TraceTimes(trace).text) ?? ""
      let source: Markup =
        plan.isSingle
        ? "\(violation.line)"
        : "<a href=\"#\(plan.traceIDs[place.trace])\">\(Phrases.shortPlace(trace.path)):\(violation.line)</a>"
      markup += """
        <tr id="\(article.id)-\(offset + 2)" tabindex="-1"><td>\(violation.event)<td>\(time)<td><code>\(violation.subject)</code><td>\(html: source)

        """
    }
    let rest = count - shown.count
    markup += "</tbody></table></div>"
    if rest > 0 { markup += "<p class=\"dim\">and \(grouped(rest)) more, counted, not listed</p>" }
    return markup + "</details>\n"
  }

  private func foot(_ violation: Violation, of trace: TraceReport, id: String) -> Markup {
    let documentation: Markup =
      facts[violation.rule]?.link.map {
        "<a class=\"ext\" href=\"\($0)\" rel=\"noreferrer\">documentation</a> "
      } ?? ""
    return """
      <footer class="foot">\(html: documentation)<a href="#\(id)">all events of this trace</a> \
      <span class="js" hidden><button type="button" data-json>Copy JSON</button> \
      <button type="button" data-copy="callorder check \(Phrases.shellQuoted(trace.path))\(commandOptions(for: trace))">Copy command</button></span></footer>
      """
  }

  /// The options with which a command gives the same verdict: the grammar, whether lifecycles have to be complete, and those
  /// that were typed.
  private func commandOptions(for trace: TraceReport) -> String {
    let isShipped = ShippedGrammar.named(report.grammarName) != nil
    let isNamed =
      report.grammarName == "UIScene" || !isShipped || options.judging.contains("--grammar")
    let grammar = isNamed ? "" : " --grammar \(report.grammarName)"
    let isComplete = trace.countsByRule.contains { $0.rule == "incomplete-lifecycle" }
    let others = options.judging.map { " " + Phrases.shellQuoted($0) }.joined()
    return grammar + (isComplete ? " --complete" : "") + others
  }
}

extension Violation {
  /// Whether something never happened, so that there is no call to show beside a legal one.
  fileprivate var isAbsence: Bool {
    cause == .missing && repair.cost == 0 && steps.allSatisfy { $0.mark == .match }
  }
}
