package import TraceFindings
package import TraceJSON

/// The report as JSON, `callorder.report/1`: the format from which every other can be rendered later.
///
/// Member order is fixed; a member without a value is `null`. Members are only ever added.
package struct JSONReport: Sendable {
  /// The value of the member `format`.
  package static let format = "callorder.report/1"

  /// Whether events are told one by one, where the report has them.
  package var tellsEvents: Bool

  /// Makes the renderer.
  package init(tellsEvents: Bool = true) { self.tellsEvents = tellsEvents }

  /// The report as a JSON document, with a line feed at the end.
  package func render(_ report: Report) -> [UInt8] {
    render(report, limit: .max) ?? []
  }

  /// The report as a JSON document with a line feed at the end; nil where it takes more bytes than the limit.
  ///
  /// Traces are laid out one after the other, so that the memory needed beside the document is that of one of them.
  package func render(_ report: Report, limit: Int) -> [UInt8]? {
    var output: [UInt8] = []
    var separator = "{\n  "
    for field in Report.fields(legend: report.coverageLegend) {
      // So many traces may have to be told that they are never all there as JSON values.
      let isTraces = field.name == "traces" && !report.traces.isEmpty
      guard let value = isTraces ? .null : field.write(report) else { continue }
      output += Array("\(separator)\"\(field.name)\": ".utf8)
      separator = ",\n  "
      if isTraces {
        guard appendTraces(of: report, to: &output, limit: limit) else { return nil }
      } else {
        output += value.laidOut(column: field.name.utf8.count + 7, depth: 1)
      }
    }
    output += Array("\n}\n".utf8)
    return output.count > limit ? nil : output
  }

  /// The report as JSON in one line, with a line feed at the end.
  package func renderLine(_ report: Report) -> [UInt8] {
    var report = report
    if !tellsEvents { for index in report.traces.indices { report.traces[index].timeline = nil } }
    let fields = Report.fields(legend: report.coverageLegend)
    return fields.write(report).serialized(indentation: nil) + [UInt8(ascii: "\n")]
  }

  /// Appends the array of traces, until the limit is passed.
  private func appendTraces(of report: Report, to output: inout [UInt8], limit: Int) -> Bool {
    let format = TraceReport.format(legend: report.coverageLegend)
    var separator = "[\n    "
    for var trace in report.traces {
      if !tellsEvents { trace.timeline = nil }
      output += Array(separator.utf8)
      separator = ",\n    "
      output += format.write(trace).laidOut(column: 5, depth: 2)
      if output.count > limit { return false }
    }
    output += Array("\n  ]".utf8)
    return true
  }

  /// The JSON Schema of a report, 2020-12: what is demanded is what every report has had since version 1.
  package static var schema: JSONValue {
    .schema(title: "A report of callorder, \(format)", Report.fields(legend: nil))
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

extension Report {
  /// What the coverage of the first trace that has any counts.
  fileprivate var coverageLegend: CoverageLegend? {
    foldedCoverage?.legend ?? traces.lazy.compactMap(\.coverageTally).first?.legend
  }
}
