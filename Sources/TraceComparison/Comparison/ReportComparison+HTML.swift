internal import TraceDiagnostics
internal import TraceFindings
internal import TraceHTML
package import TraceWriting

extension ComparisonFormat {
  /// The page for people.
  package static var html: ComparisonFormat {
    ComparisonFormat(
      name: "html", summary: "one page with the calls side by side", fileExtension: "html",
      mediaType: "text/html; charset=utf-8"
    ) { comparison, _ in comparison.html() }
  }
}

extension ReportComparison {
  /// The comparison as one HTML file that a person opens from disk, an e-mail or an artifact of a build.
  ///
  /// It asks no network for anything, reads without scripts, and the same comparison gives the same bytes.
  package func html() -> [UInt8] { ComparisonPage(comparison: self).document.bytes }
}

/// The page of a comparison while it is written.
struct ComparisonPage {
  let comparison: ReportComparison
  /// The faults with a place of their own, by what became of them.
  let changes: [PlacedFaults]

  init(comparison: ReportComparison) {
    self.comparison = comparison
    changes = PlacedFaults.all(comparison.faults)
  }

  /// The limits that keep a page small enough to be opened.
  enum Limit {
    /// The scenarios that have a section of their own.
    static let scenarios = 200
    /// The rows of all scenarios together.
    static let rows = 20_000
    /// The rows of calls beside one violation.
    static let rowsOfFault = 24
    /// The kinds of violation in each list.
    static let faults = 500
    /// The entries of every other list.
    static let entries = 500
  }

  /// The whole document.
  var document: Markup {
    let grammars =
      comparison.baseGrammar == comparison.headGrammar
      ? comparison.headGrammar : "\(comparison.baseGrammar) and \(comparison.headGrammar)"
    let frame = PageFrame(
      title: "\(mark) \(comparison.verdict) — comparison", styles: PageAssets.comparisonStyles,
      script: PageAssets.script, toolVersion: comparison.toolVersion, grammar: grammars,
      noun: "comparison")
    var page = frame.opening
    page += """
      \(html: PageFrame.definitions)
      \(html: frame.masthead(subject: "comparison", tabs: navigation, tools: PageFrame.tools))
      <div class="shell">
      \(html: sideList)
      <main id="main">
      \(html: PageFrame.walk)
      \(html: hero)
      \(html: violations)
      \(html: faultPanels)
      \(html: behavior)
      \(html: visits)
      \(html: traces)
      \(html: frame.footer)
      </main>
      </div>
      \(html: PageFrame.helpDialog)

      """
    return page + frame.closing
  }

  /// How the verdict is to be taken, by the names that the report's verdicts have.
  private var tone: String {
    let worst = comparison.faults.filter { $0.new > 0 }.map(\.severity).max()
    switch worst {
    case .error, .warning: return "violating"
    case .note: return "inconclusive"
    case nil: break
    }
    let isCalm = comparison.behaviors.isEmpty && comparison.caveats.isEmpty
    return isCalm ? "conforming" : "inconclusive"
  }

  private var mark: String {
    switch tone {
    case "violating": "✗"
    case "conforming": "✓"
    default: comparison.isEmpty ? "?" : "⇄"
    }
  }

  /// Verdict and numbers: what one glance should take in.
  private var hero: Markup {
    """
    <section id="overview" class="panel" tabindex="-1" aria-labelledby="verdict">
    <h2 id="verdict" class="verdict">\(html: PageFrame.icon(tone)) \(comparison.verdict)</h2>
    <p class="lead">\(lead)</p>
    \(html: figures)
    \(html: caveats)
    </section>
    """
  }

  /// What happened to the order of calls, in one or two sentences.
  private var lead: String {
    let (changed, compared) = (comparison.behaviors.count, comparison.comparedTraces)
    if compared == 0 { return "No scenario of the two could be compared call by call." }
    if changed == 0 {
      return compared == 1
        ? "The scenario has the same calls, in the same order and time."
        : "All \(Phrases.grouped(compared)) scenarios have the same calls, in the same order and time."
    }
    let scenarios =
      compared == 1
      ? "The scenario" : "\(Phrases.grouped(changed)) of \(Phrases.grouped(compared)) scenarios"
    let isOrder = comparison.behaviors.contains { change in
      change.rows.contains { $0.mark != .same }
    }
    let verb = compared == 1 || changed == 1 ? "runs" : "run"
    return isOrder
      ? "\(scenarios) \(verb) differently: calls came, went or moved."
      : "\(scenarios) \(verb) in the same order, but not in the same time."
  }

  private var figures: Markup {
    let worst = comparison.faults.filter { $0.new > 0 }.map(\.severity).max()
    func calls(_ mark: BehaviorChange.Mark) -> Int {
      comparison.behaviors.reduce(0) { $0 + $1.count(mark) }
    }
    let list: [(name: String, value: Int, style: String)] = [
      ("new violations", comparison.newViolations, worst?.name ?? "none"),
      ("gone", comparison.goneViolations, comparison.goneViolations > 0 ? "" : "none"),
      ("unchanged", comparison.unchangedViolations, ""),
      ("scenarios compared", comparison.comparedTraces, ""),
      ("changed", comparison.behaviors.count, comparison.behaviors.isEmpty ? "none" : ""),
      ("calls missing", calls(.missing), calls(.missing) > 0 ? "" : "none"),
      ("extra", calls(.extra), calls(.extra) > 0 ? "" : "none"),
      ("moved", calls(.moved), calls(.moved) > 0 ? "" : "none"),
    ]
    var markup: Markup = "<dl class=\"figures\">\n"
    for (name, value, style) in list {
      markup += "<div class=\"\(style)\"><dt>\(name)</dt><dd>\(Phrases.grouped(value))</dd></div>\n"
    }
    return markup + "</dl>"
  }

  private var caveats: Markup {
    let caveats = comparison.caveats
    if caveats.isEmpty { return "" }
    var markup: Markup = "<ul class=\"notes caveats\">\n"
    for caveat in caveats.prefix(Limit.entries) {
      markup += "<li><b>Note:</b> \(caveat)</li>\n"
    }
    return markup + "</ul>"
  }

  private var navigation: Markup {
    var links: [(target: String, name: String)] = [("overview", "Overview")]
    if !comparison.faults.isEmpty { links.append(("violations", "Violations")) }
    links.append(("behavior", "Order of calls"))
    links.append(("visits", "States and transitions"))
    links.append(("traces", "Traces"))
    var markup: Markup = "<nav class=\"tabs\" aria-label=\"Views\"><ul>"
    for link in links { markup += "<li><a href=\"#\(link.target)\">\(link.name)</a></li>" }
    return markup + "</ul></nav>\n"
  }
}
