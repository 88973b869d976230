import TraceGrammar

/// A rule that one event, or the end of a life, breaks by itself.
struct ReferenceFiring {
  var rule: Int
  /// The number of the event, counted from 1.
  var event: Int
  var subject: ReferenceChecker.SubjectKey
  var callback: Int
  /// The states the subject may have been in; empty for rules about times.
  var states: [Int] = []
  var role: String?
}

/// Rules about times.
struct ReferenceDelays {
  private struct Key: Hashable {
    var rule: Int
    var subject: ReferenceChecker.SubjectKey
  }

  private var starts: [Key: Double] = [:]

  /// The rules that a call breaks by taking so long.
  func durations(_ grammar: Grammar, _ callback: Int, _ seconds: Double?) -> [Int] {
    guard let seconds else { return [] }
    return grammar.rules.indices.filter { rule in
      guard case .duration(let callbacks, let limit) = grammar.rules[rule].form else {
        return false
      }
      return callbacks.contains(callback) && seconds > limit
    }
  }

  /// The rules that a callback breaks by coming late after another one about the same subject.
  mutating func late(
    _ grammar: Grammar, _ callback: Int, _ time: Double?, of subject: ReferenceChecker.SubjectKey
  ) -> [Int] {
    var broken: [Int] = []
    for (rule, declared) in grammar.rules.enumerated() {
      guard case .within(let late, let seconds, let after) = declared.form else { continue }
      let key = Key(rule: rule, subject: subject)
      if late == callback, let start = starts.removeValue(forKey: key), let time,
        time - start > seconds
      {
        broken.append(rule)
      }
      if after == callback { starts[key] = time }
    }
    return broken
  }
}

/// What aliases stand for.
struct ReferenceAliases {
  private struct Key: Hashable {
    var alias: String
    var wider: String
  }

  private var meanings: [Key: String] = [:]
  /// Those known by their identity that have not ended.
  private var alive: Set<String> = []
  /// Those of them whose last event came without an alias.
  private var withoutAlias: Set<String> = []
  /// Those of them that were last met under an alias before another one was first met alone.
  private var behind: Set<String> = []
  private var named: Set<String> = []
  /// Those known by an alias alone that no identity came with.
  private var unbound: Set<String> = []
  private var ownCount = 0

  /// An event names a subject.
  mutating func name(_ subject: String) {
    if !named.insert(subject).inserted { return }
    alive.insert(subject)
    withoutAlias.insert(subject)
  }

  /// The subject is met under the alias that stands for it.
  mutating func confirm(_ subject: String) {
    withoutAlias.remove(subject)
    behind.remove(subject)
  }

  /// The subject was named without an alias.
  mutating func leave(_ subject: String) {
    if alive.contains(subject) { withoutAlias.insert(subject) }
  }

  /// The subject that an event names came with an alias.
  mutating func bind(_ alias: String, to subject: String, within wider: String) {
    let key = Key(alias: alias, wider: wider)
    confirm(subject)
    meanings = meanings.filter { $0.value != subject }
    if let other = meanings[key] { unbound.remove(other) }
    meanings[key] = subject
  }

  /// What an alias stands for; nil where it never came with an identity.
  func subject(_ alias: String, within wider: String) -> String? {
    meanings[Key(alias: alias, wider: wider)]
  }

  /// An alias that never came with an identity is one of its own.
  mutating func add(_ alias: String, within wider: String) -> String {
    ownCount += 1
    let own = "\(alias) in \(wider), \(ownCount)"
    meanings[Key(alias: alias, wider: wider)] = own
    unbound.insert(own)
    behind = alive
    return own
  }

  mutating func end(_ subject: String) {
    alive.remove(subject)
    confirm(subject)
  }

  /// Whether a subject first named now may have been met under an alias.
  var mayBeKnownByAlias: Bool { !unbound.isEmpty }

  /// Whether a subject first met now by an alias alone may have been met under its identity, or under another alias.
  var mayBeKnown: Bool { !unbound.isEmpty || !withoutAlias.isEmpty }

  /// Whether other events about the subject may have another name.
  func mayBeMixed(_ subject: String) -> Bool {
    if unbound.contains(subject) { return !withoutAlias.isEmpty }
    return !unbound.isEmpty && (withoutAlias.contains(subject) || behind.contains(subject))
  }
}
