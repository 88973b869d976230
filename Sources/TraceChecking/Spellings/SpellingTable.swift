package import TraceGrammar
package import TraceModel

/// Finds the callback that a trace means by one of its many possible spellings.
package struct SpellingTable: Sendable {
  /// The meaning of a spelling.
  package struct Meaning: Sendable, Equatable {
    /// The callback's index in the grammar.
    package var callback: Int
    /// The kind of event that the spelling implies; nil if it implies none.
    package var kind: EventKind?

    package init(callback: Int, kind: EventKind?) {
      self.callback = callback
      self.kind = kind
    }
  }

  /// The meanings of a spelling if a member's value decides.
  package struct Choice: Sendable, Equatable {
    /// The member's name.
    package var member: String
    /// The callback for each value.
    package var meanings: [String: Meaning]
  }

  private let meanings: [String: Meaning]
  private let choices: [String: Choice]

  /// Collects the spellings of a grammar. If callbacks share a spelling, the first one wins; a base name that several
  /// share means none of them.
  package init(_ grammar: Grammar) {
    var meanings: [String: Meaning] = [:]
    var baseNames: [String: [Int]] = [:]
    meanings.reserveCapacity(grammar.callbacks.count * 8)
    baseNames.reserveCapacity(grammar.callbacks.count)
    // A case is never recorded: events name its callback.
    for (index, callback) in grammar.callbacks.enumerated() where callback.refinement == nil {
      let meaning = Meaning(callback: index, kind: callback.isAction ? .action : nil)
      func add(_ spellings: [String], _ meaning: Meaning) {
        for spelling in spellings where meanings[spelling] == nil { meanings[spelling] = meaning }
      }
      meanings[callback.name] = meaning
      add(callback.swift, meaning)
      add(callback.objectiveC, meaning)
      add(callback.otherSpellings, meaning)
      add(callback.notifications, Meaning(callback: index, kind: .notification))
      for name in callback.swift.map(Self.baseName) where baseNames[name]?.last != index {
        baseNames[name, default: []].append(index)
      }
    }
    for (name, callbacks) in baseNames where callbacks.count == 1 && meanings[name] == nil {
      let kind: EventKind? = grammar.callbacks[callbacks[0]].isAction ? .action : nil
      meanings[name] = Meaning(callback: callbacks[0], kind: kind)
    }
    self.meanings = meanings
    var choices: [String: Choice] = [:]
    for (index, callback) in grammar.callbacks.enumerated() {
      for spelling in callback.conditionalSpellings {
        choices[spelling.spelling, default: Choice(member: spelling.member, meanings: [:])]
          .meanings[spelling.value] = Meaning(
            callback: index,
            kind: spelling.isNotification ? .notification : callback.isAction ? .action : nil)
      }
    }
    self.choices = choices
  }

  /// The choice between several callbacks that a spelling may stand for; nil if it has at most one meaning.
  /// - Complexity: O(bytes) expected; O(1) for a grammar without such spellings.
  package func choice(of spelling: String) -> Choice? {
    choices.isEmpty ? nil : choices[spelling] ?? Self.withoutClass(spelling).flatMap { choices[$0] }
  }

  /// Whether the meaning of some spelling depends on the role of its subject, which an earlier event may have recorded.
  var asksForRoles: Bool {
    choices.values.contains { $0.member == ConditionTable.rememberedMember }
  }

  /// The meaning of a spelling; nil if the grammar does not know it.
  ///
  /// Known spellings are the short name, the Swift and Objective-C spellings, notification names, a Swift base name
  /// that only one callback has, and any of these after a class: `-[SceneDelegate sceneDidBecomeActive:]`,
  /// `SceneDelegate.sceneDidBecomeActive(_:)`.
  /// - Complexity: O(bytes) expected.
  package func meaning(of spelling: String) -> Meaning? {
    meanings[spelling] ?? Self.withoutClass(spelling).flatMap { meanings[$0] }
  }

  /// The class in a spelling that is known only without it; nil for a spelling without a class.
  package func className(in spelling: String) -> String? {
    guard meanings[spelling] == nil, choices[spelling] == nil,
      let rest = Self.withoutClass(spelling)
    else { return nil }
    let isBracketed = spelling.hasSuffix("]")
    return String(
      spelling.dropLast(rest.count + (isBracketed ? 2 : 1)).dropFirst(isBracketed ? 2 : 0))
  }

  /// The part after the class, as in `-[SceneDelegate sceneDidBecomeActive:]`; nil without a class.
  private static func withoutClass(_ spelling: String) -> String? {
    if spelling.hasPrefix("-[") || spelling.hasPrefix("+["), spelling.hasSuffix("]"),
      let space = spelling.firstIndex(of: " ")
    {
      return String(spelling[spelling.index(after: space)...].dropLast())
    }
    let end = spelling.firstIndex(of: "(") ?? spelling.endIndex
    if let dot = spelling[..<end].lastIndex(of: ".") {
      return String(spelling[spelling.index(after: dot)...])
    }
    return nil
  }

  private static func baseName(_ swift: String) -> String {
    String(swift.utf8.prefix { $0 != UInt8(ascii: "(") }) ?? swift
  }
}
