internal import TraceDiagnostics
internal import TraceGrammar

/// What was typed, checked word by word and nothing more; no file has been looked at.
struct LowArguments: Sendable {
  /// How much help was asked for.
  enum Help: Sendable { case short, long }

  /// A severity to set for a rule; nil switches it off.
  struct RuleSeverity: Sendable, Equatable {
    var rule: String
    var severity: Severity?
  }

  /// A report to write to a file.
  struct ReportFile: Sendable, Equatable {
    var format: String
    var path: String
  }

  /// The name of the subcommand; nil when none was typed.
  var command: String?
  /// The words that are neither options nor the subcommand.
  var operands: [String] = []
  var help: Help?
  var showsVersion = false

  // Input
  var grammar: String?
  var platform: PlatformVersion?
  var jobs: Int?
  var standardInputName: String?

  // Judging
  var failOn: FailingSeverity?
  var ruleSeverities: [RuleSeverity] = []
  var demandsCompleteLives = false
  var minimumCoverage: Double?

  // Output
  var format: String?
  var reports: [ReportFile] = []
  var explains = false
  var showsSummaryOnly = false
  var showsCoverage = false
  var showsMigration = false
  var violationLimit: Int?
  var timelineLimit: Int?
  var color = ColorChoice.auto
  var isQuiet = false
  var coverageReport: String?
  var lifecycle: String?
  var showsWitnesses = false
  var output: String?

  // Baselines
  var baseline: String?
  var isBaselineStrict = false
  var reason: String?
  var expiry: String?
  var force = false

  // Configuration
  var configuration: String?
  var ignoresConfiguration = false
}

/// From which severity on a violation makes the run fail.
enum FailingSeverity: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// The least severity that fails; nil when none does.
  var threshold: Severity? { Severity(name: rawValue) }
}
