internal import TraceGrammar
internal import TraceReading
internal import TraceSystem
internal import TraceWriting

/// What a `.callorder.json` says; paths in it are as they lead from the current folder.
struct Configuration: Sendable {
  /// The name that is looked for.
  static let fileName = ".callorder.json"

  /// The file it was read from, as it leads from the current folder; nil when there is none.
  var path: String?
  /// The traces to check when none are named.
  var traces: [String] = []
  var grammar: String?
  var platform: PlatformVersion?
  /// How the messages of logs name callbacks and scenes, in the order they are tried.
  var messagePatterns: [MessagePattern] = []
  var ruleSeverities: [LowArguments.RuleSeverity] = []
  var failOn: FailingSeverity?
  var demandsCompleteLives: Bool?
  var baseline: String?
  var isBaselineStrict: Bool?
  var reports: [LowArguments.ReportFile] = []
  var violationLimit: Int?
  var minimumCoverage: Double?
  var suppressions: [SuppressionRule] = []

  /// The folder that its relative paths start from, as it leads from the current folder.
  var folder: String { path.map(Path.folder) ?? "." }

  /// The configuration for an invocation: the named file, the nearest one, or none.
  /// - Throws: `CommandError` when the file cannot be read or has a mistake.
  static func inForce(for invocation: Invocation) throws(CommandError) -> Configuration {
    let arguments = invocation.arguments
    let environment = invocation.environment
    if arguments.ignoresConfiguration {
      if arguments.configuration != nil {
        throw .usage("--config and --no-config contradict each other")
      }
      return Configuration()
    }
    guard let path = arguments.configuration ?? nearestPath(in: environment) else {
      return Configuration()
    }
    let bytes = try environment.read(path, limit: 1 << 24)
    return try ConfigurationReader(path: path).read(bytes)
  }

  /// The nearest file of the name in the current folder and those above it.
  ///
  /// The search ends after a folder that holds `.git`, so that a project is never judged by what lies outside of it.
  private static func nearestPath(in environment: CommandEnvironment) -> String? {
    var folder = environment.folder
    var prefix = ""
    while true {
      if fileExists(Path.joined(folder, fileName)) { return prefix + fileName }
      if fileExists(Path.joined(folder, ".git")) || folder == "/" || folder == "." { return nil }
      folder = Path.folder(of: folder)
      prefix += "../"
    }
  }
}

/// A kind of violation that the user decided not to act on.
struct SuppressionRule: Sendable, Equatable {
  /// The rule; nil for every rule.
  var rule: String?
  /// The traces, relative to the configuration's folder; nil for all.
  var path: PathPattern?
  /// Why; never empty.
  var reason: String
  /// The last day on which it holds; nil for no end.
  var expiry: CalendarDate?
}
