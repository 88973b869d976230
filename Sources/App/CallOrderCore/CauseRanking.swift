package import TraceFindings
package import TraceGrammar

/// The evidence in a trace for or against the possible causes of one violation.
package struct CauseFacts {
  /// The origin that the event records.
  package var origin = EventOrigin()
  /// The previous event with the same call, by number, and what it says about where it comes from.
  package var before: (event: Int, origin: EventOrigin)?
  /// The calls that the repair inserts and that occur nowhere in the trace.
  package var neverRecorded: [String] = []
  /// The callbacks that occur in the trace, or about subjects of the role.
  package var occurred: Set<String> = []
  /// The role of the violation's subject, if the recording distinguishes roles.
  package var role: String?
  /// A note on what the recording hides; nil if it hides nothing.
  package var redaction: String?
  /// The known deviation of the platform that the violation matches, in words.
  package var quirk: String?

  package init(
    origin: EventOrigin = EventOrigin(), before: (event: Int, origin: EventOrigin)? = nil,
    neverRecorded: [String] = [], occurred: Set<String> = [], quirk: String? = nil
  ) {
    (self.origin, self.before, self.quirk) = (origin, before, quirk)
    (self.neverRecorded, self.occurred) = (neverRecorded, occurred)
  }
}

/// Whether a trace supports a cause.
private enum Standing {
  /// It supports the cause, with this evidence.
  case supported(String)
  /// It says nothing.
  case open
  /// It contradicts the cause.
  case contradicted
}

extension Violation {
  /// How many causes are listed.
  private static var causeLimit: Int { 3 }

  /// Why the rule may have been broken: first the causes that the trace supports, then those it says nothing about,
  /// then the others, each in the order of the grammar. Causes that the trace contradicts are left out. There are at
  /// least two, so that none is taken for certain, except for what only the app itself calls.
  package func rankedCauses(_ known: [Rule.Cause], by facts: CauseFacts) -> [PossibleCause] {
    var supported: [PossibleCause] = []
    var open: [PossibleCause] = []
    var doubtful: [PossibleCause] = []
    if let text = facts.quirk, let id = quirk {
      supported.append(
        PossibleCause(
          text: text, action: "Nothing has to change in the app.",
          evidence: "the call matches the known deviation \(id) of the platform"))
    }
    for cause in known {
      var told = PossibleCause(text: filled(cause.text), action: filled(cause.action))
      if cause.evidence.isEmpty {
        open.append(told)
        continue
      }
      switch standing(of: cause.evidence, by: facts) {
      case .supported(let words):
        told.evidence = words
        supported.append(told)
      case .open: doubtful.append(told)
      case .contradicted: break
      }
    }
    var causes = supported + open + doubtful
    // Evidence from the trace is given once, in the words of the rule.
    for general in generalCauses(beside: known, by: facts) where causes.count < 2 {
      let isSaid = causes.contains {
        $0.text == general.text || $0.evidence != nil && $0.evidence == general.evidence
      }
      if !isSaid { causes.append(general) }
    }
    return Array(causes.prefix(Self.causeLimit))
  }

  /// Causes that are possible for any call of any grammar.
  private func generalCauses(
    beside known: [Rule.Cause], by facts: CauseFacts
  ) -> [PossibleCause] {
    let unrecorded = facts.neverRecorded.first.map { name in
      PossibleCause(
        text: "\(name) was called but not recorded",
        action: "Record \(name) in every class that implements it.", evidence: Self.never(name))
    }
    // Only the app calls its actions.
    if kind == .action { return [unrecorded].compactMap(\.self) }
    let called = PossibleCause(
      text: "The app or a library calls \(callback) itself",
      action: "Set a breakpoint in \(callback) to see who calls it, and remove the call.",
      evidence: member("caller", of: facts.origin).map { "the event names \($0) as its caller" })
    let mixed = PossibleCause(
      text:
        "Two \(SubjectCount.plural(of: subjectKind ?? lifecycle)) have the same identity in the recording",
      action: "Record an identity with each event that only one \(subjectKind ?? lifecycle) has.",
      evidence: facts.redaction)
    let slow = PossibleCause(
      text: "The method does too much before it returns",
      action: "Measure it, then do the work later or on another thread.")
    let stopped = PossibleCause(
      text: "A debugger or a busy machine held up the app",
      action: "Record again without a debugger.")
    if cause == .tooLate { return [slow, stopped] }
    // If a cause of the rule asks for a caller, it says the same in better words.
    let namesCaller = known.contains { $0.evidence.joined().contains { $0.member == "caller" } }
    return [unrecorded, namesCaller ? nil : called].compactMap(\.self) + [mixed]
  }

  // MARK: - Evidence

  /// Whether the trace supports a cause: all evidence of one list must hold. A list that is contradicted cannot hold.
  private func standing(
    of alternatives: [[Rule.Cause.Evidence]], by facts: CauseFacts
  ) -> Standing {
    var isContradicted = true
    for all in alternatives {
      switch standing(of: all, by: facts) {
      case .supported(let words): return .supported(words)
      case .open: isContradicted = false
      case .contradicted: break
      }
    }
    return isContradicted ? .contradicted : .open
  }

  private func standing(of all: [Rule.Cause.Evidence], by facts: CauseFacts) -> Standing {
    var words: [String] = []
    var isOpen = false
    for evidence in all {
      switch standing(of: evidence, by: facts) {
      case .supported(let found): words.append(found)
      case .open: isOpen = true
      case .contradicted: return .contradicted
      }
    }
    return isOpen ? .open : .supported(words.joined(separator: "; "))
  }

  private func standing(of evidence: Rule.Cause.Evidence, by facts: CauseFacts) -> Standing {
    switch evidence {
    case .neverRecorded:
      if let name = facts.neverRecorded.first { return .supported(Self.never(name)) }
      return repair.insertions.isEmpty ? .open : .contradicted
    case .unrecorded(let name):
      if facts.occurred.contains(name) { return .contradicted }
      let role =
        facts.role.map { " about a \(subjectKind ?? lifecycle) of the role \($0)" } ?? " at all"
      return .supported("the recording has no \(name)\(role)")
    default: return words(for: evidence, by: facts).map(Standing.supported) ?? .open
    }
  }

  /// The evidence for a cause, in words; nil if there is none.
  private func words(for evidence: Rule.Cause.Evidence, by facts: CauseFacts) -> String? {
    switch evidence {
    case .recorded(let name):
      return member(name, of: facts.origin).map { "the event names \($0) as its \(name)" }
    case .matches(let name, let values):
      guard let value = member(name, of: facts.origin) else { return nil }
      let fits = values.contains {
        $0.hasSuffix("*") ? value.hasPrefix($0.dropLast()) : value == $0
      }
      return fits ? "the event names \(value) as its \(name)" : nil
    case .differs(let name), .repeats(let name):
      guard let (event, origin) = facts.before, let first = member(name, of: origin),
        let second = member(name, of: facts.origin)
      else { return nil }
      if case .repeats = evidence {
        return first == second ? "events \(event) and \(self.event) both name \(first)" : nil
      }
      return first == second
        ? nil : "event \(event) names \(first) as its \(name), event \(self.event) \(second)"
    case .redacted: return facts.redaction
    case .neverRecorded, .unrecorded: return nil
    }
  }

  private static func never(_ name: String) -> String { "the recording has no \(name) at all" }

  /// The value of a member; for `file`, the file with the line.
  private func member(_ name: String, of origin: EventOrigin) -> String? {
    if name == "file" {
      return origin.file.map { file in file + (origin.line.map { ":\($0)" } ?? "") }
    }
    return origin.members.first { $0.name == name }?.value
  }

  private func filled(_ text: String) -> String {
    let placeholder = "{callback}"
    var (result, rest) = ("", text[...])
    while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      let isPlaceholder = rest[brace...].hasPrefix(placeholder)
      result += rest[..<brace] + (isPlaceholder ? callback : "{")
      rest = rest[brace...].dropFirst(isPlaceholder ? placeholder.count : 1)
    }
    return result + rest
  }

  /// The previous step with the same call, if it is among the steps that are shown.
  package var sameCallBefore: Step? {
    steps.last { $0.callback == callback && $0.event.map { $0 < event } ?? false }
  }
}

extension Grammar {
  /// The causes that the violated rule names. If it names none for an action of the app, its fix becomes a cause.
  package func causes(of violation: Violation) -> [Rule.Cause] {
    guard let rule = rules.first(where: { $0.id == violation.rule }) else { return [] }
    if !rule.causes.isEmpty || rule.fix.isEmpty || violation.kind != .action { return rule.causes }
    let text = "The app does something too early, too late, too often, or not at all"
    return [Rule.Cause(text: text, action: rule.fix)]
  }

  /// The text of a quirk; nil if the grammar has none with that id.
  package func text(ofQuirk id: String?) -> String? { quirks.first { $0.id == id }?.text }
}
