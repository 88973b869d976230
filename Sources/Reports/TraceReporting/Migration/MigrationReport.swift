package import TraceModel
package import TraceFindings
package import TraceGrammar

/// A format of the list, in the order of the help.
package enum MigrationFormat: String, Sendable, CaseIterable {
  case text, markdown, html
}

/// A list of what is there and what is not.
struct Checklist: Sendable {
  typealias Item = (title: String, isDone: Bool, hint: String)
  var title: String
  var marks: (done: String, open: String)
  var items: [Item] = []

  func mark(of item: Item) -> String { item.isDone ? marks.done : marks.open }
}

/// What is left to do to move an app to scenes: the callbacks that another one replaces, what the traces prove, and what
/// should reach the app while it is recorded.
package struct MigrationReport: Sendable {
  /// What the traces prove about the callback that takes over.
  enum Proof: String {
    case missing = "never called"
    case seen = "sometimes out of order"
    case inOrder = "always in order"
  }

  /// One callback that is replaced.
  struct Row {
    /// How it is written in Swift.
    var oldSpelling: String
    /// How often it was called as a delegate method.
    var calls: Int
    /// The short name of the one that takes over.
    var replacement: String
    /// How the one that takes over is written in Swift.
    var spelling: String
    /// How often that one was called.
    var replacementCalls: Int
    /// What the traces prove about it.
    var proof: Proof
    /// How to try it; nil where no scenario of the grammar leads to it.
    var action: String?
  }

  /// One row for each replaced callback of the grammar, in its order.
  let all: [Row]
  /// Those that were called, or whose replacement was.
  var rows: [Row] { all.filter { $0.calls + $0.replacementCalls > 0 } }
  /// What a library lacks that waits for a replaced callback: UIKit calls only the one that takes over.
  var toForward: String? {
    rows.contains { $0.calls == 0 }
      ? "A library that waits for a method that is never called gets nothing: forward it from the one that took over."
      : nil
  }
  /// The version of the program that made the report.
  let toolVersion: String
  /// The name and version of the grammar.
  let grammarTitle: String
  /// How many traces there are.
  let traceCount: Int
  /// What the app's files say about scenes, and what may reach the app, such as a link that launches it, if the report
  /// says which of it a trace shows.
  let lists: [Checklist]
  /// Whether a trace lists only some of its events, so that numbers are lower bounds.
  let isPartial: Bool

  /// Counts calls by the events that the traces list one by one.
  /// - Complexity: O(events + findings + callbacks).
  package init(of report: Report, grammar: Grammar, manifests: [SceneManifest] = []) {
    toolVersion = report.toolVersion
    grammarTitle = "\(grammar.name) \(grammar.version)"
    traceCount = report.traces.count
    var calls: [String: Int] = [:]
    var faulty: Set<String> = []
    for trace in report.traces {
      for entry in trace.timeline?.entries ?? [] where entry.kind == .delegate {
        calls[entry.callback, default: 0] += 1
      }
      // A legacy call that comes too late says nothing against its replacement.
      for violation in trace.violations where violation.severity != .note {
        faulty.insert(violation.callback)
      }
    }
    isPartial = report.traces.contains { !($0.timeline?.isComplete ?? false) }
    let names = Set(grammar.scenarios.filter(\.isArrival).map(\.id))
    let arrivals =
      report.coverage.lifecycles.isEmpty
      ? [] : CoverageReport(report, by: grammar).scenarios.filter { names.contains($0.id) }
    let ways = Checklist(
      title: "what reaches the app", marks: ("seen", "never"),
      items: arrivals.map { ($0.title, $0.isExercised, $0.isExercised ? "" : $0.action) })
    lists = (manifests.map(\.list) + [ways]).filter { !$0.items.isEmpty }
    all = grammar.callbacks.compactMap { callback in
      guard let index = callback.replacement else { return nil }
      let replacement = grammar.callbacks[index]
      let replacementCalls = calls[replacement.name] ?? 0
      let oldCalls = calls[callback.name] ?? 0
      let proof: Proof =
        replacementCalls == 0
        ? .missing : faulty.contains(replacement.name) ? .seen : .inOrder
      return Row(
        oldSpelling: callback.swift.first ?? callback.name,
        calls: oldCalls, replacement: replacement.name,
        spelling: replacement.swift.first ?? replacement.name, replacementCalls: replacementCalls,
        proof: proof, action: grammar.action(toReach: index))
    }
  }

  // MARK: - Writing

  /// The list in a format; as HTML, it is a page of its own.
  /// - Parameter theme: the style of text.
  package func rendered(as format: MigrationFormat, theme: TextTheme) -> [UInt8] {
    switch format {
    case .text: Array(text(theme: theme).utf8)
    case .markdown: Array(markdown.utf8)
    case .html: MigrationCard(self).page
    }
  }

  /// The list for a terminal.
  func text(theme: TextTheme) -> String {
    var text = theme.paint("migration", .emphasis) + ": " + summary + "\n"
    for row in rows.filter({ $0.calls > 0 }) + rows.filter({ $0.calls == 0 }) {
      let isOpen = row.calls > 0
      let mark = isOpen ? theme.paint("open", .warning) : theme.paint("done", .success)
      text += "  \(mark)  \(terminalSafe(row.oldSpelling)) is "
      text += isOpen ? "called \(times(row.calls))\n" : "never called\n"
      text += "        \(isOpen ? "use " : "")\(terminalSafe(row.spelling)): "
      text += row.replacementCalls > 0 ? "called \(times(row.replacementCalls)), " : ""
      text += row.proof.rawValue + "\n"
    }
    if let toForward { text += "  \(toForward)\n" }
    for list in lists {
      text += theme.paint(terminalSafe(list.title), .emphasis) + "\n"
      let width = max(list.marks.done.count, list.marks.open.count)
      for item in list.items {
        let mark = padded(list.mark(of: item), to: width)
        text += "  \(theme.paint(mark, item.isDone ? .success : .warning))  "
        text += terminalSafe(item.title) + "\n"
        if !item.hint.isEmpty {
          text += String(repeating: " ", count: width + 4) + terminalSafe(item.hint) + "\n"
        }
      }
    }
    return text
  }

  /// The list as a table of Markdown.
  var markdown: String {
    var text =
      "## Migration to scenes\n\n\(Markdown.text(summary.capitalizedFirst)).\n"
    if !rows.isEmpty { text += tableOfRows }
    for list in lists {
      text += "\n" + Markdown.row([Markdown.text(list.title), "", "what to do"])
      text += "|---|---|---|\n"
      for item in list.items {
        let cells = [Markdown.text(item.title), list.mark(of: item), Markdown.text(item.hint)]
        text += Markdown.row(cells)
      }
    }
    return text
  }

  private var tableOfRows: String {
    var text =
      "\n| callback | called | replacement | called | the traces prove |\n|---|---|---|---|---|\n"
    for row in rows {
      text +=
        "| `\(row.oldSpelling)` | \(row.calls) | `\(row.spelling)` | \(row.replacementCalls) |"
      text += " \(row.proof.rawValue) |\n"
    }
    return text + (toForward.map { "\n\($0)\n" } ?? "")
  }

  private var summary: String {
    let legacy = rows.filter { $0.calls > 0 }.count
    var text =
      rows.isEmpty
      ? "no legacy callback and no replacement of one is in the traces"
      : legacy == 0
        ? "no legacy callback is called any more"
        : "\(counted(legacy, "legacy callback")) still called"
    if isPartial { text += "; only some events are listed, so numbers are lower bounds" }
    return text
  }

  private func times(_ number: Int) -> String { counted(number, "time") }
}

extension Grammar {
  /// How to bring a program to a call: by a scenario that shows it at the beginning of a life or in any state, otherwise by
  /// one that begins in a state that the call leads to, otherwise by one that shows it later; nil where there is none.
  fileprivate func action(toReach callback: CallbackID) -> String? {
    func isSame(_ other: CallbackID) -> Bool {
      other == callback || callbacks[other].refinement?.callback == callback
    }
    func leads(_ lifecycle: LifecycleID, to states: [StateID]) -> Bool {
      lifecycles[lifecycle].transitions.contains {
        $0.callback == callback && $0.from != $0.to && states.contains($0.to)
      }
    }
    var (next, later): (String?, String?)
    for scenario in scenarios {
      guard case .calls(let calls, let lifecycle, let states) = scenario.sign else { continue }
      if calls.contains(where: isSame) {
        let starts = lifecycle.map { lifecycles[$0].start } ?? []
        if states.isEmpty || !Set(states).isDisjoint(with: starts) { return scenario.action }
        later = later ?? scenario.action
      } else if let lifecycle, leads(lifecycle, to: states) {
        next = next ?? scenario.action
      }
    }
    return next ?? later
  }
}
