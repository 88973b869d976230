internal import TraceDiagnostics
internal import TraceFindings

extension TraceReport {
  /// Reads a trace's part of a saved report.
  /// - Parameter legend: what the report says could be visited; nil when it does not say.
  init(_ cursor: JSONCursor, legend: Coverage?) throws(ReportError) {
    self.init(
      path: try cursor.member("path").text(), format: try cursor.member("format").text())
    verdict = try cursor.member("verdict").word(among: Verdict.allCases, named: \.rawValue)
    reason = try cursor.optional("reason")?.text()
    events = try cursor.member("events").integer()
    subjectCounts = try Self.subjectCounts(cursor)
    repairCost = try cursor.member("repairCost").integer()
    metadata = try cursor.namedTexts("metadata")
    violations = try cursor.member("violations").map(Violation.init)
    unlistedViolations = try cursor.count("unlistedViolations")
    try readCounts(cursor)
    unknownCallbacks = try cursor.callbackCounts("unknownCallbacks", named: "name")
    notes = try cursor.optional("notes")?.map(Note.init) ?? []
    if let visits = try cursor.optional("coverage") {
      coverage = try Coverage(visits, legend: legend)
    }
    timeline = try cursor.optional("timeline").map(Timeline.init)
  }

  private static func subjectCounts(
    _ cursor: JSONCursor
  ) throws(ReportError) -> [SubjectCount] {
    guard let counts = try cursor.optional("subjectCounts") else {
      return [
        .init(kind: "process", count: try cursor.member("processes").integer()),
        .init(kind: "session", count: try cursor.member("sessions").integer()),
      ]
    }
    var result: [SubjectCount] = []
    for (kind, count) in try counts.members() {
      result.append(.init(kind: kind, count: try count.integer()))
    }
    return result
  }

  /// Reads the numbers of violations; a report that has none lists every violation, which are then counted.
  private mutating func readCounts(_ cursor: JSONCursor) throws(ReportError) {
    guard let numbers = try cursor.optional("counts") else { return countListed() }
    counts = try SeverityCounts(numbers)
    if let numbers = try cursor.optional("suppressedCounts") {
      suppressedCounts = try SeverityCounts(numbers)
    }
    countsByRule =
      try cursor.optional("countsByRule")?.map { cursor throws(ReportError) in
        RuleCount(
          rule: try cursor.member("rule").text(), count: try cursor.member("count").integer())
      } ?? []
    groups = try cursor.optional("groups")?.map(ViolationGroup.init) ?? []
  }

  private mutating func countListed() {
    var rules: [String: Int] = [:]
    for violation in violations {
      counts[violation.severity] += 1
      rules[violation.rule, default: 0] += 1
      if let index = groups.firstIndex(where: { $0.fingerprint == violation.fingerprint }) {
        groups[index].count += 1
      } else {
        groups.append(
          ViolationGroup(
            fingerprint: violation.fingerprint, rule: violation.rule, severity: violation.severity,
            count: 1, firstEvent: violation.event))
      }
    }
    countsByRule = rules.sorted { $0.key < $1.key }.map { .init(rule: $0.key, count: $0.value) }
  }
}

extension TraceReport.Note {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      id: try cursor.member("id").text(), event: try cursor.ordinal("event"),
      line: try cursor.ordinal("line"), count: try cursor.optional("count")?.integer() ?? 1,
      message: try cursor.member("message").text())
  }
}

extension SeverityCounts {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      errors: try cursor.count("errors"), warnings: try cursor.count("warnings"),
      notes: try cursor.count("notes"))
  }
}

extension ViolationGroup {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      fingerprint: try cursor.member("fingerprint").fingerprint(),
      rule: try cursor.member("rule").text(), severity: try cursor.member("severity").severity(),
      count: try cursor.member("count").integer(from: 1),
      firstEvent: try cursor.member("firstEvent").integer(from: 1),
      suppressed: try cursor.count("suppressed"))
  }
}

extension Coverage {
  /// Reads coverage from a saved report.
  init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      lifecycles: try cursor.optional("lifecycles")?.map(Lifecycle.init) ?? [],
      rules: try cursor.optional("rules")?.map(Rule.init) ?? [],
      unmentioned: try cursor.callbackCounts("unmentioned", named: "callback"))
  }
}

extension Coverage.Rule {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      id: try cursor.member("id").text(), exercised: try cursor.member("exercised").integer(),
      violated: try cursor.member("violated").integer())
  }
}

extension Coverage.Lifecycle {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      name: try cursor.member("name").text(),
      states: try cursor.member("states").map { cursor throws(ReportError) in
        Coverage.State(
          name: try cursor.member("name").text(), visits: try cursor.member("visits").integer())
      },
      transitions: try cursor.member("transitions").map { cursor throws(ReportError) in
        Coverage.Transition(
          from: try cursor.member("from").text(), callback: try cursor.member("callback").text(),
          to: try cursor.member("to").text(), visits: try cursor.member("visits").integer())
      })
  }
}

extension JSONCursor {
  /// 32 lowercase hexadecimal digits.
  package func fingerprint() throws(ReportError) -> String {
    let text = try text()
    let digits = text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard digits, text.utf8.count == 32 else {
      throw error("expected 32 lowercase hexadecimal digits, found \"\(text)\"")
    }
    return text
  }

  /// The names and texts of an object member; none when it is absent.
  func namedTexts(_ name: String) throws(ReportError) -> [RecordedMember] {
    try optional(name)?.allTexts() ?? []
  }

  /// The names and texts of this object.
  func allTexts() throws(ReportError) -> [RecordedMember] {
    var texts: [RecordedMember] = []
    for (name, value) in try members() { texts.append(.init(name: name, value: try value.text())) }
    return texts
  }
}
