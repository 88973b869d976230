import CallOrderKit
import TestSupport
import TraceFindings

extension FuzzTarget {
  /// A legal life, recorded by any truthful recorder: nothing is found.
  static let recorders = FuzzTarget(name: "recorders", mutation: .choices) { bytes in
    var random = SeededGenerator(choices: bytes)
    var recorder = RandomRecorder(random)
    var generator = LifeGenerator(seed: random.next(), style: recorder.style)
    let recordings = recorder.record(generator.life())
    for text in recordings where !text.isEmpty {
      let report = recordersChecker.report(of: .bytes(Array(text.utf8), name: "x"))
      if let failure = report.failures.first { return .complaint("\(failure.message) in\n\(text)") }
      let accused = report.traces.flatMap(\.violations).filter { $0.severity > .note }
      if !accused.isEmpty {
        let found = accused.map { "\($0.event) \($0.rule) \($0.subject): \($0.message)" }
        return .complaint(
          "\(found.joined(separator: "\n")) after \(recorder.steps) in\n\(text)")
      }
    }
    return recordings.contains { !$0.isEmpty } ? .accepted : .rejected
  }

  private static let recordersChecker = PreparedChecker { _, _ in }
}
