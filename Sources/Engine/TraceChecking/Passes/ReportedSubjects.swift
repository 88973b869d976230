/// Whose findings a pass over a trace reports.
package enum ReportedSubjects: Sendable {
  /// Those of all subjects.
  case all
  /// Those of all subjects. If some are about subjects that show less than others, another pass judges those.
  case allButScopes(RecorderScopes)
  /// Only those of the subjects of one scope.
  case scope(Int, of: RecorderScopes)
  /// Those of the subjects that show everything by the end, as no other pass follows.
  case showingAll

  var scopes: RecorderScopes? {
    switch self {
    case .all, .showingAll: nil
    case .allButScopes(let scopes), .scope(_, of: let scopes): scopes
    }
  }
}

/// The findings of a pass about the subjects of one scope.
package struct ScopeFindings: Sendable {
  var findings: FindingCollector
  var missing: MissingCallbacks
}

/// The subject of a fault: the names of a lifecycle and of a subject.
package struct FaultSubject: Hashable, Sendable {
  package var lifecycle: String
  package var subject: String

  package init(lifecycle: String, subject: String) {
    (self.lifecycle, self.subject) = (lifecycle, subject)
  }
}
