internal import TraceModel
internal import TraceFindings

/// Decides whose findings a look reports: everybody's, or only those of the subjects that it judges by what they show.
struct ScopedFindings {
  /// How many subjects with different recorders are remembered.
  private static let limit = 1 << 16

  private let scopes: RecorderScopes?
  /// Rules whose severity the user chose.
  private let chosen: Set<String>
  /// Whether a subject's findings are reported, for the subjects that were asked about.
  private var told: [RecordedSubject: Bool] = [:]
  /// Subjects with findings, in the order of their first ones.
  private(set) var accused: [RecordedSubject] = []

  init(_ options: CheckingOptions) {
    scopes = options.earlier.scopes
    chosen = Set(options.severities.keys)
  }

  /// Whether this look reports a violation. A look that reports all of them also remembers the subject.
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

  /// Whether only the findings of some subjects are reported, because others show more.
  var areSome: Bool { scopes?.told != nil }

  /// Whether this look reports the missing calls that a subject relied on.
  func tellsReliance(of subject: RecordedSubject) -> Bool {
    areSome ? scopes?.tells(subject) ?? true : true
  }
}
