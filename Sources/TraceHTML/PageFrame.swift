package import TraceDiagnostics
package import TraceWriting

/// What is around every page: head, policy, masthead and footer.
package struct PageFrame {
  /// The page's title, the verdict first.
  package var title: String
  /// The one style sheet.
  package var styles: String
  /// The one script; nil for a page without any.
  package var script: String?
  /// The version of the tool.
  package var toolVersion: String
  /// The name and version of the grammar.
  package var grammar: String
  /// What a reader of the page calls it, such as `report`.
  package var noun: String

  /// Makes the frame of one page.
  package init(
    title: String, styles: String, script: String?, toolVersion: String, grammar: String,
    noun: String
  ) {
    self.title = title
    self.styles = styles
    self.script = script
    self.toolVersion = toolVersion
    self.grammar = grammar
    self.noun = noun
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
    <style>\(html: Markup(trusted: styles))</style>
    </head>
    <body id="top">
    <a class="skip" href="#main">Skip to the \(noun)</a>

    """
  }

  /// From the script to the last byte.
  package var closing: Markup {
    let element: Markup = script.map { "<script>\(html: Markup(trusted: $0))</script>\n" } ?? ""
    return """
      \(html: element)</body>
      </html>

      """
  }

  /// Allows the one style sheet and the one script of this page, and nothing else whatsoever.
  private var securityPolicy: String {
    let scripts = script.map { "script-src 'sha256-\(SHA256.base64(of: $0.utf8))'; " } ?? ""
    return "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: styles.utf8))'; "
      + scripts + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// The line above everything, with what the script shows in it.
  package func masthead(tools: Markup = "") -> Markup {
    """
    <header class="masthead"><div class="wrap">
    <a class="brand" href="#top"><svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true">\
    <path class="b1" d="M1 3h10"/><path class="b2" d="M7 10h12"/><path class="b3" d="M15 17h10"/></svg>\
    CallOrder</a>
    <p class="ident">checked against <b>\(grammar)</b></p>
    \(html: tools)</div></header>
    """
  }

  /// The line below everything.
  package var footer: Markup {
    """
    <footer class="foot"><div class="wrap">
    <p>CallOrder \(toolVersion) · grammar \(grammar) · \
    this file is complete: it loads nothing, sends nothing, and reads without scripts.</p>
    </div></footer>
    """
  }

  /// The severity as a word with its symbol.
  package static func severityBadge(_ severity: Severity) -> Markup {
    """
    <span class="sev \(severity.name)"><span aria-hidden="true">\(Phrases.mark(severity))</span> \
    \(severity.name)</span>
    """
  }
}
