internal import TraceFindings
internal import TraceGrammar

/// A style sheet or a script with its digest.
package struct PageAsset: Sendable {
  /// The text in the page.
  package let text: String
  /// The SHA-256 of the text in base 64, with which the page's security policy allows it. A test fails and shows the new one
  /// when the text changes.
  let digest: String
}

/// The style sheets and the script of pages, from the files in `CProgramFiles/page`.
package enum PageAssets {
  /// The style sheet of a report's page.
  static let reportStyles = PageAsset(
    text: text(of: shared + ["timeline.css", "diagrams.css", "media.css"]),
    digest: "3wrc8YjCbUFvMQ/jgzxIaa6JHu2Si+OGdPSamxmZQkE=")

  /// The style sheet of the migration's card.
  package static let cardStyles = PageAsset(
    text: text(of: ["tokens.css", "frame.css", "hero.css", "tables.css", "card.css"]),
    digest: "bNyv8SJytJhRr7E+dz8WNAdfrzJEKKdHMxzs5quOfCM=")

  /// The style sheet of a picture in its own file.
  static let pictureStyles = Markup(
    trusted: "svg{background:var(--card)}\n" + text(of: ["tokens.css", "diagrams.css"]))

  /// The script of pages: it draws the list, the pictures and the tables of events from the report's JSON.
  ///
  /// No part of it creates markup from text: elements are created one by one, and text is set as text. One function
  /// encloses all parts, so that they share names only with each other.
  package static let script = {
    let parts = [
      "basics.js", "report.js", "timeline.js", "drawing.js", "overview.js", "narrow.js",
      "windows.js", "controls.js", "events.js", "panels.js", "filter.js", "places.js", "keys.js",
    ]
    return PageAsset(
      text: "\"use strict\";(async()=>{\n" + text(of: parts) + "})();\n",
      digest: "yk+JCqs4jVK9oDZt6BnPZiyev3cuu6VGvDUIo4KC6Hk=")
  }()

  private static let shared = [
    "tokens.css", "frame.css", "list.css", "hero.css", "tables.css", "cards.css",
  ]

  /// The files without what is for those who edit them: lines of comments, the spaces before lines, and those in style sheets.
  /// No text in a file goes over several lines.
  private static func text(of names: [String]) -> String {
    var text = ""
    for name in names {
      for line in (EmbeddedFiles.page["page/" + name] ?? "").split(separator: "\n") {
        let line = line.drop { $0 == " " }
        if line.hasPrefix("//") || line.hasPrefix("/*") { continue }
        text += name.hasSuffix(".css") ? withoutSpaces(line) : String(line)
        text += "\n"
      }
    }
    return text
  }

  private static func withoutSpaces(_ rule: Substring) -> String {
    [(" { ", "{"), (" {", "{"), (" }", "}"), (": ", ":"), ("; ", ";"), (", ", ",")].reduce(
      String(rule)
    ) { $0.filled($1.0, with: $1.1) }
  }
}
