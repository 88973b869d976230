internal import TraceReporting

extension Subcommand {
  /// Prints the schema of a file.
  static let schema = Subcommand(
    name: "schema",
    summary: "print the JSON schema of a file that is read or written",
    operands: [
      Operand(
        placeholder: "FILE", values: .choices(PublishedSchema.names),
        summary: "one of trace, report or config")
    ],
    examples: [
      "callorder schema trace > trace.schema.json":
        "Publish the schema of traces for people who write a recorder.",
      "callorder schema config > callorder.schema.json":
        "Publish the schema of .callorder.json for an editor.",
    ]
  ) { invocation throws(CommandError) in
    let name = invocation.operands.first ?? ""
    guard let schema = PublishedSchema(rawValue: name) else {
      throw .usage(wrongChoice("the file", name, among: PublishedSchema.names))
    }
    invocation.write(schema.text)
    return .success
  }
}
