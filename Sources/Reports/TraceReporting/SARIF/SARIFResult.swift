internal import TraceModel
internal import TraceFindings
internal import TraceJSON

/// One violation as a SARIF result.
struct SARIFResult {
  let violation: Violation
  let trace: TraceReport
  /// Which of the violations with this fingerprint it is, counted from 1.
  let ordinal: Int
  /// Whether any result of the run is suppressed: then every result needs the member `suppressions`.
  let usesSuppressions: Bool
  /// Whether the run was compared with a baseline: then every result has to have a baseline state.
  let usesBaseline: Bool
  /// The names of callbacks where they are implemented, by short name.
  let names: [String: String]

  func sarifValue(rules: [String: Int]) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(violation.rule)),
      .init("ruleIndex", JSONValue(rules[violation.rule] ?? -1)),
      .init("level", .string(violation.severity.name)),
      .init("message", ["text": .string(message)]),
      .init("locations", [location]),
      .init("relatedLocations", .array(relatedLocations)),
      .init("codeFlows", codeFlows),
      .init(
        "partialFingerprints",
        [
          "primaryLocationLineHash": .string("\(violation.fingerprint):\(ordinal)"),
          "callorder/v2": .string(violation.fingerprint),
        ]),
    ]
    if usesBaseline {
      let isKnown = violation.suppression?.source == .baseline
      members.append(.init("baselineState", isKnown ? "unchanged" : "new"))
    }
    if usesSuppressions { members.append(.init("suppressions", .array(suppressions))) }
    members.append(
      .init(
        "properties",
        [
          "cause": .string(violation.cause.rawValue), "event": JSONValue(violation.event),
          "repairCost": JSONValue(violation.repair.cost),
        ]))
    return .object(members)
  }

  /// The first sentence is the title on GitHub.
  private var message: String {
    var text = violation.message + "."
    if !violation.advice.isEmpty { text += " \(violation.advice)" }
    let expected = violation.expectedInWords(names.written)
    if !expected.isEmpty { text += " Expected: \(expected)." }
    let help = violation.repair.inWords(eventCount: trace.events, names.written)
    if !help.isEmpty { text += " Smallest change to the trace: \(help)." }
    if let assumption = violation.assumption { text += " Assuming: \(assumption)." }
    if let quirk = violation.quirk { text += " Known deviation of the platform: \(quirk)." }
    return literal(text)
  }

  private var location: JSONValue {
    let subject = violation.subject.isEmpty ? "" : " \(violation.subject)"
    let process = violation.otherProcess.map { "\(violation.processKind) \($0)/" } ?? ""
    let name = "\(process)\(violation.nameOfSubjectKind)\(subject)"
    return [
      "physicalLocation": sarifLocation(
        path: sourcePlace?.path ?? trace.path, line: sourcePlace?.line ?? violation.line),
      "logicalLocations": [
        ["name": .string(terminalSafe(violation.callback)), "kind": "function"],
        ["fullyQualifiedName": .string(terminalSafe(name)), "kind": "object"],
      ],
    ]
  }

  /// Where the app recorded the event, if that is a file that a code host may know.
  private var sourcePlace: LocatedFinding.Place? {
    violation.sourcePlace.flatMap { $0.isInside ? $0 : nil }
  }

  /// The event in the trace, unless that already is the location, and the events that explain it.
  private var relatedLocations: [JSONValue] {
    let itself = (violation.line, "event \(violation.event) of the trace")
    let places =
      (sourcePlace == nil ? [] : [itself]) + violation.related.map { ($0.line, $0.message) }
    return places.enumerated().map { index, place in
      [
        "id": JSONValue(index + 1),
        "physicalLocation": sarifLocation(path: trace.path, line: place.0),
        "message": ["text": .string(literal(place.1))],
      ]
    }
  }

  /// The subject's calls in their order, the missing ones at the line they belong before.
  private var codeFlows: JSONValue {
    guard !violation.steps.isEmpty else { return [] }
    var line = violation.line
    var rows: [JSONValue] = []
    for step in violation.steps.reversed() {
      line = step.line ?? line
      rows.append(threadFlowLocation(step, line: line))
    }
    return [["threadFlows": [["locations": .array(rows.reversed())]]]]
  }

  private func threadFlowLocation(_ step: Violation.Step, line: Int) -> JSONValue {
    let omission = step.omission.map { $0 + ", then " } ?? ""
    let name = names.written(step.callback)
    let words =
      switch step.mark {
      case .match: name
      case .missing: "missing: \(name)"
      case .unexpected: "unexpected: \(name)"
      }
    let isPlain = step.mark == .match && !step.offending
    var members: [JSONValue.Member] = [
      .init(
        "location",
        [
          "physicalLocation": sarifLocation(path: trace.path, line: line),
          "message": ["text": .string(literal(omission + words))],
        ]),
      .init("kinds", ["call"]),
      .init("importance", isPlain ? "important" : "essential"),
    ]
    if !step.states.isEmpty {
      members.append(
        .init(
          "state",
          .object([
            .init(
              terminalSafe(violation.lifecycle),
              ["text": .string(literal(statesInWords(step.states)))])
          ])))
    }
    if let event = step.event { members.append(.init("executionOrder", JSONValue(event))) }
    return .object(members)
  }

  private var suppressions: [JSONValue] {
    guard let suppression = violation.suppression else { return [] }
    var members: [JSONValue.Member] = [.init("kind", "external"), .init("status", "accepted")]
    let reason = suppression.reason ?? "listed in the \(suppression.source.rawValue)"
    members.append(.init("justification", .string(terminalSafe(reason))))
    return [.object(members)]
  }

  /// Text that cannot be read as a SARIF link.
  private func literal(_ text: String) -> String {
    terminalSafe(text).replacing("](", with: "] (")
  }
}

/// A line of a file as a physical location.
///
/// GitHub demands all four ends of the region; a whole line ends where the next begins, which would not be in
/// the changed lines of a pull request, so the region is one character.
/// - Parameter column: in Unicode scalars, counted from 1; nil for the first.
func sarifLocation(path: String, line: Int?, column: Int? = nil) -> JSONValue {
  [
    "artifactLocation": ["uri": .string(uriReference(path))],
    "region": [
      "startLine": JSONValue(line ?? 1), "startColumn": JSONValue(column ?? 1),
      "endLine": JSONValue(line ?? 1), "endColumn": JSONValue((column ?? 1) + 1),
    ],
  ]
}

/// The path as a URI reference: relative paths stay relative, absolute ones become `file` URIs.
/// - Source: RFC 3986, sections 2.1 and 4.2.
func uriReference(_ path: String) -> String {
  let path = plainPath(path)
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      bytes.append(byte)
    default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  let reference = String(decoding: bytes, as: UTF8.self)
  return reference.hasPrefix("/") ? "file://" + reference : reference
}
