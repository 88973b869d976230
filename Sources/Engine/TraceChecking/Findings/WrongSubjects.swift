internal import TraceFindings

/// Recognizes calls that came about the wrong subject: superfluous for one subject, and missing for another.
///
/// Each of the two violations then names the other. They belong together if the superfluous call lies between the two
/// events between which the other subject misses one.
/// - Complexity: at worst O(violations²), within one callback of one lifecycle.
func markWrongSubjects(_ violations: inout [Violation]) {
  struct Key: Hashable {
    var lifecycle: String
    var callback: String
  }
  var missing: [Key: [Int]] = [:]
  for (index, violation) in violations.enumerated() {
    if violation.repair.deletions.isEmpty, violation.repair.insertions.count == 1 {
      let key = Key(
        lifecycle: violation.lifecycle, callback: violation.repair.insertions[0].callback)
      missing[key, default: []].append(index)
    }
  }
  for index in violations.indices {
    let violation = violations[index]
    guard violation.repair.insertions.isEmpty, violation.repair.deletions.count == 1 else {
      continue
    }
    let deletion = violation.repair.deletions[0]
    let key = Key(lifecycle: violation.lifecycle, callback: deletion.callback)
    let candidates = missing[key] ?? []
    let other = candidates.first { candidate in
      violations[candidate].subject != violation.subject
        && violations[candidate].cause != .wrongSubject
        && violations[candidate].missingCallBelongs(at: deletion.event)
    }
    guard let other else { continue }
    link(&violations, index, other)
    link(&violations, other, index)
  }
}

private func link(_ violations: inout [Violation], _ index: Int, _ other: Int) {
  let (event, line) = (violations[other].event, violations[other].line)
  let isExtra = violations[index].repair.insertions.isEmpty
  violations[index].cause = .wrongSubject
  violations[index].related.append(
    .init(
      event: event, line: line,
      message: isExtra
        ? "\(violations[other].subject) misses this call"
        : "the call came about \(violations[other].subject)"))
}

extension Violation {
  /// Whether the missing call belongs where the event is.
  fileprivate func missingCallBelongs(at event: Int) -> Bool {
    guard event < repair.insertions[0].beforeEvent else { return false }
    let place = steps.firstIndex { $0.mark == .missing } ?? 0
    let before = steps[..<place].last { $0.event != nil }?.event ?? 0
    return before < event
  }
}
