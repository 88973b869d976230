internal import TraceModel

/// How a form of rule is written, and what it becomes once all names are known.
struct FormNotation: Sendable {
  let pattern: Pattern
  /// Looks up the names in the clause of a rule; nil if something is unknown, which is reported.
  let read: @Sendable (inout Resolver, Match, _ rule: Block) -> ResolvedForm?

  init(
    _ pattern: Pattern, _ read: @escaping @Sendable (inout Resolver, Match, Block) -> ResolvedForm?
  ) {
    (self.pattern, self.read) = (pattern, read)
  }

  /// All forms.
  static let all: [FormNotation] = [
    StepForm.notation, EndForm.notation, IncompleteForm.notation, atMostOnce, duty, exactlyOne,
    NotificationAheadForm.notation, UnexpectedForm.notation, TimeForm.notation,
    ContradictionForm.notation, DifferingValueForm.notation, PeerForm.notation,
  ]

  /// Whether it begins with a name of the grammar, and whether with several.
  var beginsWithName: Bool { if case .slot? = pattern.parts.first { true } else { false } }
  var beginsWithNames: Bool {
    if case .slot(_, let slot)? = pattern.parts.first { slot.kind == .names } else { false }
  }

  /// The words that forms begin with which do not begin with names.
  static let firstWords = all.compactMap { $0.pattern.parts.first?.word }.unique
}

/// A rule's form with values that are derived from it.
struct ResolvedForm {
  var value: any RuleForm
  /// A callback that the trace must have somewhere for the rule to apply.
  var required: CallbackID?
  /// The callbacks as written, for messages about one of them.
  var written: [(callbacks: [CallbackID], range: SourceRange)] = []
}

extension Resolver {
  /// The callbacks that words stand for, without repetition, and those of each word with its place.
  mutating func resolveWritten(
    _ words: [Word]
  ) -> (all: [CallbackID], written: [(callbacks: [CallbackID], range: SourceRange)]) {
    let written = words.map { (callbacks: resolveCallbackOrGroup($0), range: $0.range) }
    var seen: Set<CallbackID> = []
    return (written.flatMap(\.callbacks).filter { seen.insert($0).inserted }, written)
  }
}
