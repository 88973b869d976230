/// Something that happened to a subject without a call about it. No repair inserts or deletes facts.
enum Fact: Int, CaseIterable {
  /// A new wider subject began: what belonged to the old one is gone, without a call.
  case parentBegan
  /// The same for a subject without identity: it may be another one from here on.
  case parentBeganUnnamed
  /// Events were lost: every state that is reachable from the present ones is possible.
  case gap
  /// The same in a trace that does not tell the wider subjects apart: a new one may have begun unnoticed.
  case gapInUnnamed
  /// The same for a subject without identity: it may be another one from here on, in any state.
  case gapUnnamed
  /// An ending call named no subject: it may have ended this one, and a new one may follow, or not.
  case unnamedEnd
  /// An event that may be about the subject does not say so: the subject may have moved on, even in another wider one.
  case mayHaveMoved

  /// A loss of events, for a subject without identity, or in a wider subject without one, or neither.
  static func loss(isUnnamed: Bool, isInUnnamed: Bool) -> Fact {
    isUnnamed ? .gapUnnamed : isInUnnamed ? .gapInUnnamed : .gap
  }
}
