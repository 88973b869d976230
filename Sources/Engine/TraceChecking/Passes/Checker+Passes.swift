package import TraceFindings
internal import TraceGrammar
package import TraceModel

/// The results of a pass that the next one needs.
extension Checker {
  /// The callbacks that came so far, and the kinds of subjects that the trace does not tell apart.
  package var occurred: RecordedCallbacks {
    var alphabet = findings.occurred
    for kind in tables.kindIDs
    where tables.kinds[kind].isWider && subjects.directory.kinds[kind].hadUnnamed {
      alphabet.mergedKinds.insert(kind)
    }
    return alphabet
  }

  /// The events so far whose order is not certain, because their times contradict it by little.
  package var disorder: [ClosedRange<UInt32>] { recent.disorder }
  /// Whether times so far leave doubts about which events came, or in which order.
  package var hasDoubtfulTimes: Bool { recent.hasRepetitions || !recent.disorder.isEmpty }

  /// Who recorded what so far.
  package var seenRecorders: SeenRecorders {
    SeenRecorders(
      byRole: subjects.directory.roles.shownCallbacks,
      byDelegate: subjects.directory.delegates.shownCallbacks)
  }

  /// The scopes whose findings another pass has to confirm, with what their subjects show; nil if there are none. Valid
  /// after `close`.
  package var accusedScopes: (scopes: RecorderScopes, numbers: [Int])? { findings.accusedScopes }

  /// The findings of a pass about the subjects of one scope, which ends here.
  package mutating func findingsOfScope() -> ScopeFindings {
    close()
    return ScopeFindings(findings: findings.takeConfirmed(), missing: recording.missing)
  }

  /// Whether a subject's role and delegates have shown everything by which this pass judges, and no callback that it
  /// leaves out can have begun another subject that nothing tells apart from this one. Asked only if no other pass
  /// follows.
  var showsAll: (RecordedSubject) -> Bool {
    guard case .showingAll = options.reported, let observed = compiled.observed else {
      return { _ in true }
    }
    let merged = occurred.isShown(by: observed) ? [] : occurred.mergedKinds
    let inferred = observed.isInferred ? observed : RecordedCallbacks()
    let scopes = RecorderScopes(compiled, showing: inferred, seenRecorders)
    return { !merged.contains($0.kind) && scopes.showsAll($0) }
  }

  /// For each recorded role, by name: the short names of the callbacks that came for its subjects.
  package var shownByRole: [String: Set<String>] {
    subjects.directory.roles.shownByName.mapValues { callbacks in
      Set(callbacks.map { compiled.grammar.callbacks[$0].name })
    }
  }
}

extension CompiledGrammar {
  /// The alphabet in the form of a report.
  package func describe(
    _ alphabet: RecordedCallbacks, _ source: ObservedCallbacks.Source
  ) -> ObservedCallbacks {
    ObservedCallbacks(
      source: source, calls: alphabet.calls.sorted().map { grammar.callbacks[$0].name },
      notifications: alphabet.notifications.sorted().map { grammar.callbacks[$0].name })
  }

  /// What the recorder or the user states that a recording shows.
  /// - Returns: the callbacks, and a note on those that the grammar does not know; nil if nothing is stated.
  package func stated(
    _ records: Records
  ) -> (callbacks: RecordedCallbacks, notes: [TraceReport.Note])? {
    switch records {
    case .trace, .run: nil
    case .all: (all, [])
    case .callbacks(let spellings): recorded(spellings)
    }
  }

  /// All callbacks, by call and notification.
  private var all: RecordedCallbacks {
    var all = RecordedCallbacks()
    all.calls = Set(grammar.callbacks.indices)
    all.notifications = Set(
      grammar.callbacks.indices.filter { !grammar.callbacks[$0].notifications.isEmpty })
    return all
  }

  /// The callbacks that a recorder declares that it would record.
  private func recorded(
    _ spellings: [String]
  ) -> (callbacks: RecordedCallbacks, notes: [TraceReport.Note]) {
    var callbacks = RecordedCallbacks()
    var unknown: [String] = []
    for spelling in spellings {
      guard let meaning = self.spellings.meaning(of: spelling) else {
        unknown.append(spelling)
        continue
      }
      let isShortName = grammar.callbacks[meaning.callback].name == spelling
      if meaning.kind != .notification { callbacks.calls.insert(meaning.callback) }
      if meaning.kind == .notification || isShortName {
        callbacks.notifications.insert(meaning.callback)
      }
    }
    guard let first = unknown.first else { return (callbacks, []) }
    let near = nearestSpelling(to: first).map { "; did you mean \"\($0)\"?" } ?? ""
    let note = TraceReport.Note(
      id: "unknown-records", count: unknown.count,
      message:
        "\"records\" names callbacks that the grammar does not know, such as \"\(first)\"\(near)")
    return (callbacks, [note])
  }

  /// The spelling that may have been meant by one that the grammar does not know; nil if none is near.
  /// - Complexity: O(spellings × length).
  package func nearestSpelling(to unknown: String) -> String? {
    NearSpellings(grammar).nearest(to: unknown)?.spelling
  }
}
