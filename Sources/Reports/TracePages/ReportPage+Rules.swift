internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

extension ReportPage {
  /// Every rule with its outcome.
  var rules: Markup {
    guard !facts.entries.isEmpty else { return "" }
    let broken = facts.entries.filter { $0.outcome == .broken }
    let kept = facts.entries.filter { $0.outcome == .kept }
    let unchecked = facts.entries.filter { $0.outcome == .notChecked }
    var markup: Markup = """
      <section id="rules" class="panel" tabindex="-1" aria-labelledby="h-rules">
      <h2 id="h-rules">Rules</h2>
      <p class="facts">\(broken.count) broken, \(kept.count) kept, \(unchecked.count) not checked.</p>

      """
    markup += ruleList("Broken", broken, style: "broken")
    markup += ruleList("Kept", kept, style: "kept")
    markup += ruleList(
      "Not checked: switched off, or no recording has what they are about", unchecked, style: "idle"
    )
    return markup + "</section>\n\n"
  }

  private func ruleList(_ title: String, _ entries: [RuleFacts.Entry], style: Markup) -> Markup {
    guard !entries.isEmpty else { return "" }
    var markup: Markup = "<h3>\(title)</h3>\n<div class=\"rulelist \(html: style)\">\n"
    for rule in entries {
      let tally: Markup =
        rule.violated > 0
        ? "<span class=\"times\">× \(grouped(rule.violated))</span>"
        : rule.exercised > 0
          ? "<span class=\"dim\">\(counted(rule.exercised, "event"))</span>" : ""
      markup += """
        <details id="\(facts.anchor(rule.id))"><summary><span class="line"><span class="rule-mark \(html: style)" aria-hidden="true">\
        \(html: rule.outcome == .broken ? PageFrame.icon(rule.severity.name) : rule.outcome == .kept ? "✓" : "–")</span> \
        <code>\(rule.id)</code> <span class="what">\(rule.title)</span> \(html: tally)</span></summary>
        <div class="body">\(html: PageFrame.severityBadge(rule.severity))
        \(html: rule.explanation.isEmpty ? "" : "<p>\(rule.explanation)</p>")
        \(html: rule.fix.isEmpty ? "" : "<p><b>What to do.</b> \(rule.fix)</p>")
        \(html: rule.link.map { "<p><a class=\"ext\" href=\"\($0)\" rel=\"noreferrer\">\($0)</a></p>" } ?? "")</div></details>

        """
    }
    return markup + "</div>\n"
  }

  /// The lifecycles that have a picture: the first one of each kind of subject, and those with a finding. Others only exist
  /// for rules, whose texts explain them; without the grammar it is not known which those are.
  var shownGraphs: [StateGraph] {
    let named = Set(facts.entries.map(\.id))
    let leading = grammar.map { grammar in
      Set(
        grammar.subjects.indices.compactMap { subject in
          grammar.lifecycles.first { $0.subject == subject }?.name
        })
    }
    let broken = Set(report.traces.flatMap { $0.violations.map(\.lifecycle) })
    let shown = graphs.filter { graph in
      !named.contains(graph.name) && graph.nodes.count > 1
        && (leading?.contains(graph.name) ?? true || broken.contains(graph.name))
    }
    return Array(shown.prefix(12))
  }

  /// Which states and steps the traces took, as pictures with their tables.
  var coverage: Markup {
    let shown = shownGraphs
    guard !shown.isEmpty else { return "" }
    var markup: Markup = """
      <section id="coverage" class="panel" tabindex="-1" aria-labelledby="h-coverage">
      <h2 id="h-coverage">Coverage</h2>
      \(html: firstAnswer)
      <p class="facts">A dashed state or step was never taken by these traces. The heavier the line, the more often \
      it was taken.\(unseenParts.map { " The states of \($0) are not drawn: no trace was in one." }.joined())</p>

      """
    for (index, graph) in shown.enumerated() {
      let diagram = StateDiagram(graph)
      markup += """
        <figure class="life"><figcaption>\(stateInWords(graph.name).capitalizedFirst)</figcaption>
        <div class="region" role="group" tabindex="0" aria-label="States of \(graph.name)">
        <svg class="sd" viewBox="0 0 \(diagram.width) \(diagram.height)" width="\(diagram.width)" \
        height="\(diagram.height)" role="img" aria-labelledby="life-\(index)">
        <title id="life-\(index)">\(diagram.summary)</title>
        \(html: diagram.drawing)</svg></div>
        \(html: stepTable(graph.writing(names.written)))</figure>

        """
    }
    return markup + "</section>\n"
  }

  /// How many steps were taken, and the scenarios that no trace goes through.
  private var firstAnswer: Markup {
    guard let answer = options.coverage else { return "" }
    var markup: Markup = "<p>\(answer.sentence)</p>\n"
    if answer.untried.isEmpty { return markup }
    markup += """
      <h3>Scenarios that no trace goes through</h3>
      <dl class="untried">

      """
    for scenario in answer.untried {
      markup +=
        "<dt>\(scenario.title)</dt><dd>\(html: PageFrame.marked(scenario.action))</dd>\n"
    }
    return markup + "</dl>\n"
  }

  /// The contents of the picture as a table.
  private func stepTable(_ graph: StateGraph) -> Markup {
    var markup: Markup = """
      <details><summary>Steps as a table</summary><div class="region" role="group" tabindex="0" \
      aria-label="Steps of \(graph.name)"><table class="rows"><thead><tr><th scope="col">from</th>\
      <th scope="col">call</th><th scope="col">to</th><th scope="col">taken</th></tr></thead><tbody>

      """
    for edge in graph.edges {
      let calls = edge.callbacks.joined(separator: ", ")
      let visits = edge.visits.map(grouped) ?? ""
      markup += """
        <tr><td>\(stateInWords(graph.nodes[edge.from].name))<td><code>\(calls)</code><td>\(stateInWords(graph.nodes[edge.to].name))\
        <td>\(visits)

        """
    }
    for node in graph.nodes where !node.stays.isEmpty {
      markup += """
        <tr><td>\(stateInWords(node.name))<td><code>\(node.stays.joined(separator: ", "))</code><td>stays<td>

        """
    }
    return markup + "</tbody></table></div></details>"
  }
}
