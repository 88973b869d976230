/// What a log without calls of UIKit seems to report instead, and how that can be checked.
enum SuggestedGrammar: Sendable, Equatable {
  case flutter, reactNative
  /// SwiftUI's scenePhase, and the pattern that reads the message.
  case scenePhase(pattern: String)

  /// What to do, as a part of a sentence.
  var advice: String {
    let instead = "is about the whole app; log the scene delegate's callbacks, and check with"
    return switch self {
    case .flutter: "Flutter's AppLifecycleState \(instead) --profile flutter"
    case .reactNative: "React Native's AppState \(instead) --profile react-native"
    case .scenePhase(let pattern):
      "for SwiftUI's scenePhase use --grammar ScenePhase and \"messagePatterns\": [\"\(pattern)\"]"
    }
  }

  /// What a message seems to report; nil if it is nothing known.
  init?(_ message: [UInt8]) {
    let words = message.split { !isNameByte($0) }.filter { $0.count < 32 }
      .map { String(decoding: $0, as: UTF8.self) }
    func has(_ names: String...) -> Bool { names.contains(where: words.contains) }
    if has("AppLifecycleState", "didChangeAppLifecycleState") {
      self = .flutter
    } else if has("AppState", "nextAppState", "didChangeAppState") {
      self = .reactNative
    } else if has("scenePhase", "ScenePhase", "didChangescenePhase") {
      self = .scenePhase(pattern: Self.pattern(of: message))
    } else {
      return nil
    }
  }

  private static let phases: Set = ["active", "inactive", "background"]
  /// Longer words between the name and the phase are of the message, not of its form.
  private static let formLimit = 40

  /// The pattern for messages like this one. A change names the old phase first, so the last one counts.
  private static func pattern(of message: [UInt8]) -> String {
    let usual = "{*}scenePhase{*} {callback}"
    let text = String(decoding: message, as: UTF8.self)
    guard
      let start = text.firstRange(of: "scenePhase")?.upperBound
        ?? text.firstRange(of: "ScenePhase")?.upperBound
    else { return usual }
    let name = text[..<start].suffix("scenePhase".count)
    let words = text[start...].split { !$0.isLetter }.filter { phases.contains(String($0)) }
    guard let last = words.last else { return usual }
    let before =
      words.dropLast().last.map { "{*}" + text[$0.endIndex..<last.startIndex] }
      ?? String(text[start..<last.startIndex])
    let after = text[last.endIndex...].prefix { !$0.isWhitespace }.prefix(1)
    let form = "{*}\(name)\(before){callback}\(after)"
    let other = form.replacing("{*}", with: "").replacing("{callback}", with: "")
    let isPlain = !other.contains { "{}\"\\".contains($0) || $0.isNewline }
    return isPlain && before.count <= formLimit ? form : usual
  }
}
