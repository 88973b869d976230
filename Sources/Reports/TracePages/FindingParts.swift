package import TraceFindings

/// Parts about a finding that the pages of a report and of a comparison share.
package enum FindingParts {
  /// The likely cause with its evidence, or all causes if the trace has none for exactly one; and what to change.
  /// - Parameters:
  ///   - fix: what the rule says where no cause does.
  ///   - written: how a callback is written.
  package static func cause(
    _ violation: Violation, fix: String = "", _ written: (String) -> String = { $0 }
  ) -> Markup {
    let causes = violation.causes
    let runs = violation.witness.map { "Your own runs: \($0.inWords(written))" }
    guard let first = causes.first else {
      return fix.isEmpty ? "<div></div>\n" : "<div><h3>Change</h3>\n\(html: steps(fix))</div>\n"
    }
    if violation.likelyCause == nil, causes.count > 1 {
      var markup: Markup = "<div><h3>Possible causes</h3>\n<ol class=\"reasons\">\n"
      for cause in causes { markup += "<li><b>\(cause.text).</b> \(cause.action)</li>\n" }
      return markup + "</ol>\(html: proof([runs]))</div>\n"
    }
    return """
      <div><h3>\(violation.causeHeading.capitalizedFirst)</h3>
      <p class="because">\(first.text).</p>
      \(html: proof([first.evidence, runs]))<h3>Change</h3>
      \(html: steps(first.action))</div>

      """
  }

  /// The evidence, a line each.
  private static func proof(_ lines: [String?]) -> Markup {
    let lines = lines.compactMap(\.self)
    if lines.isEmpty { return "" }
    var markup: Markup = "<ul class=\"proof\">"
    for line in lines {
      // Names of calls keep their case.
      let isWord = line.prefix { $0 != " " }.allSatisfy { $0.isLowercase }
      markup += "<li>\(isWord ? line.capitalizedFirst : line)</li>\n"
    }
    return markup + "</ul>"
  }

  /// What to do, a number for each sentence.
  private static func steps(_ action: String) -> Markup {
    var sentences = action.split(separator: ". ").map(String.init)
    for index in sentences.indices.dropLast() { sentences[index] += "." }
    if sentences.count < 2 { return "<p class=\"change\">\(action)</p>" }
    var markup: Markup = "<ol class=\"change\">"
    for sentence in sentences { markup += "<li>\(sentence)</li>\n" }
    return markup + "</ol>"
  }

  /// The next explanation where one is likelier, folded.
  package static func otherCauses(_ violation: Violation) -> Markup {
    guard violation.likelyCause != nil, violation.causes.count > 1 else { return "" }
    let other = violation.causes[1]
    let evidence = other.evidence.map { " (\($0))" } ?? ""
    return """
      <details><summary>Otherwise: \(other.text)</summary><p>\(other.action)\(evidence)</p></details>

      """
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
