internal import TraceReporting
internal import TraceModel
internal import TraceFindings
internal import TraceSystem

/// The baseline file of an invocation: where it is, how it is read and written.
struct BaselineStore {
  /// The path as the user gave it.
  let path: String
  private let invocation: Invocation

  /// The baseline of an invocation: the one that is named, or else the usual one.
  init(for invocation: Invocation) {
    self.init(
      path: invocation.settings.baselines.path ?? BaselineSettings.usualPath, for: invocation)
  }

  /// The baseline at a path.
  init(path: String, for invocation: Invocation) {
    self.path = path
    self.invocation = invocation
  }

  /// The file as an output.
  var output: OutputGuard.File { .init(role: "the baseline", path: path) }

  /// Whether there is a file already.
  var exists: Bool { fileExists(invocation.environment.place(of: path)) }

  /// Reads the file.
  func read() throws(CommandError) -> BaselineFile {
    let isConfigured = path == invocation.configured.baselines.path
    return try invocation.naming("baseline", if: isConfigured) { () throws(CommandError) in
      let bytes = try invocation.environment.read(path)
      do throws(ReportError) {
        return try BaselineFile(json: bytes)
      } catch {
        let line = error.line.map { ":\($0)" } ?? ""
        throw .usage(terminalSafe("\(path)\(line): not a baseline: \(error)"))
      }
    }
  }

  /// Reads the file for a report; it must be for the same grammar.
  func read(fitting report: Report) throws(CommandError) -> BaselineFile {
    let baseline = try read()
    guard baseline.fits(report) else {
      throw .usage(
        terminalSafe(
          "\(path) is for the grammar \(baseline.grammarName) \(baseline.grammarVersion), not for "
            + "\(report.grammarName) \(report.grammarVersion)"),
        hint: "Replace it with 'callorder baseline create --force'.")
    }
    return baseline
  }

  /// Writes the file, and says what changed.
  func write(_ baseline: BaselineFile, after old: BaselineFile?) throws(CommandError) {
    if path == "-" { throw .usage("a baseline is a file; - is none") }
    try invocation.environment.write(baseline.serialized(), to: path)
    if invocation.settings.output.isQuiet { return }
    let before = old ?? BaselineFile(grammarName: "", grammarVersion: "")
    let (added, removed) = before.differences(to: baseline)
    func total(_ entries: [BaselineFile.Entry]) -> Int { entries.reduce(0) { $0 + $1.count } }
    let change =
      "\(counted(total(added), "finding")) added, \(total(removed)) removed"
    invocation.environment.note(
      "wrote \(counted(baseline.entries.count, "entry", "entries")) to \(terminalSafe(path)) (\(change))"
    )
  }
}

extension BaselineFile.Entry {
  /// The entry in one line for a person.
  var line: String {
    var text = "\(rule): \(summary)"
    if count > 1 { text += " (\(count) times)" }
    if let reason { text += "; \(reason)" }
    if let expires { text += "; until \(expires)" }
    return terminalSafe(asOneLine(text))
  }
}
