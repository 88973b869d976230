internal import TraceModel
internal import TraceFindings
internal import TraceReporting
internal import TraceSystem

/// The saved reports of earlier runs that a history is made of.
struct EarlierReports {
  private let invocation: Invocation
  private let outputs: Set<String>

  /// Takes the paths from the settings of an invocation.
  init(for invocation: Invocation) {
    self.invocation = invocation
    let environment = invocation.environment
    // A run may be repeated although it writes its own report among the earlier ones.
    outputs = Set(invocation.settings.output.reports.map { environment.place(of: $0.path) })
  }

  /// The history that ends with a report, the last run; nil if none was requested.
  /// - Returns: the history, and whether an earlier report could not be read, which has been printed.
  func history(of report: Report) -> (history: RunHistory?, hasFailed: Bool) {
    let paths = invocation.settings.output.earlierReports
    if paths.isEmpty { return (nil, false) }
    var hasFailed = false
    func fail(_ message: String) {
      invocation.environment.note("callorder: \(terminalSafe(message))")
      hasFailed = true
    }
    var files: [String] = []
    for path in paths {
      let path = Path.tidied(path)
      do throws(SystemError) {
        guard try fileKind(of: invocation.environment.place(of: path)) == .folder else {
          files.append(path)
          continue
        }
        let walk = FolderWalk(of: path, from: invocation.environment.folder) {
          $0.hasSuffix(".json")
        }
        for problem in walk.problems { fail("\(problem.path): \(problem.message)") }
        files += walk.files
      } catch { fail("\(path): \(error.message)") }
    }
    files.removeAll { outputs.contains(invocation.environment.place(of: $0)) }
    var builder = RunHistoryBuilder()
    for file in files.suffix(RunHistory.runLimit - 1) {
      do throws(CommandError) {
        let bytes = try invocation.environment.read(file, limit: Report.savedBytesLimit)
        let name = Path.name(of: file)
        builder.add(
          try Report(saved: bytes, of: file),
          named: name.hasSuffix(".json") ? String(name.dropLast(5)) : name)
      } catch { fail(error.message) }
    }
    builder.add(report, named: "this run")
    return (builder.history, hasFailed)
  }
}
