internal import TraceFindings

/// Parts of what is told about a finding.
enum FindingParts {
  /// The likely cause with its evidence, or all causes if the recording has none for exactly one; and what to change.
  /// - Parameters:
  ///   - runs: what the passing traces of the run show about the same call.
  ///   - fix: what the rule says where no cause does.
  static func cause(
    _ causes: [PossibleCause], runs: String? = nil, fix: String = ""
  ) -> Markup {
    let runs = runs.map { ["Your own runs: \($0)"] } ?? []
    guard let first = causes.first else {
      return fix.isEmpty
        ? "<div></div>\n" : "<div><h3>Change</h3>\n<p class=\"change\">\(fix)</p></div>\n"
    }
    if first.evidence == nil, causes.count > 1 {
      var markup: Markup = "<div><h3>Possible causes</h3>\n<ol class=\"reasons\">\n"
      for cause in causes { markup += "<li><b>\(cause.text).</b> \(cause.action)</li>\n" }
      return markup + "</ol>\(html: list("ul", "proof", runs))</div>\n"
    }
    return """
      <div><h3>\(causes.heading.capitalizedFirst)</h3>
      <p class="because">\(first.text).</p>
      \(html: list("ul", "proof", first.proofs + runs))<h3>Change</h3>
      \(html: list("ol", "change", first.changes))</div>

      """
  }

  private static func list(_ element: Markup, _ style: Markup, _ lines: [String]) -> Markup {
    if lines.isEmpty { return "" }
    var markup: Markup = "<\(html: element) class=\"\(html: style)\">"
    for line in lines {
      // Names of calls keep their case.
      let isWord = line.prefix { $0 != " " }.allSatisfy(\.isLowercase)
      markup += "<li>\(isWord ? line.capitalizedFirst : line)</li>\n"
    }
    return markup + "</\(html: element)>"
  }

  /// The next explanation where one is likelier, folded.
  static func otherCauses(_ causes: [PossibleCause]) -> Markup {
    guard causes.count > 1, causes[0].evidence != nil else { return "" }
    let evidence = causes[1].evidence.map { " (\($0))" } ?? ""
    return """
      <details><summary>Otherwise: \(causes[1].text)</summary><p>\(causes[1].action)\(evidence)</p></details>

      """
  }

  /// The place in the app's source that recorded the event.
  static func sourcePlace(_ violation: Violation) -> Markup? {
    place(violation).map { "<span class=\"src\"><code>\($0)</code></span>" }
  }

  private static func place(_ violation: Violation) -> String? {
    guard let file = violation.origin.file else { return nil }
    return file + (violation.origin.line.map { ":\($0)" } ?? "")
  }

  /// The lines around that place as a card, if they could be read when the report was made.
  static func sourceExcerpt(_ violation: Violation) -> Markup {
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
