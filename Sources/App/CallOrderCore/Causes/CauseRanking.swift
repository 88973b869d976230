package import TraceFindings
package import TraceGrammar
internal import TraceModel

extension Violation {
  /// How many causes are listed.
  private static var causeLimit: Int { 3 }

  /// Why the rule may have been broken, by what the trace shows: the cause that explains most of it first. What the trace
  /// contradicts is left out. Without any evidence there is one cause, the first that the grammar names.
  package func rankedCauses(of grammar: Grammar, by facts: CauseFacts) -> [PossibleCause] {
    var evidence = CauseEvidence(violation: self, facts: facts, grammar: grammar)
    evidence.isNamed = true
    var ranked: [(cause: PossibleCause, weight: Int)] = []
    func add(_ cause: PossibleCause, _ support: CauseSupport, openWeight: Int) {
      var cause = cause
      if let trap = trap(for: cause, of: grammar) { cause.action += trap }
      switch support {
      case .refuted: return
      case .open: ranked.append((cause, openWeight))
      case .supported(let weight, let words):
        cause.evidence = words
        ranked.append((cause, weight))
      }
    }
    if let text = facts.quirk, let id = quirk {
      // What the platform does by itself, the app has to bear: what the rule advises helps against both.
      let advice = evidence.rule?.advice ?? ""
      add(
        PossibleCause(
          id: .platform, text: text,
          action: advice.isEmpty ? "Nothing has to change in the app." : advice),
        .supported(90, "the call matches the known deviation \(id) of the platform"), openWeight: 0)
    }
    let known = grammar.causes(of: self)
    let caller = otherCaller(in: grammar)
    for (index, cause) in known.enumerated() {
      evidence.text = cause.text
      add(
        PossibleCause(
          id: cause.id, text: filled(cause.text, of: grammar).naming(caller),
          action: filled(cause.action, of: grammar)),
        support(for: cause, evidence), openWeight: max(1, 10 - index))
    }
    (evidence.isNamed, evidence.text) = (false, "")
    // The rule knows better what usually breaks it.
    let discount = 5
    for id in CauseID.allCases where !known.contains(where: { $0.id == id }) {
      guard let cause = generalCause(id, of: grammar) else { continue }
      var support = evidence.support(for: id)
      if case .supported(let weight, let words) = support {
        support = .supported(weight: weight - discount, words)
      }
      add(cause, support, openWeight: 0)
    }
    // The sort is stable: among equals, the order of the grammar counts.
    ranked = ranked.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    .map(\.element)
    let proven = ranked.filter { $0.cause.evidence != nil }
    guard let best = proven.first else { return ranked.prefix(1).map(\.cause) }
    // A second cause is named if it is nearly as good, or if the rule itself names it.
    let others = ranked.dropFirst(1).filter { $0.cause.evidence != nil || $0.weight > 0 }
    return [best.cause] + others.prefix(Self.causeLimit - 1).map(\.cause)
  }

  /// What the trace says about a cause that the rule names: by its id, and by the evidence that the grammar asks for.
  private func support(for cause: Rule.Cause, _ evidence: CauseEvidence) -> CauseSupport {
    if let habit = evidence.habit(behind: cause) { return evidence.support(for: habit) }
    let byMechanism = evidence.support(for: cause.id)
    if case .refuted = byMechanism, cause.evidence.isEmpty { return .refuted }
    if cause.evidence.isEmpty { return byMechanism }
    switch evidence.standing(of: cause.evidence) {
    case .refuted:
      if case .supported = byMechanism { return byMechanism }
      return .refuted
    case .open:
      if case .refuted = byMechanism { return .refuted }
      return byMechanism
    case .supported(let weight, let words):
      if case .supported(let other, let told) = byMechanism, other >= weight {
        return .supported(weight: other, told)
      }
      return .supported(weight: weight, words)
    }
  }

  /// How to find who makes the call, where the recording does not say it and the action does not either.
  private func trap(for cause: PossibleCause, of grammar: Grammar) -> String? {
    let call = grammar.writtenName(callback)
    guard [.forwarded, .calledByApp].contains(cause.id), kind == .delegate, grammar.caller != nil,
      CauseEvidence.member("caller", of: origin) == nil, cause.text.mentions(call),
      !cause.action.mentions("breakpoint")
    else { return nil }
    return " A breakpoint in \(call) shows who calls it."
  }

  private func filled(_ text: String, of grammar: Grammar) -> String {
    let placeholder = "{callback}"
    let name = grammar.writtenName(callback)
    var (result, rest) = ("", text[...])
    while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      let isPlaceholder = rest[brace...].hasPrefix(placeholder)
      result += rest[..<brace] + (isPlaceholder ? name : "{")
      rest = rest[brace...].dropFirst(isPlaceholder ? placeholder.count : 1)
    }
    return result + rest
  }
}

extension CauseEvidence {
  /// What a framework does on purpose, if a cause tells of it: a quirk that excuses only calls with a recorded caller.
  func habit(behind cause: Rule.Cause) -> Quirk? {
    guard cause.id == .platform else { return nil }
    return grammar.quirks.first {
      $0.text == cause.text && !$0.callers.isEmpty && !$0.allowsUnknownCaller
        && grammar.rules[$0.rule].id == violation.rule
    }
  }

  /// Only the caller can say whether it was the framework. Where it is not recorded, that is likelier than a mistake.
  func support(for habit: Quirk) -> CauseSupport {
    let callbacks = habit.callbacks.map { grammar.callbacks[$0].name }
    guard callbacks.isEmpty || callbacks.contains(violation.callback) else { return .refuted }
    guard let caller else {
      return .supported(weight: 37, "the recording does not say who called it")
    }
    return habit.callers.contains(caller)
      ? .supported(weight: 43, "\(caller) called it") : .refuted
  }

  /// What a trace says about the evidence that a grammar asks for: all of one list must hold.
  func standing(of alternatives: [[Rule.Cause.Evidence]]) -> CauseSupport {
    var isContradicted = true
    for all in alternatives {
      var words: [String] = []
      var isRefuted = false
      for evidence in all {
        switch standing(of: evidence) {
        case .supported(_, let found): words.append(found)
        case .open: break
        case .refuted: isRefuted = true
        }
      }
      if isRefuted { continue }
      if words.count == all.count {
        return .supported(weight: 43, words.joined(separator: "; "))
      }
      isContradicted = false
    }
    return isContradicted ? .refuted : .open
  }

  private func standing(of evidence: Rule.Cause.Evidence) -> CauseSupport {
    switch evidence {
    case .neverRecorded:
      let missing = violation.repair.insertions.map(\.callback)
      if let name = unseen.first {
        return .supported(weight: 43, never(name))
      }
      return missing.isEmpty ? .open : .refuted
    case .unrecorded(let callback):
      return facts.occurred.contains(callback) || facts.listed.contains(callback)
        || isSurelyRecorded
        ? .refuted : .supported(weight: 43, never(callback))
    case .recorded(let name):
      let value = Self.member(name, of: facts.origin)
      return .supported(43, value.map { "the event names \($0) as its \(name)" })
    case .matches(let name, let values):
      guard let value = Self.member(name, of: facts.origin) else { return .open }
      let fits = values.contains {
        $0.hasSuffix("*") ? value.hasPrefix($0.dropLast()) : value == $0
      }
      return fits
        ? .supported(weight: 43, "the event names \(value) as its \(name)") : .refuted
    case .differs(let name):
      guard let (first, second) = both(name), first != second, let before = facts.before else {
        return .open
      }
      return .supported(
        weight: 43,
        "event \(before.event) names \(first) as its \(name), event \(violation.event) \(second)")
    case .repeats(let name):
      guard let (first, second) = both(name), first == second, let before = facts.before else {
        return .open
      }
      return .supported(
        weight: 43, "events \(before.event) and \(violation.event) both name \(first)")
    case .redacted: return .supported(43, facts.redaction)
    }
  }
}

extension String {
  /// The text of a cause with who it was, where that is recorded, in place of who it may have been.
  fileprivate func naming(_ caller: String?) -> String {
    let unknown = "The app or a library"
    guard let caller, hasPrefix(unknown) else { return self }
    return caller + dropFirst(unknown.count)
  }
}
