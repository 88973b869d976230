internal import CallOrderCore
internal import CallOrderRecorderCore
internal import TraceSystem

/// Checks the events of a recording in the order in which they are recorded.
///
/// It is used while the recorder lets nobody else record, so that one thread uses it at a time.
final class LiveCheck: @unchecked Sendable {
  /// The places of the last events are known.
  private static let siteLimit = 1_024

  private let grammar: Grammar
  private let handler: (@Sendable (LiveFinding) -> Void)?
  private var checker: LiveChecker
  private var eventCount = 0
  private var sites: [CallSite?] = Array(repeating: nil, count: siteLimit)

  init(_ checking: LiveChecking, _ header: RecordingHeader) {
    grammar = checking.grammar()
    handler = checking.handler
    var options = checking.options
    if let records = header.records { options.records = .callbacks(records) }
    options.platform = options.platform ?? header.os.flatMap { PlatformVersion($0) }
    checker = LiveChecker(grammar: grammar, options: options)
  }

  /// Checks the next event.
  /// - Returns: the warnings and errors that became certain by it.
  func feed(_ event: RecordedEvent, launch: String, time: Double) -> [LiveFinding] {
    sites[eventCount % Self.siteLimit] = event.file.map { CallSite($0, event.sourceLine ?? 0) }
    eventCount += 1
    let violations = checker.feed(Event(event, launch: launch, time: time))
    return violations.isEmpty
      ? [] : violations.filter { $0.severity >= .warning }.map { finding($0) }
  }

  /// Hands a finding to the one who asked for it; elsewhere than on Apple's systems, standard error is the default.
  func report(_ finding: LiveFinding) {
    if let handler { return handler(finding) }
    #if !canImport(os)
      OutputChannel.standardError().write(finding.text + "\n")
    #endif
  }

  private func finding(_ violation: Violation) -> LiveFinding {
    let isKnown = violation.event > eventCount - Self.siteLimit
    let site = isKnown ? sites[(violation.event - 1) % Self.siteLimit] : nil
    return LiveFinding(
      violation: violation, site: site, text: text(violation, site), isUnhandled: handler == nil)
  }

  private func text(_ violation: Violation, _ site: CallSite?) -> String {
    let place = site.map { "\($0.file):\($0.line): " } ?? ""
    var lines = [
      "\(place)\(violation.severity.name)[\(violation.rule)]: \(violation.message)",
      "  \(violation.spelling), event \(violation.event), \(violation.lifecycle) \(violation.subject)",
    ]
    if !violation.expected.isEmpty {
      lines.append("  expected: \(violation.expected.joined(separator: ", "))")
    }
    if let rule = grammar.rules.first(where: { $0.id == violation.rule }) {
      for (name, text) in [("why", rule.explanation), ("fix", rule.fix)] where !text.isEmpty {
        lines.append("  \(name): \(text.split(whereSeparator: \.isNewline).joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Event {
  /// The event as a checker takes it.
  fileprivate init(_ event: RecordedEvent, launch: String, time: Double) {
    self.init(
      event.callback, kind: EventKind(event.kind), phase: CallPhase(event.phase),
      session: event.session, sessions: event.sessions,
      scene: event.scene.map { "0x" + String($0, radix: 16) }, process: launch, role: event.role,
      time: time)
    if let state = event.state { self["state"] = .text(state) }
    if let payload = event.payload { self["payload"] = .text(payload) }
    if !event.payloads.isEmpty { self["payloads"] = .list(event.payloads) }
    if let type = event.type { self["type"] = .text(type) }
    for member in event.members where self[member.name] == nil {
      switch member.value {
      case .text(let text): self[member.name] = .text(text)
      case .number(let number): self[member.name] = .text(String(number))
      case .truth(let truth): self[member.name] = .text(String(truth))
      case .list(let texts): self[member.name] = .list(texts)
      }
    }
  }
}

extension EventKind {
  fileprivate init(_ kind: RecordedEvent.Kind) {
    switch kind {
    case .delegate: self = .delegate
    case .notification: self = .notification
    case .action: self = .action
    }
  }
}

extension CallPhase {
  fileprivate init(_ phase: RecordedEvent.Phase?) {
    switch phase {
    case nil: self = .whole
    case .begin: self = .begin
    case .end: self = .end
    }
  }
}
