internal import TraceGrammar

/// What `.callorder.json` says; paths are as they lead from the current folder.
struct Configuration: Sendable {
  /// The file it was read from; nil when there is none.
  var path: String?
  /// The traces to check when none are named.
  var traces: [String] = []
  var grammar: String?
  var platform: PlatformVersion?
  var ruleSeverities: [LowArguments.RuleSeverity] = []
  var failOn: FailingSeverity?
  var isComplete = false
  var baseline: String?
  var isBaselineStrict = false
  var reports: [LowArguments.ReportFile] = []
  var violationLimit: Int?
  var minimumCoverage: Double?

  /// The configuration for an invocation: the named file, the nearest one, or none.
  static func inForce(for invocation: Invocation) throws(CommandError) -> Configuration {
    Configuration()
  }
}
