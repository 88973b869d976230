/// Things that happen to a subject without a call about it; no repair inserts or deletes them.
enum Fact: Int, CaseIterable {
  /// A new wider subject began: what belonged to the old one is gone silently.
  case parentBegan
  /// The same for a subject without identity: it may be another one from here on.
  case parentBeganUnnamed
  /// Events were lost: every state that can be reached from the present ones is possible.
  case gap
  /// The same in a trace that does not tell the wider subjects apart: a new one may have begun unnoticed.
  case gapInUnnamed
  /// The same for a subject without identity: it may be another one from here on, in any state.
  case gapUnnamed
  /// An ending call named nobody: it may have ended the subject, and a new one may follow, or not.
  case unnamedEnd
  /// An event that may be about it does not say so: it may have moved on, also within another wider subject.
  case mayHaveMoved

  /// Events were lost, for a subject without identity, or in a wider one that has none.
  static func loss(isUnnamed: Bool, isInUnnamed: Bool) -> Fact {
    isUnnamed ? .gapUnnamed : isInUnnamed ? .gapInUnnamed : .gap
  }
}
