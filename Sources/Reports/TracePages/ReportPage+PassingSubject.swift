internal import TraceFindings

extension ReportPage {
  /// The subject of a passing trace that is most like the one of the finding, over the same columns.
  func passingSubject(beside finding: PlannedFinding) -> Markup {
    let violation = finding.violation
    guard let side = PairPicture.Side(finding.trace),
      let lane = side.model.marks.first(where: { $0.event == violation.event })?.lane,
      let match = passingSubjects.nearest(to: violation, inLane: lane, of: side.timeline),
      let other = report.traces[match.subject.trace].timeline
    else { return "" }
    let pair = PairPicture(
      before: side, after: PairPicture.Side(other, beside: side.timeline), palette: palette,
      callbackNames: names)
    let path = report.traces[match.subject.trace].path
    let picture = pair.frame(
      match.columns, headings: ("Here", "There"),
      label: "The calls here, and those of a passing \(violation.nameOfSubjectKind)")
    return """
      <details class="more twin"><summary>The nearest \(violation.nameOfSubjectKind) that passes: \(Phrases.shortPlace(path))</summary>
      <div class="tl-box">\(html: picture)</div>
      \(html: difference(match.columns))</details>

      """
  }

  /// The calls that only one of the two has.
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
