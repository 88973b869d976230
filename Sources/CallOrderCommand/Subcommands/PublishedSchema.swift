internal import TraceJSON

/// The JSON schemas of the files that people write.
enum PublishedSchema {
  /// The names, in the order of the help.
  static let names = ["config"]

  /// The schema with the given name; nil when there is none.
  static func schema(named name: String) -> JSONValue? {
    name == "config" ? ConfigurationMember.fileSchema : nil
  }
}
