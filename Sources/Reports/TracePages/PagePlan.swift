internal import TraceModel
internal import TraceFindings

/// The contents of a page, decided before it is written: the articles, one for all equal findings, and the faults.
///
/// A page has to open at once however large the report is, so it has a limited number of articles and rows; the rest is
/// counted, and the page says so.
struct PagePlan {
  /// The limits of the page.
  enum Limit {
    /// Findings with an article.
    static let articles = 250
    /// Further places of findings, in one row each.
    static let rows = 5_000
    /// Traces with a row in the table.
    static let traces = 1_000
  }

  /// An article: equal findings of a fault.
  struct Article {
    /// Its identity in the page.
    var id: String
    /// The finding that is told.
    var first: Fault.Place
    /// The places of the others that are listed.
    var others: [Fault.Place] = []
    /// How many there are, including those that are not listed.
    var count = 1
    /// The traces that have one.
    var traces: Set<Int>
  }

  /// A fault with the articles of its findings.
  struct Group {
    /// The index of the fault in the report.
    var index: Int
    var fault: Fault
    var articles: [Article] = []
  }

  let report: Report
  /// The identity of each trace's place.
  let traceIDs: [String]
  /// The faults, in the order of the report.
  let groups: [Group]
  /// What to change, with the indices of the faults; last those that do not count, if there are any.
  let changes: [(change: Change, groups: [Int])]

  /// Whether the report has only one trace.
  var isSingle: Bool { report.traces.count == 1 }

  /// - Complexity: O(findings log findings).
  init(_ report: Report) {
    self.report = report
    var taken: Set<String> = []
    let isSingle = report.traces.count == 1
    traceIDs = report.traces.map { trace in
      if isSingle { return "trace" }
      var name = "t" + shortDigits(of: trace.path, count: 6)
      while !taken.insert(name).inserted { name += "x" }
      return name
    }
    var ids: Set<String> = []
    let faults = report.faults
    groups = faults.enumerated().map { index, fault in
      var group = Group(index: index, fault: fault)
      var positions: [String: Int] = [:]
      for place in fault.findings {
        let likeness = "\(report[place].severity) \(report[place].fingerprint)"
        if let position = positions[likeness] {
          group.articles[position].others.append(place)
          group.articles[position].count += 1
          group.articles[position].traces.insert(place.trace)
        } else if ids.count < Limit.articles {
          let digits = report[place].fingerprint.prefix(8).filter { $0.isASCII && $0.isHexDigit }
          var id = "v-" + digits
          while !ids.insert(id).inserted { id += "x" }
          positions[likeness] = group.articles.count
          group.articles.append(Article(id: id, first: place, traces: [place.trace]))
        }
      }
      if !group.articles.isEmpty { group.articles[0].count += fault.count - fault.findings.count }
      return group
    }
    let positions = Dictionary(
      faults.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let inForce = report.changes(for: faults.filter { !$0.isSuppressed })
    let others = report.changes(for: faults.filter(\.isSuppressed))
    changes = (inForce + others).map { change in
      (change, change.faults.compactMap { positions[$0.id] })
    }
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
