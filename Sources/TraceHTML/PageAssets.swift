internal import EmbeddedFiles

/// The style sheets and the script of pages, put together of the files in `CEmbedded/page`.
package enum PageAssets {
  /// The style sheet of a report's page.
  static let reportStyles = text(of: shared + ["timeline.css", "diagrams.css", "media.css"])

  /// The style sheet of a comparison's page: that of a report without pictures, and the marks of changes.
  package static let comparisonStyles = text(of: shared + ["changes.css", "media.css"])

  /// The script of a report's page; without it everything that matters is still there.
  ///
  /// No part of it makes markup from text: elements are made one by one, and text is set as text. One function is
  /// around all parts, so that they share names with each other and with nobody else.
  package static let script =
    "\"use strict\";(()=>{\n"
    + text(
      of: [
        "basics.js", "timeline.js", "drawing.js", "overview.js", "controls.js", "events.js",
        "filter.js", "places.js", "keys.js",
      ]) + "})();\n"

  private static let shared = [
    "tokens.css", "frame.css", "list.css", "hero.css", "tables.css", "cards.css",
  ]

  private static func text(of names: [String]) -> String {
    names.compactMap { EmbeddedFiles.page["page/" + $0] }.joined()
  }
}
