internal import AppSystem
internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
package import TraceGrammar
internal import TraceModel

/// The calls of a recording in a file, with which those of later recordings are compared.
///
/// The file has one line for each call: its short name, and whom it is about. Identities are numbered in the order of
/// their appearance, and times are left out, because both differ from run to run.
package struct GoldenCalls {
  /// If this environment variable is 1, golden files are overwritten.
  package static let recordVariable = "CALLORDER_RECORD"
  /// The maximum number of differing calls that a failure shows.
  private static let rowLimit = 20

  private let path: String
  private let hasCallers: Bool

  /// - Parameters:
  ///   - path: the path of the file, relative to the folder of the test's source file unless it is absolute.
  ///   - source: the path of the test's source file.
  ///   - callers: whether each line also says who made the call, where the recording tells it.
  package init(_ path: String, besides source: String, callers: Bool) {
    hasCallers = callers
    self.path = path.hasPrefix("/") ? path : Path.joined(Path.folder(of: source), path)
  }

  /// How the calls of the recording differ from the golden ones; nil if they are the same.
  ///
  /// If there is no golden file, it is written, with its folder, and the test fails this once.
  package func complaint(about recording: Recording, by grammar: Grammar) -> String? {
    let calls = calls(of: recording, by: grammar)
    let asksToRecord = SystemProcess.environment[Self.recordVariable] == "1"
    do throws(SystemError) {
      guard !asksToRecord, let golden = try wholeText(of: path) else {
        try makeFolder(Path.folder(of: path))
        try replaceText(of: path, with: calls.map { $0 + "\n" }.joined())
        return "\(path): recorded; run the test again to compare with it"
      }
      return difference(
        from: golden.split(whereSeparator: \.isNewline).map(String.init), to: calls, recording)
    } catch {
      return "\(path): \(error.message)"
    }
  }

  private func difference(
    from golden: [String], to calls: [String], _ recording: Recording
  ) -> String? {
    let changes = calls.difference(from: golden)
    if changes.isEmpty { return nil }
    var lines = ["\(terminalSafe(recording.name)) is not the same as \(path):"]
    for change in changes.prefix(Self.rowLimit) {
      switch change {
      case .remove(let index, let call, _):
        lines.append("  - \(terminalSafe(call)) is missing (line \(index + 1) of the golden file)")
      case .insert(let index, let call, _):
        lines.append("  + \(terminalSafe(call)) is new (event \(index + 1))")
      }
    }
    if changes.count > Self.rowLimit { lines.append("  and \(changes.count - Self.rowLimit) more") }
    lines.append("  If this is intended, run the test with \(Self.recordVariable)=1.")
    return lines.joined(separator: "\n")
  }

  /// One line for each event.
  private func calls(of recording: Recording, by grammar: Grammar) -> [String] {
    var options = CheckOptions()
    options.timeline = .upTo(recording.events.count)
    let report = Expectation.report(on: recording, by: Plan(grammar), options)
    guard let timeline = report.timeline else { return [] }
    var numbers: [String: Int] = [:]
    var names: [Int: String] = [:]
    return timeline.entries.map { entry in
      let about = entry.lanes.filter { !timeline.lanes[$0].subject.isEmpty }.map { lane in
        if let name = names[lane] { return name }
        let kind = timeline.lanes[lane].kind
        numbers[kind, default: 0] += 1
        names[lane] = "\(kind) \(numbers[kind] ?? 1)"
        return names[lane] ?? kind
      }
      let call = entry.kind == .gap ? "events were lost" : Self.singleLine(entry.callback)
      let kind = [.notification: "notification ", .action: "action "][entry.kind] ?? ""
      let by = hasCallers ? recording.events[entry.event - 1].caller : nil
      let caller = by.map { " by " + Self.singleLine($0) } ?? ""
      return kind + call + (about.isEmpty ? "" : " of " + about.joined(separator: ", ")) + caller
    }
  }

  /// A text without line ends, which would end its line in the file.
  private static func singleLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
