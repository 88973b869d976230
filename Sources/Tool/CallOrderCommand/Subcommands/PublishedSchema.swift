internal import TraceGrammar
internal import TracePages
internal import TraceReporting

/// The JSON schemas of the files that are read and written.
enum PublishedSchema: String, CaseIterable {
  case trace
  case report
  case config

  /// The names, in the order of the help.
  static let names = allCases.map(\.rawValue)

  /// The schema as JSON.
  var text: [UInt8] {
    switch self {
    case .trace: Array((EmbeddedFiles.texts["texts/trace.schema.json"] ?? "").utf8)
    case .report: JSONReport.schema.laidOut()
    case .config: ConfigurationMember.fileSchema.laidOut()
    }
  }
}
