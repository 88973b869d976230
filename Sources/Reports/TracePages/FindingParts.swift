package import TraceFindings

/// Parts about a finding that the pages of a report and of a comparison share.
package enum FindingParts {
  /// The likely cause with what to do, and the next one, or all causes if the trace has no evidence for exactly one; and what
  /// the passing traces of the run show about the same call.
  /// - Parameter written: how a callback is written.
  package static func causes(
    _ violation: Violation, _ written: (String) -> String = { $0 }
  ) -> Markup {
    guard let first = violation.causes.first else { return "" }
    let runs: Markup =
      violation.witness.map { "<p>Your own runs: \($0.inWords(written)).</p>\n" } ?? ""
    if let likely = violation.likelyCause {
      var markup: Markup =
        "<div><h3>\(violation.causes.heading.capitalizedFirst)</h3>\n<p>\(html: sentences(likely))</p>\n"
      if violation.causes.count > 1 {
        markup += "<p class=\"other\">Otherwise: \(html: sentences(violation.causes[1]))</p>\n"
      }
      return markup + runs + "</div>\n"
    }
    if violation.causes.count == 1 {
      return
        "<div><h3>\(violation.causes.heading.capitalizedFirst)</h3><p>\(html: sentences(first))</p>\(html: runs)</div>\n"
    }
    var markup: Markup = "<div><h3>Possible causes</h3>\n<ol class=\"reasons\">\n"
    for cause in violation.causes { markup += "<li>\(html: sentences(cause))</li>\n" }
    return markup + "</ol>\(html: runs)</div>\n"
  }

  private static func sentences(_ cause: PossibleCause) -> Markup {
    let evidence = cause.evidence.map { " (\($0))" } ?? ""
    return "<b>\(cause.text)</b>\(evidence). \(cause.action)"
  }

  /// The place in the app's source that recorded the event.
  package static func sourcePlace(_ violation: Violation) -> Markup? {
    place(violation).map { "<span class=\"src\"><code>\($0)</code></span>" }
  }

  private static func place(_ violation: Violation) -> String? {
    guard let file = violation.origin.file else { return nil }
    return file + (violation.origin.line.map { ":\($0)" } ?? "")
  }

  /// The lines around that place as a card, if they could be read when the report was made.
  package static func sourceExcerpt(_ violation: Violation) -> Markup {
    guard let excerpt = violation.origin.excerpt, let place = place(violation) else { return "" }
    var markup: Markup = """
      <figure class="excerpt"><figcaption><code>\(place)</code> <small>recorded the event</small>\
      <span class="js" hidden><button type="button" data-copy="\(place)">Copy</button></span></figcaption>
      <pre>
      """
    for (index, line) in excerpt.lines.enumerated() {
      let number = excerpt.firstLine + index
      let text = "\(number)  \(line)"
      markup += number == violation.origin.line ? "<b>\(text)</b>\n" : "\(text)\n"
    }
    return markup + "</pre></figure>\n"
  }
}
