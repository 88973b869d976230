public import TraceGrammar

extension PlatformVersion {
  /// Parses a version written as `iOS 18.4`; nil if the text is not a version.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(platform: String(words[0]), numbers: numbers)
  }
}
