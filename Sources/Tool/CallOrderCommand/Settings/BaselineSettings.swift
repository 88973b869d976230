internal import TraceFindings

/// Which findings are known.
struct BaselineSettings: Sendable {
  /// The file of accepted findings; nil when none is named.
  var path: String?
  /// Whether entries that are gone make the run fail.
  var isStrict = false
  /// Why new entries are accepted.
  var reason: String?
  /// The last day of new entries, `YYYY-MM-DD`.
  var expiry: String?
  /// Whether files that exist are replaced.
  var replacesFiles = false

  /// The file that is used when none is named.
  static let usualPath = "callorder-baseline.json"

  static let table = [
    Setting(
      \.baselines.path, .file,
      .init(
        "baseline", "b", "FILE", in: .baselines, for: .reporting,
        "let findings that FILE lists pass; only new ones fail",
        help: """
          Findings are matched one by one by their fingerprint, which survives another recording: a second finding \
          of a kind that the file accepts once is new. 'callorder baseline create' writes the file.
          """),
      .init(
        "baseline", "b", "FILE", in: .baselines,
        for: ["baseline create", "baseline update", "baseline prune"],
        "the baseline (default: \(usualPath))"),
      member: .init("baseline", "The file of accepted findings")),
    Setting(
      \.baselines.isStrict, .toggle,
      .init(
        "strict-baseline", in: .baselines, for: .reporting,
        "exit with 1 if the baseline lists findings that are gone"),
      member: .init(
        "strictBaseline", "Whether entries of the baseline that are gone make the run fail")),
    Setting(
      \.baselines.reason, .text,
      .init(
        "reason", nil, "TEXT", in: .baselines, for: ["baseline create", "baseline update"],
        "save TEXT as the reason for the new entries")),
    Setting(
      \.baselines.expiry, .day,
      .init(
        "expires", nil, "DATE", in: .baselines, for: ["baseline create", "baseline update"],
        "expire the new entries on DATE, such as 2027-03-31")),
    Setting(
      \.baselines.replacesFiles, .toggle,
      .init(
        "force", in: .output, for: ["baseline create", "init"], "replace files that exist")),
  ]
}

extension SettingKind where Value == String {
  /// A day, `YYYY-MM-DD`.
  fileprivate static var day: SettingKind {
    SettingKind { text throws(CommandError) in
      guard CalendarDate(text) != nil else {
        throw .usage("'\(text)' is not a date such as 2027-03-31")
      }
      return text
    }
  }
}
