public import TraceModel

/// Numbers of violations by severity.
public struct SeverityCounts: Sendable, Equatable {
  /// Violations of severity `error`.
  public var errors: Int
  /// Violations of severity `warning`.
  public var warnings: Int
  /// Violations of severity `note`.
  public var notes: Int

  /// All of them.
  public var total: Int { errors + warnings + notes }

  /// Makes counts, zero where not given.
  public init(errors: Int = 0, warnings: Int = 0, notes: Int = 0) {
    self.errors = errors
    self.warnings = warnings
    self.notes = notes
  }

  /// The number for one severity.
  public subscript(severity: Severity) -> Int {
    get {
      switch severity {
      case .error: errors
      case .warning: warnings
      case .note: notes
      }
    }
    set {
      switch severity {
      case .error: errors = newValue
      case .warning: warnings = newValue
      case .note: notes = newValue
      }
    }
  }

  /// Adds the numbers of another trace.
  public static func += (left: inout SeverityCounts, right: SeverityCounts) {
    left.errors += right.errors
    left.warnings += right.warnings
    left.notes += right.notes
  }
}

/// How many violations of one rule there are.
public struct RuleCount: Sendable, Equatable {
  /// The rule's id.
  public var rule: String
  /// How many violations of it there are.
  public var count: Int

  /// Makes the number of a rule.
  public init(rule: String, count: Int) {
    self.rule = rule
    self.count = count
  }
}

/// How often one callback occurred.
public struct CallbackCount: Sendable, Equatable {
  /// The callback's short name; the recorded spelling of a callback that the grammar does not know.
  public var callback: String
  /// How many events carried it.
  public var count: Int

  /// Makes the number of a callback.
  public init(callback: String, count: Int) {
    self.callback = callback
    self.count = count
  }
}

/// How many subjects of one kind a trace has.
public struct SubjectCount: Sendable, Equatable {
  /// The kind's name in the grammar, in the singular: `process`, `session`, `wire`.
  public var kind: String
  /// How many subjects of that kind were seen.
  public var count: Int

  /// Makes the number of a kind of subject.
  public init(kind: String, count: Int) {
    self.kind = kind
    self.count = count
  }

  /// The kind's name in the plural, by the plain rules of English: `processes`, `wires`, `entities`.
  package var plural: String { Self.plural(of: kind) }

  /// The plural of a kind of subject.
  package static func plural(of kind: String) -> String {
    if ["s", "x", "z", "ch", "sh"].contains(where: { kind.hasSuffix($0) }) { return kind + "es" }
    guard kind.hasSuffix("y"), let before = kind.dropLast().last, !"aeiouAEIOU".contains(before)
    else { return kind + "s" }
    return kind.dropLast() + "ies"
  }
}

extension Report {
  /// How many subjects of each kind all traces together have, in the order of the grammar.
  public var subjectCounts: [SubjectCount] {
    var sums: [SubjectCount] = []
    for count in traces.lazy.flatMap(\.subjectCounts) {
      if let index = sums.firstIndex(where: { $0.kind == count.kind }) {
        sums[index].count += count.count
      } else {
        sums.append(count)
      }
    }
    return sums
  }
}

extension TraceReport {
  /// The ids of notes on events that were recorded and not judged.
  private static let notesOnUnjudged: Set<String> = [
    "depends-on-recording", "ended-missing", "other-kind", "own-call", "owner-missing",
    "subject-missing", "unclear-call",
  ]

  /// How many events were not judged: those that the grammar does not know, and those that a note says so about.
  package var unjudged: Int {
    let noted = notes.reduce(0) { $0 + (Self.notesOnUnjudged.contains($1.id) ? $1.count : 0) }
    return min(events, unknownCallbacks.reduce(noted) { $0 + $1.count })
  }
}

extension [TraceReport] {
  /// How many events of traces without findings were judged, `12 of 13 events in order; 1 not judged`; nil if all were.
  package var partlyInOrder: String? {
    let unjudged = reduce(0) { $0 + $1.unjudged }
    if unjudged == 0 { return nil }
    let events = reduce(0) { $0 + $1.events }
    return
      "\(grouped(events - unjudged)) of \(counted(events, "event")) in order; \(grouped(unjudged)) not judged"
  }
}
