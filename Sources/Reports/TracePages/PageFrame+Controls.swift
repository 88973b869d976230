internal import TraceFindings

/// The controls that the script operates; every page has the same.
extension PageFrame {
  /// A button that shows or hides a kind of finding.
  package struct Chip {
    /// The kind, as the rows of the list name it.
    package var name: String
    /// The name of its icon; nil for none.
    package var icon: String?
    /// The noun for the number.
    package var words: String
    package var count: Int

    package init(name: String, icon: String?, words: String, count: Int) {
      self.name = name
      self.icon = icon
      self.words = words
      self.count = count
    }
  }

  /// The field, the chips and the groupings above a list; the list is written in the first grouping.
  package static func listControls(
    placeholder: String, chips: [Chip], groupings: [String]
  ) -> Markup {
    var markup: Markup = """
      <form id="filter" role="search" hidden>
      <p class="find"><label class="vh" for="q">\(placeholder)</label>
      <input id="q" type="search" autocomplete="off" spellcheck="false" placeholder="\(placeholder)">
      <kbd aria-hidden="true">/</kbd></p>
      <p class="chips" role="group" aria-label="Show by kind">

      """
    for chip in chips where chip.count > 0 {
      let sign: Markup = chip.icon.map { icon($0) } ?? "\(chip.words)"
      let rest: Markup = chip.icon == nil ? "" : "<span class=\"vh\"> \(chip.words)</span>"
      markup += """
        <button type="button" class="chip" data-chip="\(chip.name)" aria-pressed="true">\
        \(html: sign) <span class="n">\(grouped(chip.count))</span>\(html: rest)</button>

        """
    }
    markup += """
      </p>
      <p class="by" role="group" aria-label="Group by"><span aria-hidden="true">By</span>
      <span class="seg">
      """
    for (offset, name) in groupings.enumerated() {
      markup += """
        <button type="button" data-by="\(name)" aria-pressed="\(offset == 0 ? "true" : "false")">\(name)</button>
        """
    }
    return markup + """
      </span>
      <output id="hits" for="q"></output></p>
      </form>
      """
  }

  /// The tools that the script shows above everything.
  package static var tools: Markup {
    """
    <div class="tools" hidden>
    <button type="button" id="b-list" aria-expanded="false" aria-controls="list">List</button>
    <button type="button" id="b-keys" aria-haspopup="dialog">Keys<kbd>?</kbd></button>
    <button type="button" id="b-theme" aria-label="Theme: system"><span aria-hidden="true">◐</span></button>
    </div>

    """
  }

  /// The way from finding to finding, always in the same place; shown by the script.
  package static var walk: Markup {
    """
    <div class="walk" id="walk" hidden><span id="where"></span>
    <button type="button" id="b-prev" aria-label="Previous finding"><span aria-hidden="true">↑</span></button>
    <button type="button" id="b-next" aria-label="Next finding"><span aria-hidden="true">↓</span></button>
    <button type="button" id="b-link">Copy link</button></div>
    """
  }

  /// The dialog that lists the keys, which the script opens.
  package static var helpDialog: Markup {
    let keys: [(keys: [String], what: String)] = [
      (["↑", "↓"], "in the list: previous, next row"), (["Enter"], "open the row"),
      (["j", "k"], "next, previous finding (also n, p)"), (["/"], "go to the filter"),
      (["Esc"], "one level back"), (["g", "f"], "go to the findings"),
      (["g", "t"], "go to the traces"), (["g", "r"], "go to the rules"),
      (["g", "c"], "go to the coverage"), (["x"], "timeline by order or by time"),
      (["c"], "copy a link to this view"),
      (["←", "→"], "in the timeline: previous, next event"),
      (["a", "d"], "in the timeline: move"), (["+", "−"], "in the timeline: zoom"),
      (["0"], "in the timeline: show everything"), (["f"], "in the timeline: fit the findings"),
      ([",", "."], "previous, next event"),
      (["↑", "↓"], "in the timeline: other lane"),
    ]
    var markup: Markup = """
      <dialog id="help" aria-labelledby="h-help"><h2 id="h-help">Keys</h2>
      <dl>

      """
    for (names, what) in keys {
      markup += "<div><dt>"
      for name in names { markup += "<kbd>\(name)</kbd> " }
      markup += "</dt><dd>\(what)</dd></div>\n"
    }
    return markup + """
      </dl>
      <p><label><input type="checkbox" id="keys-on" checked> Use single-letter keys</label></p>
      <p>The filter takes words and <code>rule:</code> <code>trace:</code> <code>subject:</code> <code>sev:</code> \
      <code>state:</code> <code>cb:</code>, <code>-word</code> to exclude a word, and \
      <code>"words in quotes"</code>. A finding is shown if all of them match.</p>
      <p><button type="button" id="b-close">Close</button></p></dialog>
      """
  }
}
