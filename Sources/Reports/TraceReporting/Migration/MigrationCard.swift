internal import TraceFindings
internal import TracePages

/// The migration as a page to share: the old methods on the left, those of scenes on the right, and a line between the two
/// that says how far each one is.
struct MigrationCard {
  /// How far one method is.
  private enum Progress: CaseIterable {
    case inOrder, withFindings, stillCalled, untried

    /// The words, the class of its line and color, and the name of its icon, whose shape differs from the others.
    var look: (words: String, style: String, icon: String) {
      switch self {
      case .inOrder: ("in order", "done", "passing")
      case .withFindings: ("called, with findings", "faulty", "error")
      case .stillCalled: ("still called", "old", "warning")
      case .untried: ("never tried", "idle", "inconclusive")
      }
    }
  }

  private let migration: MigrationReport
  private let rows: [(row: MigrationReport.Row, progress: Progress)]

  init(_ migration: MigrationReport) {
    self.migration = migration
    rows = migration.all.map { row in
      let progress: Progress =
        row.calls > 0
        ? .stillCalled
        : row.proof == .inOrder ? .inOrder : row.proof == .seen ? .withFindings : .untried
      return (row, progress)
    }
  }

  private func count(_ progress: Progress) -> Int { rows.count { $0.progress == progress } }

  /// `14 of 18 in order`.
  private var result: String { "\(count(.inOrder)) of \(rows.count) in order" }

  /// The page, UTF-8; it loads nothing and has no scripts.
  var page: [UInt8] {
    let frame = PageFrame(
      title: "\(result) — moving to scenes", styles: PageAssets.cardStyles, script: nil,
      toolVersion: migration.toolVersion, grammar: migration.grammarTitle)
    let traces = counted(migration.traceCount, "trace")
    let document: Markup = """
      \(html: frame.opening)\(html: PageFrame.definitions)
      \(html: frame.masthead(subject: "Moving to scenes · \(traces)", tabs: ""))
      <main id="main" class="card">
      <h2 class="verdict">\(headline)</h2>
      <p class="lead">An app that is built with the iOS 27 SDK and has not adopted scenes does not launch.</p>
      \(html: shares)
      \(html: table)
      \(html: lists)
      \(html: frame.footer)
      </main>
      \(html: frame.closing)
      """
    return document.bytes
  }

  private var headline: String {
    rows.isEmpty
      ? "This grammar replaces no method"
      : "\(count(.inOrder)) of \(rows.count) scene methods are called in order"
  }

  /// The share of each progress as a bar with its numbers.
  private var shares: Markup {
    var bar: Markup = "<div class=\"bar\" aria-hidden=\"true\">"
    var list: Markup = "<ul class=\"shares\">"
    for progress in Progress.allCases where count(progress) > 0 {
      for _ in 0..<count(progress) { bar += "<i class=\"\(progress.look.style)\"></i>" }
      list +=
        "<li>\(html: PageFrame.icon(progress.look.icon)) <b>\(count(progress))</b> \(progress.look.words)</li>"
    }
    return "\(html: bar)</div>\(html: list)</ul>"
  }

  private var table: Markup {
    guard !rows.isEmpty else { return "" }
    var markup: Markup = """
      <table class="moves"><thead><tr><th scope="col">App delegate, before</th><th scope="col">In the recordings</th>\
      <th scope="col">Scene delegate, now</th></tr></thead><tbody>

      """
    for (row, progress) in rows {
      markup += """
        <tr class="\(progress.look.style)"><td><code>\(row.oldSpelling)</code><td class="way"><span>\(html: PageFrame.icon(progress.look.icon)) \
        \(words(row, progress))</span><th scope="row"><code>\(row.spelling)</code>\(html: hint(row, progress))

        """
    }
    let part =
      migration.isPartial ? "Only some events are listed, so numbers are lower bounds." : ""
    let note: Markup = "<p class=\"dim\">\(migration.toForward ?? "") \(part)</p>"
    return "\(html: markup)</tbody></table>\n\(html: note)"
  }

  private func words(_ row: MigrationReport.Row, _ progress: Progress) -> String {
    switch progress {
    case .stillCalled: "\(progress.look.words), \(counted(row.calls, "time"))"
    case .inOrder, .withFindings: "\(progress.look.words), \(counted(row.replacementCalls, "call"))"
    case .untried: progress.look.words
    }
  }

  private func hint(_ row: MigrationReport.Row, _ progress: Progress) -> Markup {
    switch progress {
    case .stillCalled: "<small>Move its work here, and remove the old method.</small>"
    case .untried: row.action.map { "<small>Try it: \(html: PageFrame.marked($0))</small>" } ?? ""
    case .inOrder, .withFindings: ""
    }
  }

  /// What may reach the app, such as a link that launches it, and what the app's files say about scenes.
  private var lists: Markup {
    var markup: Markup = ""
    for list in migration.lists {
      let done = list.items.count(where: \.isDone)
      markup += """
        <h3>\(list.title.capitalizedFirst) <small>\(done) of \(list.items.count) \(list.marks.done)</small></h3>
        <ul class="arrivals">

        """
      for item in list.items {
        let hint: Markup =
          item.hint.isEmpty ? "" : "<small>\(html: PageFrame.marked(item.hint))</small>"
        markup += """
          <li>\(html: PageFrame.icon(item.isDone ? "passing" : "inconclusive"))<span class="vh">\
          \(list.mark(of: item)): </span> \(item.title)\(html: hint)</li>

          """
      }
      markup += "</ul>"
    }
    return markup
  }
}
