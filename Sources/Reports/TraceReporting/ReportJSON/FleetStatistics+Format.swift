internal import TraceModel
package import TraceJSON

extension FleetStatistics {
  /// The value of the member `format` of statistics as JSON.
  package static let format = "callorder.statistics/1"

  /// The statistics as a JSON document, with a line feed at the end.
  package var json: [UInt8] { Self.fields.write(self).laidOut() + [UInt8(ascii: "\n")] }

  /// Reads statistics back.
  /// - Throws: `ReportError` with the first member that is missing or invalid.
  package init(json value: JSONValue) throws(ReportError) {
    self.init(members: [""], comparedIndex: 0)
    try Self.fields.read(&self, JSONCursor(value))
  }

  /// The JSON Schema of statistics, 2020-12.
  package static var schema: JSONValue {
    .schema(title: "What many reports of callorder say about a fleet, \(format)", fields)
  }

  private static let fields: [JSONField<Self>] = [
    .derived("format", .constant(format), "The format and its version", isRequired: true) { _ in },
    .required(
      "toolVersion", \.toolVersion, .text, "The newest version of the tool that made the reports"),
    .required("grammar", \.grammar, .text, "The grammar's name and version"),
    .required("launchKind", \.launchKind, .text, "The kind of subject that counts as a launch"),
    .required(
      "members", \.members, .texts, "The members of metadata by which launches are grouped"),
    .required("compared", \.comparedIndex, .count, "The index of the member that is compared"),
    .required("traces", \.traces, .count, "The traces that are counted"),
    .required("launches", \.launches, .count, "Their launches"),
    .required("unchecked", \.unchecked, .count, "Traces in which nothing could be checked"),
    .required("beyondLimit", \.beyondLimit, .count, "Traces beyond the limit on groups"),
    .required("failures", \.failures, .count, "Inputs that could not be read"),
    .derived(
      "falseDiscoveryRate", .number, "The maximum share of false ones among the changes",
      isRequired: true
    ) { _ in falseDiscoveryRate },
    .required("tests", \.tests, .count, "How many pairs of a rule and a change were tested"),
    .required(
      "changes", \.changes, .list(of: Change.format), "Regressions first, the newest first"),
    .required("rules", \.rules, .list(of: Rule.format), "The rules that are broken"),
    .required("groups", \.groups, .list(of: Group.format), "The groups of launches"),
  ]
}

extension JSONFormat where Value == [String?] {
  /// The values of members, in their order.
  fileprivate static var values: Self { .list(of: .nullable(.text)) }
}

extension FleetStatistics.Share {
  fileprivate static let format = JSONFormat.object(
    "share", "How many launches break a rule", blank: Self(),
    [
      .required("launches", \.launches, .count, "The launches"),
      .required("affected", \.affected, .count, "Those that break the rule"),
      .required("violations", \.violations, .count, "The violations in them"),
      .derived(
        "perMillion", .number, "Affected launches per million", isRequired: true, \.rate),
      .required("lowest", \.lowest, .number, "The lower end of the 95 % interval, per million"),
      .required("highest", \.highest, .number, "The upper end of the 95 % interval, per million"),
    ])
}

extension FleetStatistics.Example {
  fileprivate static let format = JSONFormat.object(
    "example", "A recording that breaks a rule", blank: Self(trace: "", event: 1, fingerprint: ""),
    [
      .required("trace", \.trace, .text, "The trace's path"),
      .required("event", \.event, .ordinal, "The number of the first event that breaks it"),
      .required("fingerprint", \.fingerprint, .fingerprint, "The fault's name across recordings"),
    ])
}

extension FleetStatistics.Group {
  fileprivate static let format = JSONFormat.object(
    "launchGroup", "The launches with equal values of the members",
    blank: Self(values: [], traces: 0, launches: 0),
    [
      .required("values", \.values, .values, "The values; null for a member that is not there"),
      .required("traces", \.traces, .count, "The traces"),
      .required("launches", \.launches, .count, "The launches in them"),
    ])
}

extension FleetStatistics.Cell {
  fileprivate static let format = JSONFormat.object(
    "cell", "A rule in one group", blank: Self(values: [], share: .init(), examples: []),
    [
      .required("values", \.values, .values, "The values of the group"),
      .required("share", \.share, FleetStatistics.Share.format, "How many launches break it"),
      .required(
        "examples", \.examples, .list(of: FleetStatistics.Example.format), "The first by path"),
    ])
}

extension FleetStatistics.Rule {
  fileprivate static let format = JSONFormat.object(
    "brokenRule", "A rule that is broken", blank: Self(id: "", severity: .warning),
    [
      .required("id", \.id, .text, "The rule's id"),
      .required("severity", \.severity, .severity, "The highest severity in force"),
      .required("share", \.share, FleetStatistics.Share.format, "How many launches break it"),
      .optional("edit", \.edit, .text, "The repair that most of the listed violations have"),
      .required("editCount", \.editCount, .count, "How many of them have it"),
      .required("listed", \.listed, .count, "How many violations are listed"),
      .required(
        "cells", \.cells, .list(of: FleetStatistics.Cell.format),
        "The groups that break it, the one with the highest lower end first"),
    ])
}

extension FleetStatistics.Change {
  fileprivate static let format = JSONFormat.object(
    "change", "A rule that one value breaks more or less often than the one before",
    blank: Self(rule: "", within: [], from: "", to: ""),
    [
      .required("rule", \.rule, .text, "The rule's id"),
      .required("within", \.within, .values, "The values of the members before the compared one"),
      .required("from", \.from, .text, "The value before"),
      .required("to", \.to, .text, "The value after"),
      .derived(
        "isRegression", .boolean, "Whether it became worse", isRequired: true, \.isRegression),
      .required("before", \.before, FleetStatistics.Share.format, "How many launches broke it"),
      .required("after", \.after, FleetStatistics.Share.format, "How many break it now"),
      .required(
        "probability", \.probability, .number, "By Fisher's exact test, if nothing changed"),
      .required(
        "adjusted", \.adjusted, .number, "After the correction by Benjamini and Hochberg"),
      .required(
        "examples", \.examples, .list(of: FleetStatistics.Example.format),
        "Recordings of the side that breaks it more often"),
    ])
}
