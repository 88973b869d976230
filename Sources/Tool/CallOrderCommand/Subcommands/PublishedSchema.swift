internal import TraceJSON
internal import TraceReading
internal import TraceReporting

/// The JSON schemas of the files that are read and written.
enum PublishedSchema: String, CaseIterable {
  case trace
  case report
  case config

  /// The names, in the order of the help.
  static let names = allCases.map(\.rawValue)

  /// The schema as JSON.
  var document: JSONValue {
    switch self {
    case .trace: TraceSchema.schema
    case .report: JSONReport.schema
    case .config: ConfigurationMember.fileSchema
    }
  }
}
