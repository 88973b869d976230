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

  /// The callbacks that a recorder says it would have recorded, in any spelling: a delegate's spelling names the
  /// call, a notification's name the notification, a short name both, an action's name the action.
  /// - Returns: the alphabet, and the spellings that the grammar does not know.
  package func alphabet(
    of spellings: [String]
  ) -> (alphabet: ObservedAlphabet, unknown: [String]) {
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
    return (alphabet, unknown)
  }
}
