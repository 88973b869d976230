internal import TraceModel
package import TraceFindings

extension ReportFormat {
  /// Diagnostics, for people.
  public static var text: ReportFormat {
    ReportFormat(
      name: "text", summary: "diagnostics for people, with the repair marked in place",
      fileExtension: "txt"
    ) { report, options in
      TextReport(
        theme: options.theme, detail: options.detail, width: options.width, names: options.names
      ).render(report)
    }
  }
}

extension TextReport {
  /// How many faults are all shown with their calls, and how many of more, unless everything is shown.
  static var limits: (full: Int, first: Int) { (10, 3) }

  /// The report as UTF-8 text; the same bytes for the same report.
  package func render(_ report: Report) -> [UInt8] {
    let faults = report.faultsInForce
    var text = changes(faults, of: report)
    switch detail {
    case .summary: break
    case .explained:
      for fault in faults {
        text += details(fault, in: report)
        text += places(fault, in: report) + "\n"
      }
      text += recordingNotes(report, limit: nil)
    case .findings:
      text += findings(faults)
      text += recordingNotes(report, limit: 5)
    }
    let failures = failures(report)
    if !failures.isEmpty { text += failures + "\n" }
    text += summary(report, faults)
    return Array(text.utf8)
  }

  /// The end of a report whose findings were told one by one: notes about the recording, then the numbers.
  package func ending(_ report: Report) -> [UInt8] {
    let faults = report.faultsInForce
    return Array(
      (recordingNotes(report, limit: 5) + changes(faults, of: report) + summary(report, faults))
        .utf8)
  }

  /// The faults with their calls; the worst and most frequent of them where there are many.
  private func findings(_ faults: [Fault]) -> String {
    let shown = faults.count > Self.limits.full ? faults.prefix(Self.limits.first) : faults[...]
    let rest = faults.count - shown.count
    let more = "and \(counted(rest, "more fault")); --verbose shows all"
    return shown.map { diagnostic($0) + "\n" }.joined()
      + (rest > 0 ? theme.paint(more, .faint) + "\n\n" : "")
  }

  private func failures(_ report: Report) -> String {
    report.failures.map { failure in
      theme.paint("error", .error)
        + ": \(terminalSafe(failure.place)): \(terminalSafe(failure.message))\n"
    }.joined()
  }

  /// Notes about the recordings, not about the app: equal ones of several traces are one.
  private func recordingNotes(_ report: Report, limit: Int?) -> String {
    var order: [String] = []
    var places: [String: (first: String, traces: Int)] = [:]
    for trace in report.traces {
      for note in trace.notesToTell {
        let words = trace.words(of: note, name: terminalSafe, text: terminalSafe)
        let key = "\(words) [\(terminalSafe(note.id))]"
        let place = terminalSafe(trace.path) + (note.line.map { ":\($0)" } ?? "")
        if places[key] == nil { order.append(key) }
        places[key] = (places[key]?.first ?? place, (places[key]?.traces ?? 0) + 1)
      }
    }
    var text = ""
    for key in order.prefix(limit ?? order.count) {
      guard let place = places[key] else { continue }
      let more = place.traces > 1 ? " and \(counted(place.traces - 1, "other trace"))" : ""
      text += theme.paint("note", .note) + ": \(place.first)\(more): \(key)\n"
    }
    let rest = order.count - (limit ?? order.count)
    if rest > 0 {
      text +=
        theme.paint(
          "and \(counted(rest, "more note")) about recordings; --verbose shows all", .faint)
        + "\n"
    }
    return text.isEmpty ? "" : text + "\n"
  }
}
