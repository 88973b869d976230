internal import TraceReporting

/// How the launches of a fleet are grouped and compared.
struct StatisticsSettings: Sendable {
  /// The members of the traces' metadata to group by; empty for the usual ones.
  var members: [String] = []
  /// The member whose values are compared; nil for the usual one.
  var comparedMember: String?

  /// The members that are used when none are named.
  static let usualMembers = FleetCounter.usualMembers
  /// The member that is compared when none is named, where launches are grouped by it.
  static let usualComparedMember = FleetCounter.usualComparedMember

  static let table = [
    Setting(
      \.statistics.members, .list(of: .text),
      flags: [
        .init(
          "by", nil, "MEMBER", isRepeatable: true, in: .output, for: ["stats"],
          "group by MEMBER of the metadata (default: \(inWords(usualMembers)))",
          help: """
            May be repeated. The metadata is in the header of a trace. The order matters for '--compare'.
            """)
      ]),
    Setting(
      \.statistics.comparedMember, .text,
      flags: [
        .init(
          "compare", nil, "MEMBER", in: .output, for: ["stats"],
          "show what changed between values of MEMBER (default: \(usualComparedMember))",
          help: """
            If launches are not grouped by \(usualComparedMember), the default is the first member of '--by'. \
            Values are compared if the members before it in '--by' are equal, such as the versions of one app; \
            launches that differ only in the members after it are combined. '--by os --by version' compares \
            versions on each OS separately.
            """)
      ]),
  ]
}
