public import TraceFindings
public import TraceGrammar

/// The report as one HTML file that a person opens from disk, an e-mail or an artifact of a build.
///
/// The file asks no network for anything and works without scripts; a script only adds filtering, keys, zoom and
/// copying. The same report gives the same bytes.
public struct HTMLReport: Sendable {
  /// The same report for machines, a JSON text, kept inside the page for whoever wants to copy from it; nil for
  /// none.
  public var machineReport: [UInt8]?

  /// Makes a renderer.
  public init(machineReport: [UInt8]? = nil) { self.machineReport = machineReport }

  /// The page's bytes, UTF-8.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - grammar: the law it was checked against; without it, pictures come from the report's own numbers, and
  ///     rules that were not broken are not explained.
  /// - Complexity: O(violations log violations + events + pictures).
  public func render(_ report: Report, grammar: Grammar? = nil) -> [UInt8] {
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
    let coverage = Coverage(summing: report.traces.map(\.coverage))
    facts = RuleFacts(report: report, grammar: grammar, coverage: coverage)
    palette = StatePalette(report: report, grammar: grammar)
    let broken = Set(report.traces.flatMap { $0.violations.map(\.lifecycle) })
    let graphs =
      grammar?.stateGraphs(coverage: coverage) ?? coverage.lifecycles.map { StateGraph(of: $0) }
    self.graphs = graphs
    pictures = graphs.enumerated().filter { broken.contains($1.name) }.map { index, graph in
      (graph.name, StepPicture(graph, symbol: "states-\(index)"))
    }
  }

  /// The lifecycles with the numbers of all traces, in the order of the grammar.
  let graphs: [StateGraph]

  /// The whole document.
  var document: Markup {
    var page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(html: Markup(trusted: Self.securityPolicy))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="CallOrder \(report.toolVersion)">
      <title>\(title)</title>
      <style>\(html: Markup(trusted: pageStylesheet))</style>
      </head>
      <body id="top">
      <a class="skip" href="#main">Skip to the report</a>
      \(html: definitions)
      \(html: masthead)
      <main id="main">
      \(html: hero)
      \(html: navigation)

      """
    if plan.isSingle {
      for (index, _) in report.traces.enumerated() {
        page += violations(ofTrace: index)
        page += timeline(ofTrace: index)
        page += rules
        page += events(ofTrace: index)
      }
    } else if !report.traces.isEmpty {
      page += overview
      page += groups
      page += traceSections
      page += rules
    }
    page += runNotes
    page += """
      </main>
      \(html: footer)
      \(html: helpDialog)
      \(html: dataBlocks)
      <script>\(html: Markup(trusted: pageScript))</script>
      </body>
      </html>

      """
    return page
  }

  /// Allows the one style sheet and the one script of this page, and nothing else whatsoever.
  private static let securityPolicy =
    "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: pageStylesheet.utf8))'; "
    + "script-src 'sha256-\(SHA256.base64(of: pageScript.utf8))'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  /// The pictures that others refer to.
  private var definitions: Markup {
    var markup: Markup = """
      <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>

      """
    markup += StatePalette.patterns
    for (_, picture) in pictures { markup += picture.definition }
    return markup + "</defs></svg>"
  }

  private var masthead: Markup {
    """
    <header class="masthead"><div class="wrap">
    <a class="brand" href="#top"><svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true">\
    <path class="b1" d="M1 3h10"/><path class="b2" d="M7 10h12"/><path class="b3" d="M15 17h10"/></svg>\
    CallOrder</a>
    <p class="ident">checked against <b>\(report.grammarName) \(report.grammarVersion)</b></p>
    <div class="tools" hidden>
    <button type="button" id="b-keys" aria-haspopup="dialog">Keys<kbd>?</kbd></button>
    <button type="button" id="b-theme">Theme: <span>system</span></button>
    </div>
    </div></header>
    """
  }

  private var footer: Markup {
    """
    <footer class="foot"><div class="wrap">
    <p>CallOrder \(report.toolVersion) · grammar \(report.grammarName) \(report.grammarVersion) · \
    this file is complete: it loads nothing, sends nothing, and reads without scripts.</p>
    </div></footer>
    """
  }
}
