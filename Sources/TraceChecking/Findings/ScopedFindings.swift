internal import TraceDiagnostics
internal import TraceFindings

/// Whose findings a look at a trace tells: everybody's, or those of the subjects that it judges by what these show.
struct ScopedFindings {
  /// So many subjects with different recorders are remembered.
  private static let limit = 1 << 16

  private let scopes: RecorderScopes?
  /// Rules whose severity the user chose.
  private let chosen: Set<String>
  /// Whose findings are told, as far as it was asked for.
  private var told: [RecordedSubject: Bool] = [:]
  /// Who was found to have broken something, in the order they were.
  private(set) var accused: [RecordedSubject] = []

  init(_ options: CheckingOptions) {
    scopes = options.earlier.scopes
    chosen = Set(options.severities.keys)
  }

  /// Whether a violation is told by this look; where all are, it is noted whose it is.
  mutating func tells(_ violation: Violation, about subject: RecordedSubject) -> Bool {
    if let known = told[subject] { return known }
    guard let scopes else {
      // Notes accuse nobody.
      if violation.severity == .note, !chosen.contains(violation.rule) { return true }
      if accused.count < Self.limit {
        accused.append(subject)
        told[subject] = true
      }
      return true
    }
    let tells = scopes.tells(subject)
    if told.count < Self.limit { told[subject] = tells }
    return tells
  }

  /// Whether only those of some subjects are told, which others show more of.
  var areSome: Bool { scopes?.told != nil }

  /// Whether this look tells of calls that never came and that a subject relied on.
  func tellsReliance(of subject: RecordedSubject) -> Bool {
    areSome ? scopes?.tells(subject) ?? true : true
  }
}
