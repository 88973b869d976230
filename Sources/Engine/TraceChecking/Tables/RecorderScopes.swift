internal import TraceGrammar

/// Who recorded what: the callbacks that came about subjects of each role, and those that came by each delegate.
package struct SeenRecorders: Sendable {
  /// By the numbers that `RecordedValues` gives to roles and delegates.
  var byRole: [Set<CallbackID>]
  var byDelegate: [Set<CallbackID>]
}

/// The sets of callbacks by which the subjects of one trace are judged.
///
/// One delegate may have methods that another lacks. A callback that is missing about a subject therefore proves
/// something only if one of its own delegates, and a subject of its role, show the callback anywhere in the trace. A
/// *scope* is a set of callbacks that certain subjects do not show, although others do.
package struct RecorderScopes: Sendable {
  /// How many scopes are told apart. The subjects of further ones are judged with those of the last one, by what all of
  /// them show.
  static let limit = 8
  /// How many subjects with different recorders are remembered.
  private static let subjectLimit = 1 << 16

  /// For each kind of subject, the callbacks about it that occur and that one delegate may have and another may not.
  private let callbacks: IDArray<SubjectKindID, Set<CallbackID>>
  /// For each kind, the callbacks whose bits are in `Recorder.covering`; and those of them that would reveal others that
  /// do not occur.
  private let covering: IDArray<SubjectKindID, [CallbackID]>
  private let revealing: Set<CallbackID>
  /// Callbacks that belong to the app and not to a delegate.
  private let actions: Set<CallbackID>
  private let seen: SeenRecorders
  /// For each scope, what its subjects do not show, by their kind.
  private var scopes: [[SubjectKindID: Set<CallbackID>]] = []
  /// The scopes of the subjects that were asked about.
  private var known: [RecordedSubject: Int?] = [:]

  /// - Parameters:
  ///   - compiled: the grammar, for recordings that show the callbacks by which subjects are judged.
  ///   - inferred: those of them that are known from what occurs alone. A stated list names what the recorder knows, and
  ///     no delegate has to have it.
  package init(
    _ compiled: CompiledGrammar, showing inferred: RecordedCallbacks, _ seen: SeenRecorders
  ) {
    let grammar = compiled.grammar
    let shown = inferred.calls.union(inferred.notifications).union(compiled.revealing)
    callbacks = IDArray(
      grammar.subjects.indices.map { kind in
        compiled.kinds[kind].isWider ? [] : shown.filter { grammar.callbacks[$0].subject == kind }
      })
    covering = compiled.kinds.table(\.covering)
    revealing = compiled.revealing
    actions = Set(grammar.callbacks.indices.filter { grammar.callbacks[$0].isAction })
    self.seen = seen
  }

  /// How many scopes were asked about.
  var count: Int { scopes.count }

  /// The callbacks that the subjects of a scope do not show, although others do.
  package func unshown(in scope: Int) -> [SubjectKindID: Set<CallbackID>] { scopes[scope] }

  /// The scope of a subject; nil if it shows everything that others do.
  mutating func scope(of subject: RecordedSubject) -> Int? {
    if let known = known[subject] { return known }
    let scope = number(of: unshown(by: subject))
    if known.count < Self.subjectLimit { known[subject] = .some(scope) }
    return scope
  }

  /// The scope of a subject that was asked about before.
  func knownScope(of subject: RecordedSubject) -> Int? { known[subject] ?? nil }

  private mutating func number(of unshown: [SubjectKindID: Set<CallbackID>]) -> Int? {
    if unshown.isEmpty { return nil }
    if let known = scopes.firstIndex(of: unshown) { return known }
    if scopes.count < Self.limit {
      scopes.append(unshown)
    } else {
      scopes[Self.limit - 1].merge(unshown) { $0.union($1) }
    }
    return scopes.count - 1
  }

  /// Whether a subject's role and delegates show everything that others do.
  func showsAll(_ subject: RecordedSubject) -> Bool { unshown(by: subject).isEmpty }

  private func unshown(by subject: RecordedSubject) -> [SubjectKindID: Set<CallbackID>] {
    let unshown = callbacks[subject.kind].filter { !shows($0, subject) }
    return unshown.isEmpty ? [:] : [subject.kind: unshown]
  }

  private func shows(_ callback: CallbackID, _ subject: RecordedSubject) -> Bool {
    let recorder = subject.recorder
    let role = Int(recorder.role)
    if role >= 0, role >= seen.byRole.count || !seen.byRole[role].contains(callback) {
      return false
    }
    if recorder.delegates == 0 || actions.contains(callback) { return true }
    // A subject whose delegate is not known may have another delegate, which gets the other callback instead.
    if role < 0, revealing.contains(callback),
      let place = covering[subject.kind].firstIndex(of: callback),
      recorder.covering & 1 << UInt32(place) == 0
    {
      return isShown(callback, by: recorder.namedDelegates)
    }
    return isShown(callback, by: recorder.delegates)
  }

  private func isShown(_ callback: CallbackID, by delegates: UInt64) -> Bool {
    seen.byDelegate.indices.contains {
      delegates & 1 << UInt64($0) != 0 && seen.byDelegate[$0].contains(callback)
    }
  }
}
