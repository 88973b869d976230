internal import EmbeddedFiles

/// A lifecycle grammar that ships with the tool and is chosen by its name.
public struct ShippedGrammar: Sendable, Equatable {
  /// The name that the text gives itself, such as `AndroidActivity`.
  public let name: String
  /// The whole text, in the lifecycle notation.
  public let text: String

  /// UIKit's, which is used where nothing else is asked for.
  public static let uiScene = ShippedGrammar(name: "UIScene", text: Grammar.uiSceneText)

  /// All of them: UIKit's first, the others by name.
  public static let all: [ShippedGrammar] =
    [uiScene]
    + ["AndroidActivity", "ScenePhase", "UIViewController", "URLSessionTask"].map { name in
      guard let text = EmbeddedFiles.grammars["Grammars/\(name).lifecycle"] else {
        preconditionFailure("the grammar \(name) was not built in")
      }
      return ShippedGrammar(name: name, text: text)
    }

  /// The one with this name, upper and lower case told apart; nil when none has it.
  public static func named(_ name: String) -> ShippedGrammar? { all.first { $0.name == name } }

  /// Reads the text; a fault in it is a bug of the package, which its tests would have found.
  /// - Complexity: O(n) in the length of the text, some milliseconds; keep the result.
  public func grammar() -> Grammar {
    let (grammar, diagnostics) = Grammar.parse([UInt8](text.utf8), isKnownToBeSound: true)
    guard let grammar else {
      preconditionFailure("the shipped grammar \(name) is not sound: \(diagnostics)")
    }
    return grammar
  }
}
