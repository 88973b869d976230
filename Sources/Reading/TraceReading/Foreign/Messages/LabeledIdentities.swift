/// Finds the members that a grammar asks for if a message labels them, as in `scene=A session: B`, `[window 1]`, or in the
/// descriptions of UIKit's objects. A UUID or an address that stands alone after the callback, or before it, needs no
/// label.
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
      let end = message.nameEnd(from: index)
      if end - index <= Self.lengthLimit { note(index..<end, &found) }
      index = end
    }
    var members: [String: String] = [:]
    for (index, label) in labels.enumerated() where members[label.member] == nil {
      members[label.member] = found[index]
    }
    if members["session"] == nil, members["scene"] == nil,
      let (name, value) = identity(beside: callback),
      labels.contains(where: { $0.member == name })
    {
      members[name] = value
    }
    return members
  }

  /// What stands alone after a callback, or before it, and looks like the identity of a session or a scene.
  private func identity(beside callback: Range<Int>) -> (member: String, value: String)? {
    let signs = Array(" ()[]<>{}:,-–=|".utf8)
    for part in [message[callback.upperBound...], message[..<callback.lowerBound]]
    where part.count < 256 {
      let words = part.split { signs.contains($0) && $0 != UInt8(ascii: "-") }.filter {
        $0.contains(where: isNameByte)
      }
      guard let word = words.count == 1 ? words.first : nil else { continue }
      let text = String(decoding: word, as: UTF8.self)
      if Self.isUUID(word) { return ("session", text) }
      if text.hasPrefix("0x"), word.count > 4, word.dropFirst(2).allSatisfy(Self.isHexadecimal) {
        return ("scene", text)
      }
    }
    return nil
  }

  private static func isUUID(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "-"))
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
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
    // Windows that an app counts itself are scenes.
    let isWindow = index == nil && text.lowercased() == "window"
    if isWindow { index = labels.firstIndex { $0.label == "scene" } }
    guard let index, found[index] == nil else { return }
    if let value = (isWindow ? nil : value(after: word.upperBound))
      ?? number(after: word.upperBound, of: word)
    {
      found[index] = value
    }
  }

  /// The word after a label, as in `[window 1]` and `session A1:`, if it has a digit and nothing else belongs to it.
  private func number(after label: Int, of word: Range<Int>) -> String? {
    let start = message.skipBlanks(from: label)
    if start == label, !message[start...].starts(with: "#".utf8) { return nil }
    let rest = message[start...].prefix {
      isNameByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "#")
    }
    let end = rest.endIndex == message.count ? nil : message[rest.endIndex]
    guard rest.contains(where: { (0x30...0x39).contains($0) }), rest.count <= Self.lengthLimit,
      end.map({ ")]}>:,;".utf8.contains($0) }) ?? true
    else { return nil }
    return String(decoding: rest.drop { $0 == UInt8(ascii: "#") }, as: UTF8.self)
  }

  /// The value after `=` or `:`; nil if there is none, or if the value says that there is none.
  private func value(after label: Int) -> String? {
    var index = message.skipBlanks(from: label)
    guard index < message.count,
      message[index] == UInt8(ascii: "=") || message[index] == UInt8(ascii: ":")
    else { return nil }
    index = message.skipBlanks(from: index + 1)
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
      index = message.skipBlanks(from: colon + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      stops = [message[index]]
      index += 1
    default: break
    }
    let rest = message[index...].prefix { $0 >= 0x20 && !stops.contains($0) }
    let text = String(decoding: rest, as: UTF8.self)
    return ["", "nil", "null", "(null"].contains(text) ? nil : text
  }
}
