internal import TraceModel
package import TraceFindings
package import TraceGrammar

extension ReportFormat {
  /// Diagnostics, for people.
  public static var text: ReportFormat {
    ReportFormat(
      name: "text", summary: "diagnostics for people, with the repair marked in place",
      fileExtension: "txt",
      mediaType: "text/plain; charset=utf-8"
    ) { report, options in
      var text = TextReport(
        theme: options.theme, detail: options.detail, width: options.width, names: options.names)
      text.explain = options.explain
      return text.render(report)
    }
  }
}

extension TextReport {
  /// Makes a report that calls callbacks as they are called where they are implemented.
  package init(
    theme: TextTheme = .plain, detail: Detail = .findings, width: Int? = nil, grammar: Grammar?
  ) {
    self.init(
      theme: theme, detail: detail, width: width, names: grammar.map(\.writtenNames) ?? [:])
  }

  /// How many findings are shown with their calls, and how many more with a line each, unless everything is shown.
  private static var limits: (full: Int, brief: Int) { (10, 40) }

  /// The report as UTF-8 text; the same bytes for the same report.
  package func render(_ report: Report) -> [UInt8] {
    var text = ""
    switch detail {
    case .summary: break
    case .explained:
      for group in report.faultGroups.bySeverity {
        text += diagnostic(group, link: report.rule(group.first.rule)?.link) + "\n"
      }
      text += recordingNotes(report, limit: nil)
    case .findings:
      text += findings(report.faultGroups.bySeverity)
      text += recordingNotes(report, limit: 5)
    }
    let failures = failures(report)
    if !failures.isEmpty { text += failures + "\n" }
    text += summary(report)
    return Array(text.utf8)
  }

  /// The end of a report whose findings were told one by one: notes about the recording, then the numbers.
  package func ending(_ report: Report) -> [UInt8] {
    Array((recordingNotes(report, limit: 5) + summary(report)).utf8)
  }

  /// The worst and most frequent findings with their calls, others with a line each: also those of a trace that break the same
  /// rule for the same reason, such as calls that are all forwarded.
  private func findings(_ groups: [FaultGroup]) -> String {
    let (full, brief) = Self.limits
    var told: Set<[String]> = []
    let isNew = groups.map { group in
      guard let cause = group.first.causes.first else { return true }
      return told.insert([group.trace.path, group.first.rule, cause.text]).inserted
    }
    let new = zip(groups, isNew).filter(\.1).map(\.0)
    var text = new.prefix(full).map { briefDiagnostic($0) + "\n" }.joined()
    let others = new.dropFirst(full) + zip(groups, isNew).filter { !$0.1 }.map(\.0)
    for group in others.prefix(brief) { text += line(group) }
    let rest = others.count - brief
    if rest > 0 {
      text +=
        theme.paint("and \(counted(rest, "more finding")); --verbose shows all", .faint) + "\n"
    }
    return text + (others.isEmpty ? "" : "\n")
  }

  private func failures(_ report: Report) -> String {
    var text = ""
    for failure in report.failures {
      text += theme.paint("error", .error) + ": " + terminalSafe(failure.path)
      if let position = failure.position { text += ":\(position.line):\(position.column)" }
      text += ": " + terminalSafe(failure.message) + "\n"
    }
    return text
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
