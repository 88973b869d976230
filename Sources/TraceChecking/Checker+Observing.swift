package import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What a look at a trace tells about the recording, for a second look.
extension Checker {
  /// The callbacks that came so far, and the kinds of subjects that the trace does not tell apart.
  package var occurred: ObservedAlphabet {
    var alphabet = findings.occurred
    for kind in 0..<tables.kindCount where tables.kinds[kind].isWider && subjects.isMerged(kind) {
      alphabet.mergedKinds.insert(kind)
    }
    return alphabet
  }

  /// Whose findings take a look of their own, as their delegates or their role never show what others do.
  package var scopes: RecorderScopes? {
    if findings.scopes.accused.isEmpty || compiled.delegateMember == nil { return nil }
    return RecorderScopes(
      compiled, subjects.directory, showing: occurred, accused: findings.scopes.accused)
  }

  /// Whether what the only look finds about a subject holds: its role and its delegates showed all by now that the look
  /// judges by, and what the look leaves out cannot have begun another one that nothing tells apart.
  var holdsByItself: (RecordedSubject) -> Bool {
    guard options.earlier.isOnlyLook, let observed = compiled.observed else { return { _ in true } }
    let merged = occurred.isShown(by: observed) ? [] : occurred.mergedKinds
    let scopes =
      compiled.delegateMember == nil
      ? nil : RecorderScopes(compiled, subjects.directory, showing: observed, accused: [])
    return { !merged.contains($0.kind) && scopes?.showsAll($0) ?? true }
  }

  /// What was found so far, for a look that tells it together with what it finds itself; to be asked for after `finish`.
  package var found: FoundBefore {
    FoundBefore(findings: findings.certain, missing: recording.missing)
  }

  /// For every role that was recorded, by its name, the short names of the callbacks that came about subjects of it.
  package var shownByRole: [String: Set<String>] {
    subjects.directory.roles.shownByName.mapValues { callbacks in
      Set(callbacks.map { compiled.grammar.callbacks[$0].name })
    }
  }
}

extension CompiledGrammar {
  /// The callbacks in a report's words.
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

  /// The callbacks that a recorder says it would have recorded, in any spelling: a delegate's spelling names the
  /// call, a notification's name the notification, a short name both, an action's name the action.
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

  /// Tells in a report what its recorder says it would have recorded.
  package func describe(_ records: RecordedCallbacks, in report: inout TraceReport) {
    report.observed = describe(records.alphabet, .stated)
    guard let first = records.unknown.first else { return }
    report.notes.append(
      TraceReport.Note(
        id: "unknown-callback", count: records.unknown.count,
        message:
          "\"records\" names callbacks that the grammar does not know, such as \"\(first)\""))
  }
}

/// What a recorder says it would have recorded.
package struct RecordedCallbacks: Sendable {
  package var alphabet: ObservedAlphabet
  /// Spellings that the grammar does not know.
  package var unknown: [String] = []
}

extension RecorderScopes {
  /// What the recorders of a trace showed so far of an alphabet.
  fileprivate init(
    _ compiled: CompiledGrammar, _ directory: borrowing SubjectDirectory,
    showing alphabet: ObservedAlphabet, accused: [RecordedSubject]
  ) {
    let grammar = compiled.grammar
    let actions = Set(grammar.callbacks.indices.filter { grammar.callbacks[$0].isAction })
    let shown = alphabet.calls.union(alphabet.notifications)
    self.init(
      callbacks: grammar.subjects.indices.map { kind in
        compiled.kinds[kind].isWider ? [] : shown.filter { grammar.callbacks[$0].subject == kind }
      },
      covering: compiled.kinds.map(\.covering), actions: actions,
      shownByRole: directory.roles.shownCallbacks,
      shownByDelegate: directory.delegates.shownCallbacks, accused: accused)
  }
}
