/// The phase of a scene or an app that a framework reports in its own words, as `scenePhase: active`,
/// `AppLifecycleState.resumed` and `APP_STATE: Changed to 'background'` do.
struct FrameworkPhase {
  /// How such messages can be checked, as a part of a sentence.
  let advice: String
  /// Where the phase is reported.
  let range: Range<Int>
  /// The new phase, as SwiftUI calls it; nil if it has no name there.
  let phase: String?

  /// The names by which messages are recognized, and how they can be checked.
  private static let frameworks: [(names: Set<String>, advice: String)] = [
    (
      ["scenePhase", "ScenePhase", "didChangescenePhase"],
      "for SwiftUI's scenePhase use --grammar ScenePhase"
    ),
    (
      ["AppLifecycleState", "didChangeAppLifecycleState"],
      ofWholeApp("Flutter's AppLifecycleState", "flutter")
    ),
    (
      ["AppState", "nextAppState", "didChangeAppState", "APP_STATE"],
      ofWholeApp("React Native's AppState", "react-native")
    ),
  ]
  private static let phases = [
    "active": "active", "resumed": "active", "inactive": "inactive", "background": "background",
    "paused": "background",
  ]
  /// Words before a phase that has ended.
  private static let endWords: Set = ["from", "was", "old", "oldvalue", "oldphase", "previous"]

  private static func ofWholeApp(_ state: String, _ profile: String) -> String {
    "\(state) is about the whole app; check it with --grammar ScenePhase, or log the scene delegate's callbacks, and"
      + " check with --profile \(profile)"
  }

  /// What a message reports; nil if no framework wrote it.
  init?(_ message: [UInt8]) {
    let words = message.split { !isNameByte($0) }.filter { $0.count < 32 }
      .map { (text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex) }
    let found = Self.frameworks.lazy.compactMap { framework in
      words.firstIndex { framework.names.contains($0.text) }.map { (framework.advice, $0) }
    }
    guard let (advice, start) = found.first else { return nil }
    self.advice = advice
    let rest = Array(words[start...])
    let isOld = words[..<start].suffix(2).contains { Self.endWords.contains($0.text.lowercased()) }
    // Of a change, the new phase counts.
    let new = rest.indices.dropFirst().last { index in
      Self.phases[rest[index].text.lowercased()] != nil
        && !Self.endWords.contains(rest[index - 1].text.lowercased())
    }
    range = rest[0].range.lowerBound..<rest[new ?? 0].range.upperBound
    let isCompared = zip(message[range], message[range].dropFirst()).contains {
      $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "=")
    }
    phase = isCompared || isOld ? nil : new.flatMap { Self.phases[rest[$0].text.lowercased()] }
  }
}
