internal import TraceModel
public import TraceFindings

extension ReportFormat {
  /// Diagnostics, for people.
  public static var text: ReportFormat {
    ReportFormat(
      name: "text", summary: "diagnostics for people, with the repair marked in place",
      fileExtension: "txt",
      mediaType: "text/plain; charset=utf-8"
    ) { report, options in
      TextReport(theme: options.theme, detail: options.detail, width: options.width)
        .render(report)
    }
  }
}

/// The report for a terminal: a diagnostic for each kind of fault, then a summary.
package struct TextReport: Sendable {
  package typealias Detail = ReportOptions.Detail

  /// The styles of the parts.
  package var theme: TextTheme
  /// How much is shown.
  package var detail: Detail
  /// The columns that sentences are broken to; nil for lines of any length. Tables are never broken.
  package var width: Int?

  package init(theme: TextTheme = .plain, detail: Detail = .findings, width: Int? = nil) {
    self.theme = theme
    self.detail = detail
    self.width = width
  }

  /// The report as UTF-8 text; the same bytes for the same report.
  package func render(_ report: Report) -> [UInt8] {
    var text = ""
    if detail != .summary {
      for group in report.faultGroups { text += diagnostic(group, in: report) + "\n" }
      let notes = recordingNotes(report)
      if !notes.isEmpty { text += notes + "\n" }
    }
    let failures = failures(report)
    if !failures.isEmpty { text += failures + "\n" }
    text += summary(report)
    return Array(text.utf8)
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

  /// Notes about the recordings, not about the app.
  private func recordingNotes(_ report: Report) -> String {
    var text = ""
    for trace in report.traces {
      for note in trace.notesToTell {
        text += theme.paint("note", .note) + "[" + terminalSafe(note.id) + "]: "
        text += terminalSafe(trace.path)
        if let line = note.line { text += ":\(line)" }
        text += ": " + trace.words(of: note, name: terminalSafe, text: terminalSafe) + "\n"
      }
    }
    return text
  }
}

extension TextReport {
  /// Words under a head, broken to the width and indented below the head: `   = help: insert …`.
  func paragraph(_ head: String, _ words: String, gutter: Int, role: TextTheme.Role) -> String {
    let margin = String(repeating: " ", count: gutter + 1)
    let start = margin + "= " + head + ": "
    let indent = String(repeating: " ", count: start.count)
    var lines: [String] = [""]
    for word in words.split(separator: " ", omittingEmptySubsequences: true) {
      let line = lines[lines.count - 1]
      let fits = width.map { displayWidth(of: start + line + word) + 1 <= $0 } ?? true
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if fits {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    let painted = margin + theme.paint("=", .faint) + " " + theme.paint(head, role) + ": "
    return painted + lines.joined(separator: "\n" + indent) + "\n"
  }
}
