internal import TraceModel
internal import TraceFindings

/// The contents of a page: the traces it shows in full, in order, and the findings by cause, decided before it is written.
///
/// A page has to open at once however large the report is, so each kind of content has a budget for the whole page;
/// items that do not fit are counted, and the page says so. Rendering only uses planned values, each of which has the
/// names of its places, so that nothing can refer to a place that the page does not have.
struct PagePlan {
  /// The limits of the page.
  enum Limit {
    /// Violations with a table and a picture.
    static let cards = 250
    /// Violations of a known kind in one row each.
    static let rows = 5_000
    /// Events listed individually.
    static let events = 20_000
    /// Events listed around violations, of traces that are too long.
    static let windowEvents = 2_000
    /// Events before and after a violation.
    static let windowReach = 50
    /// Traces of a page that draws them all without scripts.
    static let drawnTraces = 100
    /// Columns in all drawings of whole traces.
    static let columns = 3_000
    /// Events whose data the script gets for drawing.
    static let dataEvents = 400_000
    /// Traces with a section each; further ones have a row in the overview.
    static let sections = 1_000
    /// Rows in the overview.
    static let overview = 2_000
    /// Traces without findings that the page names.
    static let quiet = 20_000
  }

  /// One row of the overview.
  struct Row {
    var trace: TraceReport
    /// The identity of the trace's section; nil when it has none.
    var section: String?
  }

  /// Whether the report has only one trace, whose places then need no prefix.
  let isSingle: Bool
  /// The traces that are shown in full, in the order of the report; violating ones are chosen first. Only those with
  /// findings, or the only one of the report.
  let sections: [PlannedTrace]
  /// The traces without findings, in the order of the report. They are data, which the script draws when one is opened.
  let quiet: [PlannedTrace]
  /// The rows of the overview, in the order of the report; those with a section are always among them.
  let rows: [Row]
  /// The findings by what happened.
  let groups: [FindingGroup]

  /// For each fault with a page of its own, the identity of that page.
  let cards: [String: String]

  /// The only trace; nil when there is none, or more than one.
  var single: PlannedTrace? { isSingle ? sections.first : nil }

  /// Plans a page; violating traces take from the budgets first.
  /// - Parameter failing: the least severity that fails a trace.
  /// - Complexity: O(violations log violations).
  init(_ report: Report, failingFrom failing: Severity = .error) {
    let isSingle = report.traces.count == 1
    // Of very many traces, a note alone is no reason for a section, unless it fails the trace.
    let isMany = report.traces.count > Limit.drawnTraces
    let told = report.traces.indices.filter { index in
      let trace = report.traces[index]
      let isSevere =
        trace.verdict == .violating || trace.outcome(failingFrom: failing) == .failing
      return isSingle || (isMany ? isSevere : trace.hasFindings)
    }
    let chosen =
      (told.filter { report.traces[$0].verdict == .violating }
      + told.filter { report.traces[$0].verdict != .violating })
      .prefix(Limit.sections)
    var names = TraceNames(isSingle: isSingle)
    let ids = report.traces.map { names.name(of: $0.path) }
    var budget = PageBudget(traces: report.traces.count)
    var planned: [Int: PlannedTrace] = [:]
    for index in chosen {
      planned[index] = PlannedTrace(
        report.traces[index], index: index, id: ids[index], isSingle: isSingle, budget: &budget)
    }
    let isTold = Set(told)
    let silent = report.traces.indices.filter { !isTold.contains($0) }
    quiet = silent.prefix(Limit.quiet).map { index in
      PlannedTrace(
        report.traces[index], index: index, id: ids[index], isSingle: false, isQuiet: true,
        budget: &budget)
    }
    self.isSingle = isSingle
    sections = report.traces.indices.compactMap { planned[$0] }
    for trace in quiet where !trace.groups.isEmpty { planned[trace.index] = trace }
    rows = Self.rows(of: report, told: told, sections: sections)
    groups = FindingGroup.groups(of: report, planned: planned)
    cards = Dictionary(
      groups.flatMap(\.findings).map { ($0.violation.fault, $0.first.link) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func rows(
    of report: Report, told: [Int], sections: [PlannedTrace]
  ) -> [Row] {
    let names = Dictionary(uniqueKeysWithValues: sections.map { ($0.index, $0.id) })
    var room = Limit.overview - names.count
    return told.compactMap { index in
      let trace = report.traces[index]
      let section = names[index]
      if section == nil {
        if room == 0 { return nil }
        room -= 1
      }
      return Row(trace: trace, section: section)
    }
  }
}

extension TraceReport {
  /// Whether anything was found, counted or listed.
  var hasFindings: Bool { counts.total > 0 || !violations.isEmpty }
}

/// Identities for the sections of traces, unique within the page.
private struct TraceNames {
  let isSingle: Bool
  private var taken: Set<String> = []

  init(isSingle: Bool) { self.isSingle = isSingle }

  /// The identity of the section about the trace with the path.
  mutating func name(of path: String) -> String {
    if isSingle { return "trace" }
    var name = "t" + shortDigits(of: path, count: 6)
    while !taken.insert(name).inserted { name += "x" }
    return name
  }
}

/// Hexadecimal digits that depend only on the text.
/// - Source: FNV-1a, 32 bits, Fowler, Noll and Vo.
func shortDigits(of text: String, count: Int) -> String {
  var hash: UInt32 = 0x811c_9dc5
  for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  let digits = String(hash, radix: 16)
  return String((String(repeating: "0", count: 8 - digits.count) + digits).suffix(count))
}
