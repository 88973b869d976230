import TraceGrammar

/// A rule that one event, or the end of a life, breaks by itself.
struct ReferenceFiring {
  var rule: RuleID
  /// The number of the event, counted from 1.
  var event: Int
  var subject: ReferenceChecker.SubjectKey
  var callback: CallbackID
  /// The states the subject may have been in; empty for rules about times.
  var states: [StateID] = []
  var role: String?
}

/// Rules about times.
struct ReferenceDelays {
  private struct Key: Hashable {
    var rule: RuleID
    var subject: ReferenceChecker.SubjectKey
  }

  /// When the calls came that others must follow, and how much had been lost for their subjects.
  private var starts: [Key: (time: Double, losses: Int)] = [:]
  /// The times of all calls after which others must not come too early.
  private var all: [Key: [Double]] = [:]

  /// The rules that a call breaks with its duration.
  func durations(_ grammar: Grammar, _ callback: CallbackID, _ seconds: Double?) -> [RuleID] {
    guard let seconds else { return [] }
    return grammar.rules.indices.filter { rule in
      guard let form = grammar.rules[rule].form as? TimeForm, form.after.isEmpty else {
        return false
      }
      return form.callbacks.contains(callback) && seconds > form.seconds
    }
  }

  /// The rules that a callback breaks by coming late, or early, after another one about the same subject.
  /// - Parameter losses: how often events were lost, or may have been about the subject.
  mutating func untimely(
    _ grammar: Grammar, _ callback: CallbackID, _ time: Double?,
    of subject: ReferenceChecker.SubjectKey, losses: Int
  ) -> [RuleID] {
    var broken: [RuleID] = []
    for (rule, declared) in grammar.rules.numbered {
      let key = Key(rule: rule, subject: subject)
      if let form = declared.form as? TimeForm, !form.after.isEmpty, !form.isLeast {
        if form.callbacks.contains(callback), let start = starts.removeValue(forKey: key), let time,
          time - start.time > form.seconds, start.losses == losses
        {
          broken.append(rule)
        }
        if form.after.contains(callback) { starts[key] = time.map { (time: $0, losses: losses) } }
      }
      if let form = declared.form as? TimeForm, form.isLeast {
        let times = all[key] ?? []
        if form.callbacks.contains(callback), let time, let last = times.max(),
          (0..<form.seconds).contains(time - last)
        {
          broken.append(rule)
        }
        if form.after.contains(callback), let time { all[key, default: []].append(time) }
      }
    }
    return broken
  }
}

/// The subjects that aliases stand for.
struct ReferenceAliases {
  private struct Key: Hashable {
    var alias: String
    var wider: String
  }

  /// Where a subject is: in which widest one and with which role, each nil if that is not recorded.
  struct Place {
    var root: String?
    var role: String?

    func mayBe(_ other: Place) -> Bool {
      (root == nil || other.root == nil || root == other.root)
        && (role == nil || other.role == nil || role == other.role)
    }
  }

  private var meanings: [Key: String] = [:]
  /// Subjects known by their identity that have not ended.
  private var alive: Set<String> = []
  /// Those among them whose last event had no alias.
  private var withoutAlias: Set<String> = []
  /// Those among them that last occurred with an alias before another alias first occurred alone.
  private var behind: Set<String> = []
  private var named: Set<String> = []
  /// Subjects known only by an alias that never occurred with an identity, with where they came first.
  private var unbound: [String: Place] = [:]
  private var ownCount = 0
  /// The events about subjects, if they name one that is known only by an alias, or one without its alias.
  private var events: [(index: Int, root: String?, isUnbound: Bool)] = []
  /// By subject: its last event, and the widest subjects to which it belonged then and before.
  private var met: [String: (index: Int, root: String?, before: String?)] = [:]

  /// Notes that an event names a subject.
  mutating func name(_ subject: String) {
    if !named.insert(subject).inserted { return }
    alive.insert(subject)
    withoutAlias.insert(subject)
  }

  /// Notes that the subject occurs with the alias that stands for it.
  mutating func confirm(_ subject: String) {
    withoutAlias.remove(subject)
    behind.remove(subject)
  }

  /// Notes that the subject is named without an alias.
  mutating func leave(_ subject: String) {
    if alive.contains(subject) { withoutAlias.insert(subject) }
  }

  /// Notes that the subject of an event comes with an alias.
  mutating func bind(_ alias: String, to subject: String, within wider: String) {
    let key = Key(alias: alias, wider: wider)
    confirm(subject)
    meanings = meanings.filter { $0.value != subject }
    if let other = meanings[key] { unbound[other] = nil }
    meanings[key] = subject
  }

  /// The subject that an alias stands for; nil if it never occurred with an identity.
  func subject(_ alias: String, within wider: String) -> String? {
    meanings[Key(alias: alias, wider: wider)]
  }

  /// Whether a subject is known only by an alias that never occurred with an identity.
  func isUnbound(_ subject: String) -> Bool { unbound[subject] != nil }

  /// Notes that an alias stands for nothing any more.
  mutating func release(_ alias: String, within wider: String) {
    meanings[Key(alias: alias, wider: wider)] = nil
  }

  /// Adds a subject for an alias that never occurred with an identity.
  mutating func add(_ alias: String, within wider: String, _ place: Place) -> String {
    ownCount += 1
    let own = "\(alias) in \(wider), \(ownCount)"
    meanings[Key(alias: alias, wider: wider)] = own
    unbound[own] = place
    behind = alive
    return own
  }

  /// Notes an event about a subject.
  /// - Parameters:
  ///   - root: the widest subject that it names, if it does.
  ///   - present: the widest subject in which it is taken to be.
  mutating func note(
    _ subject: String, _ index: Int, _ root: String?, _ present: String?, withAlias: Bool
  ) {
    if isUnbound(subject) || !withAlias {
      events.append((index, root, isUnbound(subject)))
    }
    let last = met[subject]
    let before = last.map { $0.root == present ? $0.before : $0.root } ?? nil
    met[subject] = (index, present, before)
  }

  /// Whether events since the last one about a subject, in the same widest one, name the other of its two names.
  func hasOther(_ subject: String, _ root: String?, in present: String?, _ place: Place) -> Bool {
    guard let last = met[subject] else { return isUnbound(subject) || mayBeKnownByAlias(place) }
    let before = last.root == present ? last.before : last.root
    return events.contains {
      $0.index > last.index && $0.isUnbound != isUnbound(subject)
        && ($0.root == nil || $0.root == root || $0.root == before)
    }
  }

  mutating func end(_ subject: String) {
    alive.remove(subject)
    confirm(subject)
  }

  /// Whether a subject that is first named now may have occurred with an alias.
  func mayBeKnownByAlias(_ place: Place) -> Bool { unbound.values.contains(where: place.mayBe) }

  /// Whether a subject that first occurs now with only an alias may have occurred with its identity.
  var mayBeKnown: Bool { !withoutAlias.isEmpty }

  /// Whether other events about the subject may have another name.
  func mayBeMixed(_ subject: String) -> Bool {
    if isUnbound(subject) { return !withoutAlias.isEmpty }
    return !unbound.isEmpty && (withoutAlias.contains(subject) || behind.contains(subject))
  }
}
