package import TraceFindings
package import TraceJSON

/// The report as JSON, `callorder.report/1`: the format from which every other can be rendered later.
///
/// Member order is fixed; a member without a value is `null`. Members are only ever added.
package struct JSONReport: Sendable {
  /// The value of the member `format`.
  package static let format = "callorder.report/1"

  /// Makes the renderer.
  package init() {}

  /// The report as a JSON document, with a line feed at the end.
  package func render(_ report: Report) -> [UInt8] {
    report.jsonValue.laidOut() + [UInt8(ascii: "\n")]
  }

  /// The JSON Schema of a report, 2020-12: what is demanded is what every report has had since version 1.
  package static var schema: JSONValue {
    let fields = Report.fields(legend: nil)
    var definitions: [JSONValue.Member] = []
    for definition in fields.flatMap(\.definitions).sorted(by: { $0.name < $1.name })
    where definition.name != definitions.last?.name {
      definitions.append(definition)
    }
    return .object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", .string("A report of callorder, \(format)")),
      ] + fields.schema() + [.init("$defs", .object(definitions))])
  }
}

extension Report {
  package var jsonValue: JSONValue {
    Self.fields(legend: traces.first?.coverage.unvisited).write(self)
  }
}
