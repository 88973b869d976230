internal import EmbeddedFiles

/// UIKit's lifecycles of processes, scene sessions and scenes, as they ship with the tool.
///
/// The text is an ordinary lifecycle grammar, cut by area over the files in `CEmbedded/UIScene`; nothing else in the
/// package knows UIKit. The facts it rests on carry the numbers R-01… …Q-28; where a fact is not a
/// rule or a quirk is not a clause, a comment in the text says why.
extension Grammar {
  /// The whole text, in the lifecycle notation.
  public static let uiSceneText: String = EmbeddedFiles.uiScene.texts.joined(separator: "\n")

  /// What the text says; a fault in it is a bug of the package, which its tests would have found.
  /// - Complexity: O(n) in the length of the text, some milliseconds, for whoever asks first; then O(1).
  public static func uiScene() -> Grammar { shippedScenes }

  /// Read once, by whoever asks first.
  private static let shippedScenes = ShippedGrammar.uiScene.grammar()
}
