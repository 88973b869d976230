internal import TraceGrammar
internal import TraceModel

/// What a grammar says about a kind of subject, whatever a recording shows. It is a class because it is large.
final class Kind: Sendable {
  let parent: Int?
  /// The kinds that it belongs to, the outermost last.
  let owners: [Int]
  let isWider: Bool
  let isSingle: Bool
  let hasBeginning: Bool
  /// Whether the next wider subject of one stays the same, unless an event names another one.
  let hasLastingOwner: Bool
  let member: Int
  let alias: Int?
  let set: Int?
  let lifecycles: [LifecycleID]
  /// As bits: all of them, those that read calls about wider subjects, and those that count notifications of replaced callbacks.
  let (all, hearing, counting): (UInt64, UInt64, UInt64)
  /// The callbacks about the kind that may reveal others that are not recorded.
  let covering: [CallbackID]

  /// The bit of a lifecycle, by its place among those of the kind. The last bit stands for all further ones.
  static func bit(ofLifecycle place: Int) -> UInt64 { 1 << UInt64(min(place, 63)) }

  /// All kinds of a grammar.
  static func all(_ grammar: Grammar, _ members: EventMembers) -> [Kind] {
    let covering = grammar.lifecycles.reduce(into: Set<CallbackID>()) {
      $0.formUnion(SilentSymbols.covering(grammar, $1))
    }.sorted()
    return grammar.subjects.indices.map { Kind($0, grammar, members, covering) }
  }

  private init(
    _ id: SubjectKindID, _ grammar: Grammar, _ members: EventMembers, _ covering: [CallbackID]
  ) {
    let subject = grammar.subjects[id]
    parent = subject.parent?.index
    owners = sequence(first: id) { grammar.subjects[$0].parent }.dropFirst().map(\.index)
    isWider = grammar.subjects.contains { $0.parent == id }
    isSingle = subject.isSingle
    hasBeginning = !subject.beginnings.isEmpty
    hasLastingOwner =
      subject.parent.map { grammar.subjects[$0] }
      .map { $0.parent != nil || $0.beginnings.isEmpty } ?? false
    member = members.place(subject.member)
    alias = subject.aliasMember.map(members.place)
    set = subject.setMember.flatMap { members.sets.firstIndex(of: $0) }
    lifecycles = grammar.lifecycles.indices.filter { grammar.lifecycles[$0].subject == id }
    let declared = lifecycles.map { grammar.lifecycles[$0] }
    let outer = Set(owners)
    func bits(_ isMeant: (Lifecycle) -> Bool) -> UInt64 {
      declared.indices.reduce(0) { isMeant(declared[$1]) ? $0 | Self.bit(ofLifecycle: $1) : $0 }
    }
    all = bits { _ in true }
    hearing = bits { lifecycle in
      lifecycle.alphabet.contains {
        outer.contains(grammar.callbacks[grammar.whole($0)].subject.index)
      }
    }
    counting = bits(\.countsNotifications)
    self.covering = covering.filter { grammar.callbacks[$0].subject == id }
  }
}
