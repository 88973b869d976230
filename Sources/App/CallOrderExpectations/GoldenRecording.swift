internal import CallOrderKit
internal import TraceReporting
internal import TraceModel
internal import TraceSystem

/// A recording in a file, with which later recordings are compared.
package struct GoldenRecording {
  /// If this environment variable is 1, golden files are overwritten.
  package static let recordVariable = "CALLORDER_RECORD"
  /// The maximum number of differing calls that a failure shows.
  private static let rowLimit = 20

  private let path: String

  /// - Parameters:
  ///   - path: the path of the file, relative to the folder of the test's source file unless it is absolute.
  ///   - source: the path of the test's source file.
  package init(_ path: String, besides source: String) {
    self.path = path.hasPrefix("/") ? path : Path.joined(Path.folder(of: source), path)
  }

  /// How the recording differs from the golden one; nil if it is the same.
  ///
  /// Compared are the callbacks, their kinds and order, and which of them concern the same session or process. Identities
  /// and times are not compared, because they differ from run to run. If there is no golden file, the recording is written
  /// as the golden file, and the test fails this once.
  package func complaint(about recording: Recording, by grammar: Grammar) -> String? {
    let asksToRecord = SystemProcess.environment[Self.recordVariable] == "1"
    if asksToRecord || !fileExists(path) {
      do throws(SystemError) {
        try writeFileAtomically(recording.bytes, to: path)
      } catch {
        return "\(path): \(error.message)"
      }
      return "\(path): recorded; run the test again to compare with it"
    }
    do throws(Recording.ReadingError) {
      return difference(from: try Recording(contentsOf: path), to: recording, by: grammar)
    } catch {
      return error.description
    }
  }

  private func difference(
    from golden: Recording, to recording: Recording, by grammar: Grammar
  ) -> String? {
    var options = CheckOptions()
    options.timeline = .upTo(1_000_000)
    let reading = ReadingOptions()
    let base = golden.report(by: grammar, options: options, reading: reading)
    let head = recording.report(by: grammar, options: options, reading: reading)
    for failure in base.failures + head.failures {
      let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(terminalSafe(failure.path))\(place): \(terminalSafe(failure.message))"
    }
    let comparison = ReportComparison(base: base, head: head)
    if !comparison.uncomparedTraces.isEmpty {
      return "\(terminalSafe(recording.name)) has too many events to compare"
    }
    let rows = comparison.behaviors.flatMap(\.rows).filter { $0.mark != .same }
    if rows.isEmpty { return nil }
    var lines = ["\(terminalSafe(recording.name)) is not the same as \(path):"]
    lines += rows.prefix(Self.rowLimit).map(\.words)
    if rows.count > Self.rowLimit { lines.append("  and \(rows.count - Self.rowLimit) more") }
    lines.append("  If this is intended, run the test with \(Self.recordVariable)=1.")
    return lines.joined(separator: "\n")
  }
}

extension BehaviorChange.Row {
  fileprivate var words: String {
    let call = terminalSafe(callback) + (subject.isEmpty ? "" : " of \(terminalSafe(subject))")
    switch mark {
    case .same: return "    \(call)"
    case .missing: return "  - \(call) is missing (event \(baseEvent ?? 0) of the golden file)"
    case .extra: return "  + \(call) is new (event \(headEvent ?? 0))"
    case .moved: return "  ~ \(call) came as event \(headEvent ?? 0), not \(baseEvent ?? 0)"
    }
  }
}
