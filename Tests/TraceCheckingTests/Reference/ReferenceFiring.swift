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
  /// Those known by their identity that never came with an alias and have not ended.
  private var withoutAlias: Set<String> = []
  private var named: Set<String> = []
  private var ownCount = 0
  /// Those known by an alias alone, as long as they were not met.
  private var unsure: Set<String> = []

  /// An event names a subject, with an alias or without.
  mutating func name(_ subject: String, with alias: String?, within wider: String) {
    if named.insert(subject).inserted { withoutAlias.insert(subject) }
    guard let alias else { return }
    withoutAlias.remove(subject)
    meanings = meanings.filter { $0.value != subject }
    meanings[Key(alias: alias, wider: wider)] = subject
  }

  /// What an alias stands for; one that never came with an identity is one of its own.
  mutating func subject(_ alias: String, within wider: String) -> String {
    let key = Key(alias: alias, wider: wider)
    if let subject = meanings[key] { return subject }
    ownCount += 1
    let own = "\(alias) in \(wider), \(ownCount)"
    meanings[key] = own
    if !withoutAlias.isEmpty { unsure.insert(own) }
    return own
  }

  mutating func end(_ subject: String) { withoutAlias.remove(subject) }

  /// Whether a subject known by an alias alone may have been met under its identity.
  func mayBeAnother(_ subject: String) -> Bool { unsure.contains(subject) }
}
