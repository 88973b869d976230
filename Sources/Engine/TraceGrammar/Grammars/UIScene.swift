/// UIKit's lifecycles of processes, scene sessions and scenes, as they ship with the tool.
///
/// The text is an ordinary lifecycle grammar, cut by area over the files in `CGrammars/UIScene`; nothing else in the
/// package knows UIKit. The facts it is based on have the numbers R-01… …Q-28; where a fact is not a
/// rule or a quirk is not a clause, a comment in the text says why.
extension Grammar {
  /// The grammar that the text describes; a fault in it is a bug of the package that its tests find.
  /// - Complexity: O(n) in the length of the text, a few milliseconds, on first use; then O(1).
  public static func uiScene() -> Grammar { shippedScenes }

  /// Read once, on first use.
  private static let shippedScenes = ShippedGrammar.uiScene.read()
}
