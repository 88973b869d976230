internal import TraceDiagnostics
internal import TraceFindings
internal import TraceReporting

/// Writes a report wherever it was asked for, and says how the run ended.
struct ReportDelivery {
  private let invocation: Invocation
  private let configuration: Configuration

  /// Takes formats, files and the failing severity from the options, then from the configuration.
  init(for invocation: Invocation, configuration: Configuration) {
    self.invocation = invocation
    self.configuration = configuration
  }

  /// Writes the report to standard output and to files.
  /// - Returns: the status by what was found, or `failure` when a file could not be written.
  func deliver(_ report: Report) throws(CommandError) -> ExitStatus {
    var status = status(for: report)
    if !invocation.arguments.isQuiet {
      invocation.write(JSONReport().render(report))
    }
    for file in configuration.reports + invocation.arguments.reports {
      do throws(CommandError) {
        try invocation.environment.write(JSONReport().render(report), to: file.path)
        if !invocation.arguments.isQuiet { invocation.environment.note("wrote \(file.path)") }
      } catch {
        invocation.environment.note("callorder: \(error.message)")
        status = .failure
      }
    }
    return status
  }

  private func status(for report: Report) -> ExitStatus {
    if !report.failures.isEmpty { return .failure }
    let failing = invocation.arguments.failOn ?? configuration.failOn ?? .error
    guard let threshold = failing.threshold else { return .success }
    let counts = report.countsInForce
    let fails = Severity.allCases.contains { $0 >= threshold && counts[$0] > 0 }
    return fails ? .violations : .success
  }
}
