/// A lifecycle grammar that ships with the tool and is chosen by its name.
public struct ShippedGrammar: Sendable, Equatable {
  /// The name that the text gives itself, such as `AndroidActivity`.
  public let name: String
  /// The whole text, in the lifecycle notation, without the text of the grammar that it extends.
  /// - Complexity: O(n) in the length of the text, which is copied.
  public var text: String {
    Self.files(of: name).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// The grammar for UIKit, which is the default.
  public static let uiScene = ShippedGrammar(name: "UIScene")

  /// All of them: UIKit's first, the others by name.
  public static let all: [ShippedGrammar] =
    [uiScene]
    + ["AndroidActivity", "ScenePhase", "UIScenePractices", "UIViewController", "URLSessionTask"]
    .map(ShippedGrammar.init)

  /// The grammar with this name, which is case-sensitive; nil when there is none.
  public static func named(_ name: String) -> ShippedGrammar? { all.first { $0.name == name } }

  /// The text with the name it goes by in messages.
  public var source: GrammarText { GrammarText(name: sourceName, bytes: Array(text.utf8)) }

  /// The name that the text goes by in messages.
  package var sourceName: String { "\(name).lifecycle" }

  /// The grammar that the text describes. It was read when the package was made (see `GrammarTable`); a text that was
  /// changed since is read now, and a fault in it is a bug of the package that its tests find.
  /// - Complexity: O(n) in the length of the text, less than a millisecond; keep the result. UIKit's is kept.
  public func grammar() -> Grammar { self == .uiScene ? .uiScene() : read() }

  /// The same, without keeping anything.
  func read() -> Grammar {
    if let table = EmbeddedFiles.tables.content(of: "Tables/\(name).grammar"),
      let grammar = GrammarTable.grammar(in: table)
    {
      return grammar
    }
    return grammarOfText().grammar
  }

  /// The grammar as read from the text, and its name and those of the grammars that it extends.
  package func grammarOfText() -> (grammar: Grammar, names: [String]) {
    let reading = Grammar.read(source, isShipped: true) { _, _ in nil }
    guard let grammar = reading.grammar else {
      preconditionFailure("the shipped grammar \(name) is not valid: \(reading.parts)")
    }
    let sources = reading.parts.map(\.text.name)
    return (
      grammar,
      sources.compactMap { source in
        Self.all.first { $0.sourceName == source }?.name
      }
    )
  }

  /// The files with the text of a grammar, in their order; empty if there is no grammar of that name.
  static func files(of name: String) -> [UnsafeRawBufferPointer] {
    if name == uiScene.name { return EmbeddedFiles.uiScene.contents }
    return EmbeddedFiles.grammars.content(of: "Grammars/\(name).lifecycle").map { [$0] } ?? []
  }
}
