package import TraceFindings

/// What the page of a comparison says beside what the page of a report says: what became of each finding, and which calls
/// changed.
package struct PageComparison: Sendable {
  /// What became of the findings with one fingerprint.
  package struct Change: Sendable {
    /// `new`, `fixed` or `gone`; empty for what both reports have.
    package var mark: String
    /// The place in the order of the page: those with a mark come first.
    package var rank: Int
    /// How often they were found before and now; empty where the mark says it.
    package var counts: String
    /// What the first report shows in their place, as a sentence; empty where it shows nothing.
    package var before: String
    /// The identity of the place that shows what else changed in the trace; nil for none.
    package var link: String?

    /// Whether only the first report has them, so that nothing is left to change.
    var isOver: Bool { mark == "fixed" || mark == "gone" }

    package init(mark: String, rank: Int, counts: String, before: String, link: String?) {
      (self.mark, self.rank, self.counts) = (mark, rank, counts)
      (self.before, self.link) = (before, link)
    }
  }

  /// The second report. The page shows its traces first, then those of the first report with findings that it lacks.
  package var now: Report
  /// The result in a few words, with its sign.
  package var verdict: (sign: String, words: String)
  /// The numbers of findings and traces, as sentences.
  package var sentence: String
  /// What limits the comparison, each one sentence.
  package var caveats: [String]
  /// What became of the findings, by fingerprint.
  package var changes: [String: Change]
  /// The section about calls and traces that changed, with the identity `calls`.
  package var calls: Markup

  package init(
    now: Report, verdict: (sign: String, words: String), sentence: String, caveats: [String],
    changes: [String: Change], calls: Markup
  ) {
    (self.now, self.verdict, self.sentence) = (now, verdict, sentence)
    (self.caveats, self.changes, self.calls) = (caveats, changes, calls)
  }

  /// The mark of a change as a sign and a word; nothing for what both reports have.
  package static func mark(_ word: String) -> Markup {
    let signs = ["new": "+", "fixed": "✓", "gone": "−"]
    guard let sign = signs[word] else { return "" }
    return """
      <span class="change-mark \(word)"><span aria-hidden="true">\(sign)</span> \(word)</span>
      """
  }
}

extension ReportPage {
  /// What became of a finding; nil on the page of a report.
  func change(of violation: Violation) -> PageComparison.Change? {
    comparison?.changes[violation.fingerprint]
  }

  /// The mark of a finding that is new or that the second report lacks.
  func mark(of violation: Violation) -> Markup {
    PageComparison.mark(change(of: violation)?.mark ?? "")
  }

  /// What limits the comparison.
  var caveats: Markup {
    guard let caveats = comparison?.caveats, !caveats.isEmpty else { return "" }
    var markup: Markup = "<ul class=\"notes\">\n"
    for caveat in caveats.prefix(500) { markup += "<li><b>Note:</b> \(caveat)</li>\n" }
    return markup + "</ul>\n"
  }
}
