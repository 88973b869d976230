package import TraceModel
package import TraceFindings
package import TraceGrammar

/// The report as one HTML file, to be opened from disk, from an email or from a build artifact.
///
/// The file loads nothing from the network and works without scripts; a script only adds filtering, keys, zoom and
/// copying. The same report gives the same bytes.
package struct HTMLReport: Sendable {
  /// The same report as JSON text, kept inside the page so that parts of it can be copied; nil for none.
  package var machineReport: [UInt8]?
  /// The beginning of the section on coverage; nil for none.
  package var coverage: PageCoverage?
  /// The options besides the grammar that decided what is wrong, as words of a command.
  package var judging: [String]
  /// The least severity that fails a trace.
  package var failingSeverity: Severity

  package init(
    machineReport: [UInt8]? = nil, coverage: PageCoverage? = nil, judging: [String] = [],
    failingSeverity: Severity = .error
  ) {
    (self.machineReport, self.coverage, self.judging) = (machineReport, coverage, judging)
    self.failingSeverity = failingSeverity
  }

  /// The page's bytes, UTF-8.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - grammar: the grammar of the check; without it, pictures are drawn from the report's own numbers, and
  ///     rules that were not broken are not explained.
  /// - Complexity: O(violations log violations + events + pictures).
  package func render(_ report: Report, grammar: Grammar? = nil) -> [UInt8] {
    var document: [UInt8] = []
    write(report, grammar: grammar) { piece in
      document += piece
      return true
    }
    return document
  }

  /// Passes on the page's bytes in pieces, until no more of them is taken.
  package func write(
    _ report: Report, grammar: Grammar? = nil, to take: (_ piece: [UInt8]) -> Bool
  ) {
    let page = ReportPage(
      report: report, grammar: grammar, machineReport: machineReport, answer: coverage,
      judging: judging, failingSeverity: failingSeverity)
    withoutActuallyEscaping(take) { take in
      var pieces = PagePieces(take: take)
      page.write(to: &pieces)
      pieces.finish()
    }
  }
}

/// The summary of coverage: how much was exercised, and which scenarios nobody has tried.
package struct PageCoverage: Sendable {
  /// How many steps were taken of how many, in a sentence or two.
  package var sentence: String
  /// The scenarios that no trace goes through, and how to produce them.
  package var untried: [(title: String, action: String)]

  package init(sentence: String, untried: [(title: String, action: String)]) {
    (self.sentence, self.untried) = (sentence, untried)
  }
}

/// One page while it is written: the report, and values that its sections share.
struct ReportPage {
  let report: Report
  let grammar: Grammar?
  /// The names of callbacks where they are implemented, by short name; the page shows no other ones.
  let names: [String: String]
  let machineReport: [UInt8]?
  let answer: PageCoverage?
  /// The options besides the grammar that decided what is wrong, as words of a command.
  let judging: [String]
  /// The least severity that fails a trace.
  let failingSeverity: Severity
  /// How many traces fail, pass, or neither.
  let outcomes: [Outcome: Int]
  let plan: PagePlan
  let facts: RuleFacts
  let palette: StatePalette
  /// For every lifecycle, its small picture; sorted by name.
  let pictures: [(lifecycle: String, picture: StepPicture)]

  init(
    report: Report, grammar: Grammar?, machineReport: [UInt8]? = nil, answer: PageCoverage? = nil,
    judging: [String] = [], failingSeverity: Severity
  ) {
    self.report = report
    self.grammar = grammar
    names = grammar.map(\.writtenNames) ?? [:]
    self.machineReport = machineReport
    self.judging = judging
    self.answer = answer
    self.failingSeverity = failingSeverity
    outcomes = Dictionary(
      report.traces.map { ($0.outcome(failingFrom: failingSeverity), 1) }, uniquingKeysWith: +)
    plan = PagePlan(report, failingFrom: failingSeverity)
    let coverage = report.coverage
    facts = RuleFacts(report: report, grammar: grammar, coverage: coverage)
    let broken = Set(report.traces.flatMap { $0.violations.map(\.lifecycle) })
    let all =
      grammar?.stateGraphs(coverage: coverage) ?? coverage.lifecycles.map { StateGraph(of: $0) }
    palette = StatePalette(grammar: grammar, graphs: all)
    let unseen = UnseenParts(report, grammar, graphs: all)
    let graphs = all.map { unseen.removed(from: $0) }
    self.graphs = graphs
    unseenParts = unseen.names
    let palette = palette
    let names = names
    pictures = graphs.enumerated().filter { broken.contains($1.name) }.map { index, graph in
      let shown = unseen.removed(from: graph, isForFindings: true)
      return (
        graph.name,
        StepPicture(shown, symbol: "states-\(index)", palette: palette, names: names)
      )
    }
  }

  /// The lifecycles with the numbers of all traces, in the order of the grammar, without parts that no trace shows.
  let graphs: [StateGraph]
  /// The names of those parts, such as "CarPlay".
  let unseenParts: [String]

  /// What a trace means for the run.
  func outcome(of trace: TraceReport) -> Outcome { trace.outcome(failingFrom: failingSeverity) }

  /// Writes the whole document.
  func write(to pieces: inout PagePieces) {
    let frame = frame
    pieces += frame.opening
    pieces += """
      \(html: definitions)
      \(html: frame.masthead(subject: subjectPhrase, tabs: tabs, tools: PageFrame.tools))
      <div class="shell">
      \(html: sideList)
      <main id="main">
      \(html: PageFrame.walk)

      """
    let sections: [() -> Markup] = [
      { overview }, { findings }, { traces }, { rules }, { coverage },
    ]
    for section in sections {
      pieces += section()
      pieces += "\n"
    }
    pieces += """
      \(html: run)
      \(html: frame.footer)
      </main>
      </div>
      \(html: PageFrame.helpDialog)

      """
    writeDataBlocks(to: &pieces)
    pieces += "\n"
    pieces += frame.closing
  }

  private var frame: PageFrame {
    PageFrame(
      title: title,
      styles: PageAssets.reportStyles, script: PageAssets.script,
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
