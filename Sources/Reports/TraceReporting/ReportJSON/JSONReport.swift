package import TraceFindings
package import TraceJSON

/// The report as JSON, `callorder.report/1`: the format from which every other can be rendered later.
///
/// Member order is fixed; a member without a value is `null`. Members are only ever added.
package struct JSONReport: Sendable {
  /// The value of the member `format`.
  package static let format = "callorder.report/1"

  /// Whether each trace is in one line. On a page, that saves a fifth of the deflated bytes.
  private var isCompact: Bool

  package init(isCompact: Bool = false) { self.isCompact = isCompact }

  /// The report as a JSON document, with a line feed at the end.
  package func render(_ report: Report) -> [UInt8] {
    whole { write(report, to: $0) }
  }

  /// Passes the document on in pieces, until no more of it is taken.
  package func write(_ report: Report, to take: PieceTaker) {
    Report.fields.write(report).write(to: take, depthOfLines: isCompact ? 1 : .max)
  }

  /// The report as JSON in one line, with a line feed at the end.
  package func renderLine(_ report: Report) -> [UInt8] {
    Report.fields.write(report).serialized(indentation: nil) + [UInt8(ascii: "\n")]
  }

  /// The JSON Schema of a report, 2020-12; the required members are those that every report has had since version 1.
  package static var schema: JSONValue {
    .schema(title: "A report of callorder, \(format)", Report.fields)
  }
}

extension JSONValue {
  /// The JSON Schema of a document with these members, 2020-12; each definition once, by name.
  static func schema<Owner>(title: String, _ fields: [JSONField<Owner>]) -> JSONValue {
    var definitions: [JSONValue.Member] = []
    for definition in fields.flatMap(\.definitions).sorted(by: { $0.name < $1.name })
    where definition.name != definitions.last?.name {
      definitions.append(definition)
    }
    return .object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", .string(title)),
      ] + fields.schema() + [.init("$defs", .object(definitions))])
  }
}
