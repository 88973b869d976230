internal import TraceDiagrams
package import TraceFindings
package import TraceGrammar
internal import TraceWriting

/// The report as one HTML file that a person opens from disk, an e-mail or an artifact of a build.
///
/// The file asks no network for anything and works without scripts; a script only adds filtering, keys, zoom and
/// copying. The same report gives the same bytes.
package struct HTMLReport: Sendable {
  /// The same report for machines, a JSON text, kept inside the page for whoever wants to copy from it; nil for
  /// none.
  package var machineReport: [UInt8]?

  /// Makes a renderer.
  package init(machineReport: [UInt8]? = nil) { self.machineReport = machineReport }

  /// The page's bytes, UTF-8.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - grammar: what it was checked against; without it, pictures come from the report's own numbers, and
  ///     rules that were not broken are not explained.
  /// - Complexity: O(violations log violations + events + pictures).
  package func render(_ report: Report, grammar: Grammar? = nil) -> [UInt8] {
    let page = ReportPage(report: report, grammar: grammar, machineReport: machineReport)
    return page.document.bytes
  }
}

/// One page while it is written: the report, and what its sections share.
struct ReportPage {
  let report: Report
  let grammar: Grammar?
  let machineReport: [UInt8]?
  let plan: PagePlan
  let facts: RuleFacts
  let palette: StatePalette
  /// For every lifecycle, its small picture; sorted by name.
  let pictures: [(lifecycle: String, picture: StepPicture)]

  init(report: Report, grammar: Grammar?, machineReport: [UInt8]? = nil) {
    self.report = report
    self.grammar = grammar
    self.machineReport = machineReport
    plan = PagePlan(report)
    let coverage = report.coverage
    facts = RuleFacts(report: report, grammar: grammar, coverage: coverage)
    let broken = Set(report.traces.flatMap { $0.violations.map(\.lifecycle) })
    let graphs =
      grammar?.stateGraphs(coverage: coverage) ?? coverage.lifecycles.map { StateGraph(of: $0) }
    self.graphs = graphs
    palette = StatePalette(grammar: grammar, graphs: graphs)
    pictures = graphs.enumerated().filter { broken.contains($1.name) }.map { index, graph in
      (graph.name, StepPicture(graph, symbol: "states-\(index)"))
    }
  }

  /// The lifecycles with the numbers of all traces, in the order of the grammar.
  let graphs: [StateGraph]

  /// The whole document.
  var document: Markup {
    let frame = frame
    var page = frame.opening
    page += """
      \(html: definitions)
      \(html: frame.masthead(subject: subjectPhrase, tabs: tabs, tools: PageFrame.tools))
      <div class="shell">
      \(html: sideList)
      <main id="main">
      \(html: PageFrame.walk)
      \(html: overview)
      \(html: findings)
      \(html: traces)
      \(html: rules)
      \(html: coverage)
      \(html: history)
      \(html: run)
      \(html: frame.footer)
      </main>
      </div>
      \(html: PageFrame.helpDialog)
      \(html: dataBlocks)

      """
    return page + frame.closing
  }

  private var frame: PageFrame {
    PageFrame(
      title: title, styles: PageAssets.reportStyles, script: PageAssets.script,
      toolVersion: report.toolVersion,
      grammar: "\(report.grammarName) \(report.grammarVersion)", noun: "report")
  }

  /// The pictures that others refer to.
  private var definitions: Markup {
    var markup: Markup = """
      <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>

      """
    markup += StatePalette.patterns
    markup += PageFrame.icons
    for (_, picture) in pictures { markup += picture.definition }
    return markup + "</defs></svg>"
  }
}
