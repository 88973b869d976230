package import TraceModel
internal import TraceFindings

/// The frame of every page: head, security policy, masthead and footer.
package struct PageFrame {
  /// The page's title, the verdict first.
  package var title: String
  /// The only style sheet.
  package var styles: PageAsset
  /// The only script besides the one in the head; nil for a page without scripts.
  package var script: PageAsset?
  /// The version of the tool.
  package var toolVersion: String
  /// The name and version of the grammar.
  package var grammar: String

  package init(
    title: String, styles: PageAsset, script: PageAsset?, toolVersion: String, grammar: String
  ) {
    self.title = title
    self.styles = styles
    self.script = script
    self.toolVersion = toolVersion
    self.grammar = grammar
  }

  /// From the first byte to the link that skips to the content.
  package var opening: Markup {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(html: Markup(trusted: securityPolicy))">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="CallOrder \(toolVersion)">
    <title>\(title)</title>
    <style>\(html: Markup(trusted: styles.text))</style>
    \(html: script == nil ? "" : Markup(trusted: "<script>\(Self.beginning.text)</script>"))
    </head>
    <body id="top">
    <a class="skip" href="#main">Skip to the report</a>

    """
  }

  /// From the script to the last byte.
  package var closing: Markup {
    let element: Markup =
      script.map { "<script>\(html: Markup(trusted: $0.text))</script>\n" } ?? ""
    return """
      \(html: element)</body>
      </html>

      """
  }

  /// Marks the page as scripted before anything is painted, so that it never appears as one long document first.
  private static let beginning = PageAsset(
    text: "document.documentElement.className=\"app\"",
    digest: "xc9OPxwq3jLxoE3tEel9zRuPEPet9iEH9nEqq3fJcAI=")

  /// Allows the style sheet and the scripts of this page, and nothing else.
  private var securityPolicy: String {
    let scripts =
      script.map { script in
        let digests = [Self.beginning, script].map { "'sha256-\($0.digest)'" }
        return "script-src \(digests.joined(separator: " ")); "
      } ?? ""
    return "default-src 'none'; style-src 'sha256-\(styles.digest)'; "
      + scripts + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// The line above everything: what was checked, and links to the parts of the page.
  package func masthead(subject: String, tabs: Markup) -> Markup {
    """
    <header class="masthead">
    <a class="brand" href="#top"><svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true">\
    <path class="b1" d="M1 3h10"/><path class="b2" d="M7 10h12"/><path class="b3" d="M15 17h10"/></svg>\
    CallOrder</a>
    <h1>\(subject)</h1>
    \(html: tabs)</header>
    """
  }

  /// The line below everything.
  package var footer: Markup {
    """
    <footer class="end">
    <p>CallOrder \(toolVersion) · grammar \(grammar) · \
    this file loads nothing and sends nothing. \(html: script == nil ? "" : "<noscript>Pictures and tables of events need its script.</noscript>")</p>
    </footer>
    """
  }

  /// The severity as a word with its icon.
  package static func severityBadge(_ severity: Severity) -> Markup {
    let name = severity.name
    return """
      <span class="sev \(name)">\(html: icon(name)) \(name.capitalizedFirst)</span>
      """
  }

  /// A sentence of the grammar; what stands between two of the marks in it is a command.
  package static func marked(_ sentence: String, by mark: Character = "'") -> Markup {
    var markup = Markup()
    for (number, part) in sentence.split(separator: mark, omittingEmptySubsequences: false)
      .enumerated()
    {
      markup += number.isMultiple(of: 2) ? "\(String(part))" : "<code>\(String(part))</code>"
    }
    return markup
  }

  /// The icons, for a page that defines nothing else.
  package static let definitions: Markup = """
    <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>\(html: icons)</defs></svg>
    """

  /// The icon of a severity or a verdict, by its name; it is shown next to the word.
  package static func icon(_ name: String) -> Markup {
    """
    <svg class="i \(name)" width="14" height="14" aria-hidden="true"><use href="#i-\(name == "failing" ? "error" : name)"/></svg>
    """
  }

  /// The icons, once per page; their shapes differ, so that color is not needed to distinguish them.
  static let icons: Markup = """
    <symbol id="i-error" viewBox="0 0 14 14"><circle class="a" cx="7" cy="7" r="6.5"/>\
    <path class="b" d="M4.7 4.7l4.6 4.6m0-4.6l-4.6 4.6"/></symbol>
    <symbol id="i-warning" viewBox="0 0 14 14"><path class="a" d="M7 1l6.5 12H.5z"/>\
    <path class="b" d="M7 5.2v3.6m0 1.4v1"/></symbol>
    <symbol id="i-note" viewBox="0 0 14 14"><rect class="o" x="1" y="1" width="12" height="12" rx="3"/>\
    <path class="c" d="M7 3.6v1m0 1.8v4"/></symbol>
    <symbol id="i-passing" viewBox="0 0 14 14"><circle class="o" cx="7" cy="7" r="6"/>\
    <path class="c" d="M4.2 7.2l2 2 3.6-4"/></symbol>
    <symbol id="i-inconclusive" viewBox="0 0 14 14"><circle class="o dash" cx="7" cy="7" r="6"/>\
    <path class="c" d="M4.5 7h5"/></symbol>

    """
}
