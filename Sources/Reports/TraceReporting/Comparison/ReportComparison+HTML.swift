internal import TraceModel
internal import TraceFindings
internal import TracePages

extension ReportComparison {
  /// The comparison as one HTML file, to be opened from disk, from an email or from a build artifact.
  ///
  /// It loads nothing from the network and works without scripts, and the same comparison gives the same bytes.
  package func html() -> [UInt8] { ComparisonPage(comparison: self).document.bytes }
}

/// The page of a comparison while it is written.
struct ComparisonPage {
  let comparison: ReportComparison
  /// The faults with their own place, by what became of them.
  let changes: [PlacedFaults]
  /// The pictures of the traces that have their own section, in their order.
  let pictures: [PairPicture]

  init(comparison: ReportComparison) {
    self.comparison = comparison
    changes = PlacedFaults.all(comparison.faults)
    pictures = comparison.behaviors.prefix(Limit.scenarios).map { change in
      PairPicture(
        before: (change.before.timeline, change.before.violations),
        after: (change.after.timeline, change.after.violations),
        lifecycles: comparison.lifecycles)
    }
  }

  /// The limits that keep a page small enough to be opened.
  enum Limit {
    /// The scenarios that have their own section.
    static let scenarios = 200
    /// The rows of all scenarios together.
    static let rows = 20_000
    /// The rows of calls beside one violation.
    static let rowsOfFault = 24
    /// The columns of a picture, and how many of them are before the change.
    static let columns = 14
    static let columnsBefore = 7
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
      script: PageAssets.comparisonScript, toolVersion: comparison.toolVersion, grammar: grammars,
      noun: "comparison")
    var page = frame.opening
    page += """
      \(html: PageFrame.pictureDefinitions)
      \(html: frame.masthead(subject: "comparison", tabs: navigation, tools: PageFrame.tools))
      <div class="shell">
      \(html: sideList)
      <main id="main">
      \(html: PageFrame.walk)
      \(html: overview)
      \(html: faultPanels)
      \(html: behavior)
      \(html: traces)
      \(html: frame.footer)
      </main>
      </div>
      \(html: PageFrame.helpDialog)

      """
    return page + frame.closing
  }

  private var navigation: Markup {
    var links: [(target: String, name: String)] = [("overview", "Violations")]
    links.append(("behavior", "Order of calls"))
    links.append(("traces", "Traces"))
    var markup: Markup = "<nav class=\"tabs\" aria-label=\"Views\"><ul>"
    for link in links { markup += "<li><a href=\"#\(link.target)\">\(link.name)</a></li>" }
    return markup + "</ul></nav>\n"
  }
}
