/// What a log without calls of UIKit seems to report instead, and how that can be checked.
enum SuggestedGrammar: CaseIterable, Sendable {
  case flutter, reactNative, scenePhase

  /// A word that only such logs have.
  private var word: String {
    switch self {
    case .flutter: "AppLifecycleState"
    case .reactNative: "AppState"
    case .scenePhase: "scenePhase"
    }
  }

  /// What to do, as a part of a sentence.
  var advice: String {
    let instead = "is about the whole app; log the scene delegate's callbacks, and check with"
    return switch self {
    case .flutter: "Flutter's AppLifecycleState \(instead) --profile flutter"
    case .reactNative: "React Native's AppState \(instead) --profile react-native"
    case .scenePhase:
      "for SwiftUI's scenePhase use --grammar ScenePhase and \"messagePatterns\":"
        + " [\"{*}scenePhase{*} {callback}\"]"
    }
  }

  /// What a message seems to report; nil if it is nothing known.
  init?(_ message: [UInt8]) {
    let words = message.split { !isNameByte($0) }.filter { $0.count < 32 }
      .map { String(decoding: $0, as: UTF8.self) }
    let found = Self.allCases.first { suggestion in
      ["\(suggestion.word)", "didChange\(suggestion.word)"].contains { words.contains($0) }
    }
    guard let found else { return nil }
    self = found
  }
}
