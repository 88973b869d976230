/// How a framework deliberately changes UIKit's calls, as a text that is added to a grammar that extends UIKit's.
public struct FrameworkProfile: Sendable, Equatable {
  /// The name that it is chosen by, such as `expo`.
  public let name: String
  /// The text, in the lifecycle notation.
  public let text: String

  /// All of them, by name.
  public static let all: [FrameworkProfile] =
    ["capacitor", "cordova", "expo", "flutter", "react-native", "titanium"].map { name in
      guard let text = EmbeddedFiles.grammars["Profiles/\(name).lifecycle"] else {
        preconditionFailure("the profile \(name) was not built in")
      }
      return FrameworkProfile(name: name, text: text)
    }

  /// The profile with this name; nil when there is none.
  public static func named(_ name: String) -> FrameworkProfile? { all.first { $0.name == name } }

  /// The text with the name it goes by in messages.
  var source: GrammarText { GrammarText(name: "\(name).lifecycle", bytes: Array(text.utf8)) }
}
