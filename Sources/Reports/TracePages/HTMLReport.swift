package import TraceModel
package import TraceFindings
package import TraceGrammar

/// The report as one HTML file, to be opened from disk, from an email or from a build artifact.
///
/// The file loads nothing from the network. Its text is complete; the pictures, the list and the tables of events are drawn by
/// its script from the report's own JSON, which the page contains once. The same report gives the same bytes.
package struct HTMLReport: Sendable {
  /// Passes on the report as JSON in pieces, until no more of it is taken.
  package typealias JSONWriter = @Sendable (_ take: (_ piece: [UInt8]) -> Bool) -> Void

  /// The report as JSON, from which the script draws; nil for a page of text.
  package var json: JSONWriter?
  /// The beginning of the section on coverage; nil for none.
  package var coverage: PageCoverage?
  /// The options besides the grammar that decided what is wrong, as words of a command.
  package var judging: [String]
  /// The least severity that fails a trace.
  package var failingSeverity: Severity
  /// The folders in which nothing was found, with the reason.
  package var emptyFolders: [Report.Failure]

  package init(
    json: JSONWriter? = nil, coverage: PageCoverage? = nil, judging: [String] = [],
    failingSeverity: Severity = .error, emptyFolders: [Report.Failure] = []
  ) {
    (self.json, self.coverage, self.judging) = (json, coverage, judging)
    (self.failingSeverity, self.emptyFolders) = (failingSeverity, emptyFolders)
  }

  /// The page's bytes, UTF-8.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - grammar: the grammar of the check; without it, pictures are drawn from the report's own numbers, and
  ///     rules that were not broken are not explained.
  /// - Complexity: O(findings log findings + events + pictures).
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
    let page = ReportPage(report, grammar, self)
    withoutActuallyEscaping(take) { take in
      var pieces = TextPieces(take: take)
      page.write(to: &pieces)
      pieces.finish()
    }
  }
}

/// The summary of coverage: how many steps were taken of how many, in a sentence or two, and the scenarios that no trace goes
/// through, with how to produce them.
package typealias PageCoverage = (sentence: String, untried: [(title: String, action: String)])

/// One page while it is written: the report, and values that its sections share.
struct ReportPage {
  let report: Report
  let grammar: Grammar?
  /// The names of callbacks where they are implemented, by short name; the page shows no other ones.
  let names: [String: String]
  let options: HTMLReport
  /// How many traces fail, pass, or neither.
  let outcomes: [Outcome: Int]
  let plan: PagePlan
  /// The names of the subjects of traces that have an article.
  let laneNames: [Int: LaneNames]
  let facts: RuleFacts
  let palette: StatePalette
  /// The lifecycles with the numbers of all traces, in the order of the grammar, without parts that no trace shows.
  let graphs: [StateGraph]
  /// The names of those parts, such as "CarPlay".
  let unseenParts: [String]

  init(_ report: Report, _ grammar: Grammar?, _ options: HTMLReport) {
    (self.report, self.grammar, self.options) = (report, grammar, options)
    names = grammar.map(\.writtenNames) ?? [:]
    plan = PagePlan(report)
    laneNames = Dictionary(
      Set(plan.groups.flatMap(\.articles).map(\.first.trace)).map { trace in
        (trace, LaneNames(report.traces[trace].timeline ?? Timeline()))
      }, uniquingKeysWith: { first, _ in first })
    outcomes = Dictionary(
      report.traces.map { ($0.outcome(failingFrom: options.failingSeverity), 1) },
      uniquingKeysWith: +)
    let coverage = report.coverage
    facts = RuleFacts(report: report, grammar: grammar, coverage: coverage)
    let all =
      grammar?.stateGraphs(coverage: coverage) ?? coverage.lifecycles.map { StateGraph(of: $0) }
    palette = StatePalette(grammar: grammar, graphs: all)
    let unseen = UnseenParts(report, grammar, graphs: all)
    graphs = all.map { unseen.removed(from: $0) }
    unseenParts = unseen.names
  }

  /// What a trace means for the run.
  func outcome(of trace: TraceReport) -> Outcome {
    trace.outcome(failingFrom: options.failingSeverity)
  }

  /// Writes the whole document.
  func write(to pieces: inout TextPieces) {
    let frame = frame
    pieces += frame.opening
    pieces += """
      \(html: definitions)
      \(html: frame.masthead(subject: subjectPhrase, tabs: tabs))
      <div class="shell">
      <nav id="list" class="side" aria-label="Findings and traces" hidden></nav>
      <main id="main">

      """
    let sections: [() -> Markup] = [
      { overview }, { findings }, { traces }, { rules }, { coverage },
    ]
    for section in sections {
      pieces += section()
      pieces += "\n"
    }
    pieces += """
      \(html: frame.footer)
      </main>
      </div>

      """
    writeData(to: &pieces)
    pieces += frame.closing
  }

  /// What the script draws from: what the grammar says about names and states, and the report.
  private func writeData(to pieces: inout TextPieces) {
    guard let json = options.json else { return }
    pieces += """
      <script type="application/json" id="grammar">{"fails":"\(options.failingSeverity.name)","names":\(html: .object(names.filter { $0.key != $0.value }) { .string($0) }),\
      "looks":\(html: .object(palette.looks) { "\($0.rawValue)" })}</script>
      <script type="text/plain" id="report">
      """
    let packed = PackedText()
    json { piece in
      packed.pack(piece, to: &pieces.bytes)
      pieces.passOnIfMuch()
      return !pieces.isStopped
    }
    packed.finish(to: &pieces.bytes)
    pieces += "</script>\n"
  }

  private var frame: PageFrame {
    PageFrame(
      title: title,
      styles: PageAssets.reportStyles, script: options.json == nil ? nil : PageAssets.script,
      toolVersion: report.toolVersion,
      grammar: "\(report.grammarName) \(report.grammarVersion)")
  }

  /// The pictures that others refer to.
  private var definitions: Markup {
    var markup: Markup = """
      <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>

      """
    markup += StatePalette.patterns
    return markup + PageFrame.icons + "</defs></svg>"
  }
}

extension Markup {
  /// An object of JSON inside a script element, by name; no text in it can end the element.
  fileprivate static func object<Value>(
    _ members: [String: Value], _ write: (Value) -> Markup
  ) -> Markup {
    var markup: Markup = "{"
    for (offset, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      if offset > 0 { markup += "," }
      markup += "\(html: .string(member.key)):\(html: write(member.value))"
    }
    return markup + "}"
  }

  /// A text as a string of JSON inside a script element.
  fileprivate static func string(_ text: String) -> Markup {
    var quoted = "\""
    for unit in text.utf16 {
      let isPlain = (0x20..<0x7F).contains(unit) && !"\"\\<>&".utf16.contains(unit)
      let digits = String(unit, radix: 16)
      quoted +=
        isPlain
        ? String(decoding: [unit], as: UTF16.self)
        : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return Markup(trusted: quoted + "\"")
  }
}
