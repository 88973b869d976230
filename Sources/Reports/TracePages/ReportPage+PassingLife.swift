internal import TraceFindings

extension ReportPage {
  /// The life in a passing trace of the run that is most like the one that went wrong, over the same columns.
  func passingLife(beside finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    guard let side = PairPicture.Side(finding.trace),
      let lane = side.model.marks.first(where: { $0.event == violation.event })?.lane,
      let match = passingLives.nearest(to: violation, inLane: lane, of: side.timeline),
      let other = report.traces[match.life.trace].timeline
    else { return "" }
    let pair = PairPicture(
      before: side, after: PairPicture.Side(other, beside: side.timeline), palette: palette,
      callbackNames: names)
    let path = report.traces[match.life.trace].path
    let picture = pair.frame(
      match.columns, headings: ("Here", "There"),
      label: "The calls here, and those of a passing \(violation.nameOfSubjectKind)")
    return """
      <details class="more twin"><summary>The nearest \(violation.nameOfSubjectKind) that passes: \(Phrases.shortPlace(path))</summary>
      <div class="tl-box">\(html: picture)</div>
      \(html: difference(match.columns))</details>

      """
  }

  /// The calls that only one of the two lives has.
  private func difference(_ columns: [PairPicture.Column]) -> Markup {
    let sides: [(place: String, calls: [String])] = [
      ("Only there", columns.filter { $0.before == nil }.map(\.callback)),
      ("Only here", columns.filter { $0.after == nil }.map(\.callback)),
    ]
    var sentences = Markup()
    for side in sides where !side.calls.isEmpty {
      let calls = side.calls.map(names.written).joined(separator: ", ")
      sentences += "\(side.place): <code>\(calls)</code>. "
    }
    return sentences.isEmpty ? "" : "<p>\(html: sentences)</p>"
  }
}
