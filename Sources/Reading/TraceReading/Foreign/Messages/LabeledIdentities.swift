/// Finds the members that a grammar asks for if a message labels them, as in `scene=A session: B` or in the
/// descriptions of UIKit's objects.
struct LabeledIdentities {
  /// UIKit's own labels for the identity of a session.
  private static let uiKitLabels = [
    (label: "persistentidentifier", member: "session"), (label: "persistentid", member: "session"),
  ]

  /// A longer word is not a label.
  private static let lengthLimit = 64

  private let message: [UInt8]
  /// Labels in lowercase, the more specific ones first, and the members they stand for.
  private let labels: [(label: String, member: String)]

  /// - Parameter members: the names of the members to look for.
  init(_ message: [UInt8], _ members: [String]) {
    self.message = message
    labels =
      Self.uiKitLabels + members.flatMap { [($0.lowercased() + "id", $0), ($0.lowercased(), $0)] }
  }

  /// The members found outside the callback's own text.
  func members(outside callback: Range<Int>) -> [String: String] {
    var found: [Int: String] = [:]
    var index = 0
    while index < message.count {
      if callback.contains(index) {
        index = callback.upperBound
        continue
      }
      if !isNameByte(message[index]) {
        index += 1
        continue
      }
      var end = index
      while end < message.count, isNameByte(message[end]) { end += 1 }
      if end - index <= Self.lengthLimit { note(index..<end, &found) }
      index = end
    }
    var members: [String: String] = [:]
    for (index, label) in labels.enumerated() where members[label.member] == nil {
      members[label.member] = found[index]
    }
    return members
  }

  private func note(_ word: Range<Int>, _ found: inout [Int: String]) {
    let text = String(decoding: message[word], as: UTF8.self)
    var index = labels.firstIndex { $0.label == text.lowercased() }
    // The description of a UIKit scene is its own label: <UIWindowScene: 0x600003f6cc40; …>
    if index == nil, text.hasSuffix("Scene"), word.lowerBound > 0,
      message[word.lowerBound - 1] == UInt8(ascii: "<")
    {
      index = labels.firstIndex { $0.label == "scene" }
    }
    if let index, found[index] == nil, let value = value(after: word.upperBound) {
      found[index] = value
    }
  }

  /// The value after `=` or `:`; nil if there is none, or if the value says that there is none.
  private func value(after label: Int) -> String? {
    var index = skipBlanks(label)
    guard index < message.count,
      message[index] == UInt8(ascii: "=") || message[index] == UInt8(ascii: ":")
    else { return nil }
    index = skipBlanks(index + 1)
    if message[index...].starts(with: "Optional(".utf8) { index += 9 }
    guard index < message.count else { return nil }
    var stops = Array(" ,;)]}>\"'".utf8)
    switch message[index] {
    case UInt8(ascii: "<"):
      // The address of an object that describes itself.
      var colon = index + 1
      while colon < message.count, isNameByte(message[colon]) || message[colon] == UInt8(ascii: ".")
      {
        colon += 1
      }
      guard colon < message.count, message[colon] == UInt8(ascii: ":") else { return nil }
      index = skipBlanks(colon + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      stops = [message[index]]
      index += 1
    default: break
    }
    let rest = message[index...].prefix { $0 >= 0x20 && !stops.contains($0) }
    let text = String(decoding: rest, as: UTF8.self)
    return ["", "nil", "null", "(null"].contains(text) ? nil : text
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < message.count, message[index] == 0x20 { index += 1 }
    return index
  }
}
