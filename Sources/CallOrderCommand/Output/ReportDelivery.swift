internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar
internal import TraceReporting
internal import TraceSystem

/// Writes a report wherever it was asked for, and says how the run ended.
struct ReportDelivery {
  private let invocation: Invocation
  private let configuration: Configuration
  private let grammar: Grammar?

  /// Takes formats, files and the failing severity from the options, then from the configuration.
  /// - Parameter grammar: the grammar of the check; nil for a saved report.
  init(for invocation: Invocation, configuration: Configuration, grammar: Grammar? = nil) {
    self.invocation = invocation
    self.configuration = configuration
    self.grammar = grammar
  }

  /// Writes the report to standard output and to files.
  /// - Returns: the status by what was found, or `failure` when a file could not be written.
  func deliver(_ report: Report) throws(CommandError) -> ExitStatus {
    var status = status(for: report)
    if !invocation.arguments.isQuiet {
      let format = invocation.arguments.format ?? "text"
      invocation.write(
        ReportOutput.render(report, as: format, options: optionsForOutput, grammar: grammar))
    }
    for file in files {
      do throws(CommandError) {
        let bytes = ReportOutput.render(
          report, as: file.format, options: optionsForFiles, grammar: grammar)
        try invocation.environment.write(bytes, to: file.path)
        if !invocation.arguments.isQuiet {
          invocation.environment.note("wrote \(terminalSafe(file.path))")
        }
      } catch {
        invocation.environment.note("callorder: \(error.message)")
        status = .failure
      }
    }
    return status
  }

  /// Files of the configuration and of the options; the same file is written once, as the options say.
  private var files: [LowArguments.ReportFile] {
    let asked = invocation.arguments.reports
    return configuration.reports.filter { file in !asked.contains { $0.path == file.path } } + asked
  }

  private func status(for report: Report) -> ExitStatus {
    if !report.failures.isEmpty { return .failure }
    guard let threshold = failing.threshold else { return .success }
    let counts = report.countsInForce
    let fails = Severity.allCases.contains { $0 >= threshold && counts[$0] > 0 }
    return fails ? .violations : .success
  }

  private var failing: FailingSeverity {
    invocation.arguments.failOn ?? configuration.failOn ?? .error
  }

  private var optionsForFiles: ReportFormat.Options {
    ReportFormat.Options(
      detail: invocation.arguments.explains ? .explained : .findings,
      failingSeverity: failing.threshold ?? .error)
  }

  private var optionsForOutput: ReportFormat.Options {
    var options = optionsForFiles
    options.theme = invocation.colorsOutput ? .color : .plain
    if invocation.environment.output.isTerminal {
      options.width = invocation.environment.terminalWidth
    }
    if invocation.arguments.showsSummaryOnly { options.detail = .summary }
    return options
  }
}
