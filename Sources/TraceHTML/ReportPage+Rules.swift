internal import TraceDiagnostics
internal import TraceDiagrams
internal import TraceFindings
internal import TraceWriting

extension ReportPage {
  /// Every rule with how it came out, and the lifecycles as pictures.
  var rules: Markup {
    guard !facts.entries.isEmpty || !graphs.isEmpty else { return "" }
    let broken = facts.entries.filter { $0.outcome == .broken }
    let kept = facts.entries.filter { $0.outcome == .kept }
    let idle = facts.entries.filter { $0.outcome == .notApplicable }
    var markup: Markup = """
      <section id="rules" class="wrap part" aria-labelledby="h-rules">
      <h2 id="h-rules">Rules</h2>
      <p class="sub">\(broken.count) broken, \(kept.count) kept, \(idle.count) not applicable.</p>

      """
    markup += ruleList("Broken", broken, style: "broken")
    markup += ruleList("Kept", kept, style: "kept")
    markup += ruleList("Not applicable: no event was one they look at", idle, style: "idle")
    markup += diagrams
    return markup + "</section>\n\n"
  }

  private func ruleList(_ title: String, _ entries: [RuleFacts.Entry], style: Markup) -> Markup {
    guard !entries.isEmpty else { return "" }
    var markup: Markup = "<h3>\(title)</h3>\n<div class=\"rulelist \(html: style)\">\n"
    for rule in entries {
      let tally: Markup =
        rule.violated > 0
        ? "<span class=\"times\">× \(Phrases.grouped(rule.violated))</span>"
        : rule.exercised > 0
          ? "<span class=\"dim\">\(Phrases.count(rule.exercised, "event"))</span>" : ""
      markup += """
        <details id="\(facts.anchor(rule.id))"><summary><span class="line"><span class="vd \(html: style)" aria-hidden="true">\
        \(rule.outcome == .broken ? "✗" : rule.outcome == .kept ? "✓" : "–")</span> \
        <code>\(rule.id)</code> <span class="what">\(rule.title)</span> \(html: tally)</span></summary>
        <div class="body">\(html: PageFrame.severityBadge(rule.severity))
        \(html: rule.explanation.isEmpty ? "" : "<p>\(rule.explanation)</p>")
        \(html: rule.fix.isEmpty ? "" : "<p><b>Mending it.</b> \(rule.fix)</p>")
        \(html: links(rule))</div></details>

        """
    }
    return markup + "</div>\n"
  }

  private func links(_ rule: RuleFacts.Entry) -> Markup {
    var markup: Markup = "<p class=\"dim\">"
    if let link = rule.link, let target = WebAddress(link) {
      markup += "<a class=\"ext\" href=\"\(target.text)\" rel=\"noreferrer\">\(target.text)</a> "
    }
    if !rule.facts.isEmpty { markup += "facts \(rule.facts.joined(separator: ", "))" }
    return markup + "</p>"
  }

  private var diagrams: Markup {
    let named = Set(facts.entries.map(\.id))
    // A rule's own small lifecycle is explained by its words.
    let shown = graphs.filter { !named.contains($0.name) && $0.nodes.count > 1 }
    guard !shown.isEmpty else { return "" }
    var markup: Markup = """
      <h3 id="lifecycles">Lifecycles</h3>
      <p class="sub">States and steps that these traces never took are dashed; the others are the \
      heavier the more often they were taken.</p>

      """
    for (index, graph) in shown.prefix(12).enumerated() {
      let diagram = StateDiagram(graph)
      markup += """
        <figure class="life"><figcaption>\(graph.name)</figcaption>
        <div class="region" role="group" tabindex="0" aria-label="States of \(graph.name)">
        <svg class="sd" viewBox="0 0 \(diagram.width) \(diagram.height)" width="\(diagram.width)" \
        height="\(diagram.height)" role="img" aria-labelledby="life-\(index)">
        <title id="life-\(index)">\(diagram.summary)</title>
        \(html: diagram.drawing)</svg></div>
        \(html: stepTable(graph))</figure>

        """
    }
    return markup
  }

  /// What the picture shows, as a table.
  private func stepTable(_ graph: StateGraph) -> Markup {
    var markup: Markup = """
      <details><summary>Steps as a table</summary><div class="region" role="group" tabindex="0" \
      aria-label="Steps of \(graph.name)"><table class="rows"><thead><tr><th scope="col">from</th>\
      <th scope="col">call</th><th scope="col">to</th><th scope="col">taken</th></tr></thead><tbody>

      """
    for edge in graph.edges {
      let calls = edge.callbacks.joined(separator: ", ")
      let visits = edge.visits.map(Phrases.grouped) ?? ""
      markup += """
        <tr><td>\(graph.nodes[edge.from].name)<td><code>\(calls)</code><td>\(graph.nodes[edge.to].name)\
        <td>\(visits)

        """
    }
    for node in graph.nodes where !node.stays.isEmpty {
      markup += """
        <tr><td>\(node.name)<td><code>\(node.stays.joined(separator: ", "))</code><td>stays<td>

        """
    }
    return markup + "</tbody></table></div></details>"
  }
}
