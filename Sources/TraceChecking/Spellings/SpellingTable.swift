package import TraceGrammar
package import TraceModel

/// Finds the callback that a trace means by one of its many spellings.
package struct SpellingTable: Sendable {
  /// What a spelling means.
  package struct Meaning: Sendable, Equatable {
    /// The callback's index in the grammar.
    package var callback: Int
    /// What the spelling itself says about the kind of event; nil where it says nothing.
    package var kind: EventKind?

    package init(callback: Int, kind: EventKind?) {
      self.callback = callback
      self.kind = kind
    }
  }

  private let meanings: [String: Meaning]

  /// Collects the spellings of a grammar; the first callback wins where two share a base name.
  package init(_ grammar: Grammar) {
    var meanings: [String: Meaning] = [:]
    var baseNames: [String: [Int]] = [:]
    for (index, callback) in grammar.callbacks.enumerated() {
      let kind: EventKind? = callback.isAction ? .action : nil
      meanings[callback.name] = Meaning(callback: index, kind: kind)
      for spelling in callback.swift + callback.objectiveC + callback.otherSpellings
      where meanings[spelling] == nil {
        meanings[spelling] = Meaning(callback: index, kind: kind)
      }
      for spelling in callback.notifications where meanings[spelling] == nil {
        meanings[spelling] = Meaning(callback: index, kind: .notification)
      }
      for name in Set(callback.swift.map(Self.baseName)) {
        baseNames[name, default: []].append(index)
      }
    }
    for (name, callbacks) in baseNames where callbacks.count == 1 && meanings[name] == nil {
      let kind: EventKind? = grammar.callbacks[callbacks[0]].isAction ? .action : nil
      meanings[name] = Meaning(callback: callbacks[0], kind: kind)
    }
    self.meanings = meanings
  }

  /// The meaning of a spelling; nil for one the grammar does not know.
  ///
  /// Known are the short name, the Swift and Objective-C spellings, notification names, a Swift base name that
  /// only one callback has, and any of these behind a class: `-[SceneDelegate sceneDidBecomeActive:]`,
  /// `SceneDelegate.sceneDidBecomeActive(_:)`.
  /// - Complexity: O(bytes) expected.
  package func meaning(of spelling: String) -> Meaning? {
    if let known = meanings[spelling] { return known }
    if spelling.hasPrefix("-[") || spelling.hasPrefix("+["), spelling.hasSuffix("]"),
      let space = spelling.firstIndex(of: " ")
    {
      return meanings[String(spelling[spelling.index(after: space)...].dropLast())]
    }
    let end = spelling.firstIndex(of: "(") ?? spelling.endIndex
    if let dot = spelling[..<end].lastIndex(of: ".") {
      return meanings[String(spelling[spelling.index(after: dot)...])]
    }
    return nil
  }

  private static func baseName(_ swift: String) -> String {
    String(swift.prefix { $0 != "(" })
  }
}
