package import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The results of a look that the next look needs.
extension Checker {
  /// The callbacks that came so far, and the kinds of subjects that the trace does not tell apart.
  package var occurred: ObservedAlphabet {
    var alphabet = findings.occurred
    for kind in tables.kindIDs
    where tables.kinds[kind].isWider && subjects.directory.kinds[kind].hadUnnamed {
      alphabet.mergedKinds.insert(kind)
    }
    return alphabet
  }

  /// The subjects with findings that need a look of their own, because their role or their delegates never show what
  /// others do; nil if no subject does.
  package var scopes: RecorderScopes? {
    if findings.scopes.accused.isEmpty || compiled.delegateMember == nil { return nil }
    return RecorderScopes(
      compiled, subjects.directory, showing: occurred,
      accused: findings.scopes.accused.sorted { $0.precedes($1) })
  }

  /// Whether a finding of the only look holds for a subject. It does if the subject's role and delegates have by now
  /// shown every callback that this look judges by, and if no callback that the look leaves out can have begun another
  /// subject that nothing tells apart from this one.
  var holdsByItself: (RecordedSubject) -> Bool {
    guard options.earlier.isOnlyLook, let observed = compiled.observed else { return { _ in true } }
    let merged = occurred.isShown(by: observed) ? [] : occurred.mergedKinds
    let scopes =
      compiled.delegateMember == nil
      ? nil : RecorderScopes(compiled, subjects.directory, showing: observed, accused: [])
    return { !merged.contains($0.kind) && scopes?.showsAll($0) ?? true }
  }

  /// The findings so far, for a later look that reports them with its own. Valid after `finish`.
  package var found: FoundBefore {
    FoundBefore(findings: findings.certain, missing: recording.missing)
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
    _ alphabet: ObservedAlphabet, _ source: ObservedCallbacks.Source
  ) -> ObservedCallbacks {
    ObservedCallbacks(
      source: source, calls: alphabet.calls.sorted().map { grammar.callbacks[$0].name },
      notifications: alphabet.notifications.sorted().map { grammar.callbacks[$0].name })
  }

  /// All callbacks, by call and notification.
  package var all: RecordedCallbacks {
    var alphabet = ObservedAlphabet()
    alphabet.calls = Set(grammar.callbacks.indices)
    alphabet.notifications = Set(
      grammar.callbacks.indices.filter { !grammar.callbacks[$0].notifications.isEmpty })
    return RecordedCallbacks(alphabet: alphabet)
  }

  /// The callbacks that a recorder declares that it would record, in any spelling. A delegate method stands for the
  /// call, a notification's name for the notification, a short name for both, and an action's name for the action.
  package func recorded(_ spellings: [String]) -> RecordedCallbacks {
    var alphabet = ObservedAlphabet()
    var unknown: [String] = []
    for spelling in spellings {
      guard let meaning = self.spellings.meaning(of: spelling) else {
        unknown.append(spelling)
        continue
      }
      let isShortName = grammar.callbacks[meaning.callback].name == spelling
      if meaning.kind != .notification { alphabet.calls.insert(meaning.callback) }
      if meaning.kind == .notification || isShortName {
        alphabet.notifications.insert(meaning.callback)
      }
    }
    return RecordedCallbacks(alphabet: alphabet, unknown: unknown)
  }

  /// The spelling that may have been meant by one that the grammar does not know; nil if none is near.
  /// - Complexity: O(spellings × length).
  package func nearestSpelling(to unknown: String) -> String? {
    NearSpellings(grammar).nearest(to: unknown)?.spelling
  }

  /// The note on callbacks that a recorder declares and the grammar does not know; empty if there are none.
  package func notes(on records: RecordedCallbacks) -> [TraceReport.Note] {
    guard let first = records.unknown.first else { return [] }
    return [
      TraceReport.Note(
        id: "unknown-records", count: records.unknown.count,
        message:
          "\"records\" names callbacks that the grammar does not know, such as \"\(first)\"")
    ]
  }
}

/// The callbacks that a recorder declares that it would record.
package struct RecordedCallbacks: Sendable {
  package var alphabet: ObservedAlphabet
  /// Spellings that the grammar does not know.
  package var unknown: [String] = []
}

extension RecorderScopes {
  /// Creates the scopes from the callbacks of an alphabet that the recorders have shown so far.
  fileprivate init(
    _ compiled: CompiledGrammar, _ directory: borrowing SubjectDirectory,
    showing alphabet: ObservedAlphabet, accused: [RecordedSubject]
  ) {
    let grammar = compiled.grammar
    let actions = Set(grammar.callbacks.indices.filter { grammar.callbacks[$0].isAction })
    let shown = alphabet.calls.union(alphabet.notifications)
    self.init(
      callbacks: IDArray(
        grammar.subjects.indices.map { kind in
          compiled.kinds[kind].isWider
            ? [] : shown.filter { grammar.callbacks[$0].subject == kind }
        }),
      covering: compiled.kinds.table(\.covering), actions: actions,
      shownByRole: directory.roles.shownCallbacks,
      shownByDelegate: directory.delegates.shownCallbacks, accused: accused)
  }
}
