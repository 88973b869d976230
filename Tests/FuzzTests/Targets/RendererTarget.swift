import ReportSamples
import TestSupport
import TraceFindings
import TraceJSON
import TraceReporting

extension FuzzTarget {
  /// Every report format with generated reports: the output can be parsed.
  static let renderers = FuzzTarget(name: "renderers", mutation: .choices) { bytes in
    var reports = RandomReports(random: SeededGenerator(choices: bytes))
    let report = reports.report()
    return RenderedReport.complaint(about: report).map(Outcome.complaint) ?? .accepted
  }

  /// The report that baselines are compared with.
  static let knownReport = SampleReport.many.report
}

/// A report as formats show it.
enum RenderedReport {
  /// What is wrong with the report in any format; nil if nothing is.
  static func complaint(about report: Report) -> String? {
    for format in ReportFormat.all {
      let bytes = format.render(report)
      if let fault = fault(in: bytes, of: format.name) { return "as \(format.name): \(fault)" }
    }
    return nil
  }

  /// Why bytes are not valid in a format, given by its name or file extension; nil if they are.
  static func fault(in bytes: [UInt8], of name: String) -> String? {
    if !bytes.isEmpty && bytes.last != UInt8(ascii: "\n") { return "the last line has no end" }
    guard String(validating: bytes, as: UTF8.self) != nil else { return "it is not UTF-8" }
    switch name {
    case "json", "sarif", "gitlab": return jsonFault(in: bytes[...])
    case "jsonl":
      return bytes.split(separator: 0x0A).lazy.compactMap { jsonFault(in: $0) }.first
    case "junit", "svg": return MarkupCheck(bytes, isHTML: false).fault
    case "html": return MarkupCheck(bytes, isHTML: true).fault
    default:
      let acting = bytes.first { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }
      return acting.map { "it has the control character \($0)" }
    }
  }

  private static func jsonFault(in bytes: ArraySlice<UInt8>) -> String? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: Array(bytes))
      return nil
    } catch {
      return "not JSON: \(error)"
    }
  }
}
