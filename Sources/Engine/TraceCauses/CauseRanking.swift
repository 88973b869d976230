package import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension CauseFacts {
  /// Gives a finding its causes, and the repair and the words that go with the first of them.
  package func explain(_ violation: inout Violation) {
    violation.causes = causes
    let repair = violation.repair
    settle(&violation)
    if violation.repair != repair { violation.message = wording.headline(of: violation) }
  }

  /// How many causes are listed.
  private static var limit: Int { 3 }
  /// The rule knows better what usually breaks it than what is said of any finding.
  private static var discount: Int { 5 }

  /// Why the rule may have been broken, by what the recording shows: the cause that explains most of it first. What the
  /// recording contradicts is left out. Without any evidence there is one cause, the first that the grammar names.
  package var causes: [PossibleCause] {
    if let proven = provenCause { return [proven] }
    var ranked: [(cause: PossibleCause, weight: Int)] = []
    if let id = violation.quirk, let quirk = wording.grammar.quirks.first(where: { $0.id == id }) {
      // What the platform does by itself, the app has to bear: what the rule advises helps against both.
      let advice = wording.rules[violation.rule]?.advice ?? ""
      let cause = PossibleCause(
        id: .platform, text: quirk.text,
        action: advice.isEmpty ? "Nothing has to change in the app." : advice,
        evidence: "the call matches the known deviation \(id) of the platform")
      ranked.append((cause, 90))
    }
    let known = wording.causes(of: violation)
    for (index, cause) in known.enumerated() {
      asked = cause
      let named = PossibleCause(id: cause.id, text: cause.text, action: cause.action)
      ranked += weighed(named, openWeight: max(1, 10 - index))
    }
    asked = nil
    for id in CauseID.allCases where !known.contains(where: { $0.id == id }) {
      guard let cause = GeneralCause.byCause[id]?.first(where: { $0.fits(self) }) else { continue }
      let general = PossibleCause(id: id, text: cause.text, action: cause.action)
      ranked += weighed(general, discount: Self.discount)
    }
    // The sort is stable: among equals, the order of the grammar counts.
    ranked = ranked.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element)
    let first =
      ranked.firstIndex { $0.cause.evidence != nil && agrees(with: $0.cause.id) }
      ?? ranked.firstIndex { agrees(with: $0.cause.id) } ?? 0
    if !ranked.indices.contains(first) { return [] }
    let best = ranked.remove(at: first).cause
    if best.evidence == nil { return [inWords(best)] }
    // A second cause is named if it is nearly as good, or if the rule itself names it.
    let others = ranked.filter { $0.cause.evidence != nil || $0.weight > 0 }
    return ([best] + others.prefix(Self.limit - 1).map(\.cause)).map(inWords)
  }

  /// A cause that is told, in the words of this finding.
  private func inWords(_ cause: PossibleCause) -> PossibleCause {
    var cause = cause
    (cause.text, cause.action) = (filled(cause.text), filled(cause.action))
    if cause.id == .forwarded, caller == nil, let (first, second) = recordedDelegates {
      cause.action += " If \(second) inherits from \(first), record in one of the two only."
    }
    if asksWhoCalls(cause) { cause.action = "\(PossibleCause.findCaller) \(cause.action)" }
    return cause
  }

  /// The cause with its weight and evidence, by the first row of the table that holds; nothing if that contradicts it.
  private func weighed(
    _ cause: PossibleCause, openWeight: Int = 0, discount: Int = 0
  ) -> [(cause: PossibleCause, weight: Int)] {
    // Of a call that took too long, only what takes time is a cause, or what its rule names.
    let rows = isTooLate && cause.id != .tooSlow ? [] : CauseRow.byCause[cause.id] ?? []
    for row in rows where row.holds(self) {
      guard let weight = row.weight else { return [] }
      if weight == 0 { break }
      if let words = row.words(self) {
        let rhythm = cause.id == .calledByApp ? comesAsTimer : nil
        var cause = cause
        cause.evidence = [words, rhythm].compactMap(\.self).joined(separator: "; ")
        return [(cause, weight - discount)]
      }
    }
    // What is said of any finding needs evidence.
    return isNamed ? [(cause, openWeight)] : []
  }

  /// Whether it helps to record who made the call.
  private func asksWhoCalls(_ cause: PossibleCause) -> Bool {
    [.forwarded, .calledByApp].contains(cause.id) && violation.kind == .delegate
      && wording.grammar.caller != nil && caller == nil
  }

  private func filled(_ text: String) -> String {
    if !text.utf8.contains(UInt8(ascii: "{")) { return text }
    let kind = violation.nameOfSubjectKind
    let values: KeyValuePairs = [
      "callback": wording.name(violation.callback),
      "end": violation.endBefore.map { wording.name($0.callback) } ?? "", "kind": kind,
      "kinds": SubjectCount.plural(of: kind), "missing": missing.first.map(wording.name) ?? "",
      "process": violation.processKind,
    ]
    return values.reduce(text) { $0.filled("{\($1.key)}", with: $1.value) }
  }
}
