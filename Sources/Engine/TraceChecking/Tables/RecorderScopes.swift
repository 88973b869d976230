internal import TraceGrammar

/// The callbacks that the roles and delegates of a trace were seen to record, and the subjects that a look reports.
///
/// A look judges by one set of callbacks. If subjects with faults have a role or delegates that never show some of
/// those, there is one more look for each such set of subjects. It judges by what these show, and reports no others.
package struct RecorderScopes: Sendable {
  /// For each kind of subject, the callbacks that certain subjects of it never show although others do.
  struct Scope: Hashable {
    var unshown: [SubjectKindID: Set<CallbackID>]
  }

  /// How many such looks there are. The last one is for all remaining subjects, and judges by what all of them show.
  static let limit = 8

  /// For each kind of subject, the callbacks about it that occur and that one delegate may have and another may not.
  private let callbacks: IDArray<SubjectKindID, Set<CallbackID>>
  /// For each kind, the callbacks that would reveal others, which do not occur.
  private let covering: IDArray<SubjectKindID, [CallbackID]>
  /// Callbacks that belong to the app and not to a delegate.
  private let actions: Set<CallbackID>
  /// The callbacks that came, by role and by delegate.
  private let shownByRole: [Set<CallbackID>]
  private let shownByDelegate: [Set<CallbackID>]
  private var scopes: [Scope] = []
  /// The scope that the look reports; nil for the subjects that are in none.
  var told: Int?

  init(
    callbacks: IDArray<SubjectKindID, Set<CallbackID>>,
    covering: IDArray<SubjectKindID, [CallbackID]>, actions: Set<CallbackID>,
    shownByRole: [Set<CallbackID>], shownByDelegate: [Set<CallbackID>], accused: [RecordedSubject]
  ) {
    (self.callbacks, self.covering, self.actions) = (callbacks, covering, actions)
    (self.shownByRole, self.shownByDelegate) = (shownByRole, shownByDelegate)
    for accused in accused {
      let scope = scope(of: accused)
      if scope.unshown.isEmpty || scopes.contains(scope) { continue }
      if scopes.count < Self.limit {
        scopes.append(scope)
      } else {
        scopes[Self.limit - 1].unshown.merge(scope.unshown) { $0.union($1) }
      }
    }
  }

  /// How many looks are needed besides the one at all other subjects.
  package var count: Int { scopes.count }

  /// The callbacks that the look at a scope has to treat as unrecorded.
  package func unshown(in scope: Int) -> [SubjectKindID: Set<CallbackID>] { scopes[scope].unshown }

  /// A copy for the look at one of the scopes; nil for the look at all other subjects.
  package func telling(_ scope: Int?) -> RecorderScopes {
    var other = self
    other.told = scope
    return other
  }

  /// Whether the look reports findings about a subject.
  func tells(_ subject: RecordedSubject) -> Bool {
    let scope = scope(of: subject)
    if scope.unshown.isEmpty { return told == nil }
    let index = scopes.firstIndex(of: scope) ?? (scopes.count < Self.limit ? nil : Self.limit - 1)
    return index == told
  }

  /// Whether a subject's role and delegates show all that the look judges by.
  func showsAll(_ subject: RecordedSubject) -> Bool { scope(of: subject).unshown.isEmpty }

  private func scope(of subject: RecordedSubject) -> Scope {
    let unshown = callbacks[subject.kind].filter { !shows($0, subject) }
    return Scope(unshown: unshown.isEmpty ? [:] : [subject.kind: unshown])
  }

  private func shows(_ callback: CallbackID, _ subject: RecordedSubject) -> Bool {
    let recorder = subject.recorder
    let role = Int(recorder.role)
    if role >= 0, role >= shownByRole.count || !shownByRole[role].contains(callback) {
      return false
    }
    if recorder.delegates == 0 || actions.contains(callback) { return true }
    // A subject whose delegate is not known may have another delegate, which gets the other callback instead.
    if role < 0, let place = covering[subject.kind].firstIndex(of: callback),
      recorder.covering & 1 << UInt32(place) == 0
    {
      return isShown(callback, by: recorder.namedDelegates)
    }
    return isShown(callback, by: recorder.delegates)
  }

  private func isShown(_ callback: CallbackID, by delegates: UInt64) -> Bool {
    shownByDelegate.indices.contains {
      delegates & 1 << UInt64($0) != 0 && shownByDelegate[$0].contains(callback)
    }
  }
}
