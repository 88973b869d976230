internal import TraceGrammar
internal import TraceModel

/// What rules on aliases, such as on the scene with which a session connected, say about a callback.
struct AliasRole {
  /// Whether it shows which alias the subject has from here on.
  var opens = false
  /// The rule that it breaks with the alias of another of these calls; nil for none.
  var rule: RuleID?

  /// For every callback of a grammar.
  static func roles(in grammar: Grammar) -> IDArray<CallbackID, AliasRole> {
    var roles = IDArray<CallbackID, AliasRole>(
      repeating: AliasRole(), count: grammar.callbacks.count)
    for (number, rule) in grammar.rules.numbered {
      guard let form = rule.form as? PeerForm, form.question == .ofAlias else { continue }
      for callback in form.after { roles[callback].opens = true }
      for callback in form.callbacks where roles[callback].rule == nil {
        roles[callback].rule = number
      }
    }
    return roles
  }
}

/// The alias that a subject has since it was opened with it, as a session has its scene since that connected.
struct OpenedAlias: BitwiseCopyable {
  /// The key of the alias; 0 if it is not known.
  fileprivate var key: UInt64 = 0
  /// What was known about the subject then. If any of it changed, something may have happened unrecorded.
  fileprivate var gaps: UInt32 = 0
  fileprivate var anonymousEvents: UInt32 = 0
  fileprivate var moves: UInt32 = 0
  /// Whether a call with another alias was reported since.
  fileprivate var isTold = false
  /// Whether a call with an alias that nothing was opened with was noted since.
  fileprivate var isNoted = false
}

extension SubjectDirectory {
  /// How many keys of aliases are remembered for a kind. With more, calls that have others are not judged.
  private static var openedLimit: Int { 1 << 16 }

  /// Notes that a subject has an alias from here on.
  mutating func open(_ key: UInt64, of subject: SubjectReference) {
    let record = self[subject]
    self[subject].opened = OpenedAlias(
      key: key, gaps: record.gaps, anonymousEvents: record.anonymousEvents,
      moves: record.wider.moves)
    if kinds[subject.kind].openedAliases.count < Self.openedLimit {
      kinds[subject.kind].openedAliases.insert(key)
    }
  }

  /// Whether a call about a subject names another alias than that with which it was last opened.
  func isOther(_ key: UInt64, than subject: SubjectReference) -> Bool {
    let record = self[subject]
    let opened = record.opened
    return opened.key != 0 && opened.key != key && opened.gaps == record.gaps
      && opened.anonymousEvents == record.anonymousEvents && opened.moves == record.wider.moves
      && !record.wider.isUnattributed && kinds[subject.kind].aliases.unboundCount == 0
  }

  /// Whether some subject was opened with the alias; otherwise it may be another word for the subject's own.
  func wasOpened(_ key: UInt64, _ kind: SubjectKindID) -> Bool {
    kinds[kind].openedAliases.contains(key)
  }

  /// Notes that a subject was opened without an alias.
  func openUnknown(_ subject: SubjectReference) { self[subject].opened = OpenedAlias() }

  /// Notes that a subject takes over an alias: if that was known alone, the subject may have been opened under it.
  func noteTaken(_ key: UInt64, by subject: SubjectReference) {
    let record = self[subject]
    if record.alias.key == key || record.opened.key == key { return }
    guard let other = kinds[subject.kind].find(alias: key),
      kinds[subject.kind].store.records[other].alias.isUnbound
    else { return }
    openUnknown(subject)
  }

  /// Notes a call with an alias that nothing was opened with.
  /// - Returns: whether it is the first one since the subject was opened.
  func noteOther(_ subject: SubjectReference) -> Bool {
    defer { self[subject].opened.isNoted = true }
    return !self[subject].opened.isNoted
  }

  /// Notes that such a call is reported.
  /// - Returns: whether it is the first one since the subject was opened.
  mutating func tellForeign(_ subject: SubjectReference) -> Bool {
    defer { self[subject].opened.isTold = true }
    return !self[subject].opened.isTold
  }
}
