internal import EmbeddedFiles

/// A lifecycle grammar that ships with the tool and is chosen by its name.
public struct ShippedGrammar: Sendable, Equatable {
  /// The name that the text gives itself, such as `AndroidActivity`.
  public let name: String
  /// The whole text, in the lifecycle notation, without the text of the grammar that it extends.
  public let text: String

  /// The grammar for UIKit, which is the default.
  public static let uiScene = ShippedGrammar(name: "UIScene", text: Grammar.uiSceneText)

  /// All of them: UIKit's first, the others by name.
  public static let all: [ShippedGrammar] =
    [uiScene]
    + ["AndroidActivity", "ScenePhase", "UIScenePractices", "UIViewController", "URLSessionTask"]
    .map { name in
      guard let text = EmbeddedFiles.grammars["Grammars/\(name).lifecycle"] else {
        preconditionFailure("the grammar \(name) was not built in")
      }
      return ShippedGrammar(name: name, text: text)
    }

  /// The grammar with this name, which is case-sensitive; nil when there is none.
  public static func named(_ name: String) -> ShippedGrammar? { all.first { $0.name == name } }

  /// The text with the name it goes by in messages.
  public var source: GrammarText { GrammarText(name: "\(name).lifecycle", bytes: Array(text.utf8)) }

  /// Reads the text; a fault in it is a bug of the package that its tests find.
  /// - Complexity: O(n) in the length of the text, some milliseconds; keep the result.
  public func grammar() -> Grammar {
    let reading = Grammar.read(source, isShipped: true) { _, _ in nil }
    guard let grammar = reading.grammar else {
      preconditionFailure("the shipped grammar \(name) is not valid: \(reading.parts)")
    }
    return grammar
  }
}
