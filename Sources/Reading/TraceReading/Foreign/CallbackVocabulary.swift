/// Which texts name a callback: all that reading other formats needs from a grammar.
package struct CallbackVocabulary: Sendable {
  /// The callback or notification that a text names.
  package struct Meaning: Sendable, Equatable {
    /// The callback's short name.
    package var callback: String
    /// Whether the text is the name of a notification.
    package var isNotification: Bool

    package init(callback: String, isNotification: Bool) {
      self.callback = callback
      self.isNotification = isNotification
    }
  }

  /// The meaning of a spelling, including the grammar's short names; nil if the text names no callback.
  package var meaning: @Sendable (String) -> Meaning?
  /// What only a log needs, and only a log makes.
  package var names: @Sendable () -> Names

  /// How people call callbacks.
  package struct Names: Sendable {
    /// What people write in place of whole spellings.
    let spoken: CallNames
    /// Whether a word that names no callback is probably a misspelt one.
    let isMisspelt: @Sendable (String) -> Bool
    /// What an app does itself, by names that are no ordinary words, and that hardly anything else has.
    let actions: Set<String>
    /// Sentences that the platform itself writes, and symbols of its own, with the callbacks that they stand for.
    let sentences: [(words: String, callback: String)]
    private static let leastAction = 8

    /// - Parameters:
    ///   - methods: for each callback its short name, and the Swift and Objective-C spellings of its methods.
    ///   - actions: the names of what an app does itself.
    package init(
      of methods: [(name: String, spellings: [String])], actions: Set<String> = [],
      isMisspelt: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
      sentences = methods.flatMap { method in
        method.spellings.filter { $0.contains(" ") || $0.hasPrefix("_") }.map { ($0, method.name) }
      }
      spoken = CallNames(methods)
      self.isMisspelt = isMisspelt
      self.actions = actions.filter {
        $0.count >= Self.leastAction && $0.contains(where: \.isUppercase)
      }
    }
  }

  package init(
    names: @escaping @Sendable () -> Names = { Names(of: []) },
    meaning: @escaping @Sendable (String) -> Meaning?
  ) {
    (self.meaning, self.names) = (meaning, names)
  }

  /// A vocabulary without callbacks.
  package static let none = CallbackVocabulary { _ in nil }

  /// The meaning of a word in running text, where `continue` is an English word.
  ///
  /// A single word counts only if it is the name of a notification, or the base name of a method with one unlabeled
  /// argument, such as `sceneDidBecomeActive(_:)`.
  func meaningInProse(_ spelling: String) -> Meaning? {
    if spelling.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ":") }) {
      return meaning(spelling)
    }
    if let found = meaning(spelling), found.isNotification { return found }
    return meaning(spelling + "(_:)")
  }
}
