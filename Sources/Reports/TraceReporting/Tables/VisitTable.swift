public import TraceFindings

extension ReportFormat {
  /// How often each state and step was used, one row each.
  public static var visits: ReportFormat {
    ReportFormat(
      name: "visits", summary: "CSV with the states and steps of each trace, for data tools",
      fileExtension: "csv", mediaType: "text/csv; charset=utf-8; header=present",
      showsCoverage: true
    ) { report, _ in VisitTable().render(report) }
  }
}

/// The coverage of the traces as a table: a row for each state and each step that a trace used.
///
/// The row of a state has no callback. Traces whose coverage the report only has in total are in rows without a path.
struct VisitTable {
  /// The names of the columns; further ones are only ever added at the end.
  static let columns = ["path", "lifecycle", "state", "callback", "next_state", "visits"]

  /// The table; only the line of names when nothing was used.
  func render(_ report: Report) -> [UInt8] {
    var table = CSVTable(Self.columns)
    for trace in report.traces {
      if let tally = trace.coverageTally { add(tally.coverage, of: trace.path, to: &table) }
    }
    if let folded = report.foldedCoverage { add(folded.coverage, of: nil, to: &table) }
    return table.bytes
  }

  private func add(_ coverage: Coverage, of path: String?, to table: inout CSVTable) {
    for lifecycle in coverage.lifecycles {
      for state in lifecycle.states where state.visits > 0 {
        table.add([path, lifecycle.name, state.name, nil, nil, String(state.visits)])
      }
      for step in lifecycle.transitions where step.visits > 0 {
        table.add([path, lifecycle.name, step.from, step.callback, step.to, String(step.visits)])
      }
    }
  }
}
