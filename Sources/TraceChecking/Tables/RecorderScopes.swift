/// What the roles and the delegates of a trace were seen to record, and whose findings a look at it tells.
///
/// A look judges by one set of callbacks. Where subjects have faults whose delegates or role never show some of those, there
/// is one more look for each such set of subjects: by what these show, and telling of no others.
package struct RecorderScopes: Sendable {
  /// For each kind of subject the callbacks that certain subjects of it never show, though others do.
  struct Scope: Hashable {
    var unshown: [Int: Set<Int>]
  }

  /// So many looks there are; beyond, one is for all the rest, by what all of them show.
  static let limit = 8

  /// For each kind of subject the callbacks about it that occur and may be one delegate's and not another's.
  private let callbacks: [Set<Int>]
  /// For each kind those that other callbacks, which do not occur, would be told by.
  private let covering: [[Int]]
  /// Callbacks that are the app's and no delegate's.
  private let actions: Set<Int>
  /// By role and by delegate, the callbacks that came.
  private let shownByRole: [Set<Int>]
  private let shownByDelegate: [Set<Int>]
  private var scopes: [Scope] = []
  /// Which of the scopes the look is about; nil for all that is in none.
  var told: Int?

  init(
    callbacks: [Set<Int>], covering: [[Int]], actions: Set<Int>, shownByRole: [Set<Int>],
    shownByDelegate: [Set<Int>], accused: [RecordedSubject]
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

  /// How many looks it takes beside the one about all others.
  package var count: Int { scopes.count }

  /// What a look has to take as unrecorded.
  package func unshown(in scope: Int) -> [Int: Set<Int>] { scopes[scope].unshown }

  /// The same for the look about one of the scopes.
  package func telling(_ scope: Int?) -> RecorderScopes {
    var other = self
    other.told = scope
    return other
  }

  /// Whether the look tells what it finds about a subject.
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

  private func shows(_ callback: Int, _ subject: RecordedSubject) -> Bool {
    let recorder = subject.recorder
    let role = Int(recorder.role)
    if role >= 0, role >= shownByRole.count || !shownByRole[role].contains(callback) {
      return false
    }
    if recorder.delegates == 0 || actions.contains(callback) { return true }
    // Whose delegate is not known, may have another one that gets the other callback instead.
    if role < 0, let place = covering[subject.kind].firstIndex(of: callback),
      recorder.covering & 1 << UInt32(place) == 0
    {
      return isShown(callback, by: recorder.namedDelegates)
    }
    return isShown(callback, by: recorder.delegates)
  }

  private func isShown(_ callback: Int, by delegates: UInt64) -> Bool {
    shownByDelegate.indices.contains {
      delegates & 1 << UInt64($0) != 0 && shownByDelegate[$0].contains(callback)
    }
  }
}
