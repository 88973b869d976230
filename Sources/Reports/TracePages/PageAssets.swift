internal import TraceGrammar

/// A style sheet or a script with its digest.
package struct PageAsset: Sendable {
  /// The text in the page.
  package let text: String
  /// The SHA-256 of the text in base 64, with which the page's security policy allows it. A test fails and shows the new one
  /// when the text changes.
  let digest: String
}

/// The style sheets and the script of pages, assembled from the files in `CProgramFiles/page`.
package enum PageAssets {
  /// The style sheet of a report's page.
  static let reportStyles = PageAsset(
    text: text(of: shared + ["timeline.css", "diagrams.css", "changes.css", "media.css"]),
    digest: "SnoMnaTcbbAxv24knhSKe6/3k3UQJtkc/+AetFNyzLQ=")

  /// The style sheet of the migration's card.
  package static let cardStyles = PageAsset(
    text: text(of: ["tokens.css", "frame.css", "hero.css", "tables.css", "card.css"]),
    digest: "zsOxKyXm8Aigl6e+HUjZy+NH+kD7fjHL5gZIdc2voqw=")

  /// The script of pages: it draws the list, the pictures and the tables of events from the report's JSON.
  ///
  /// No part of it creates markup from text: elements are created one by one, and text is set as text. One function
  /// encloses all parts, so that they share names only with each other.
  package static let script = {
    let parts = [
      "basics.js", "report.js", "timeline.js", "drawing.js", "overview.js", "phone.js", "stage.js",
      "controls.js", "events.js", "panels.js", "filter.js", "places.js", "keys.js",
    ]
    // Comments and the spaces before lines are for those who edit the files; no text of a script goes over several lines.
    let lines = text(of: parts).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
    return PageAsset(
      text: "\"use strict\";(async()=>{\n" + lines.joined(separator: "\n") + "\n})();\n",
      digest: "kT+pznQC7EWd8i/G8Cn3YOZDtytfpirtBDk22j/Coi8=")
  }()

  private static let shared = [
    "tokens.css", "frame.css", "list.css", "hero.css", "tables.css", "cards.css",
  ]

  private static func text(of names: [String]) -> String {
    names.compactMap { EmbeddedFiles.page["page/" + $0] }.joined()
  }
}
