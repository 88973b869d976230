/// Finds the members that a grammar asks for if a message labels them, as in `scene=A session: B`, `{"session": "A"}`,
/// `[window 1]`, or in the descriptions of UIKit's objects. A UUID or an address right after the callback, or right before
/// it, needs no label.
struct MessageIdentities {
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
      } else {
        let end = max(index + 1, message.nameEnd(from: index))
        if isNameByte(message[index]), end - index <= Self.lengthLimit { note(index..<end, &found) }
        index = end
      }
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

  /// What stands right after a callback, or right before it, and looks like the identity of a session or a scene.
  private func identity(beside callback: Range<Int>) -> (member: String, value: String)? {
    func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      text.split { " ()[]<>{}:,;=|–".utf8.contains($0) }.filter { $0.contains(where: isNameByte) }
    }
    let after = words(message[callback.upperBound...].prefix(256)).first
    let before = words(message[..<callback.lowerBound].suffix(256)).last
    for word in [after, before].compactMap(\.self) {
      let text = String(decoding: word, as: UTF8.self)
      if Self.isUUID(text) { return ("session", text) }
      if text.hasPrefix("0x"), text.count > 4, text.dropFirst(2).allSatisfy(\.isHexDigit) {
        return ("scene", text)
      }
    }
    return nil
  }

  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-")
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit)
  }

  /// Whether a text begins as a UUID does. A number may be whole.
  static func beginsUUID(_ text: String) -> Bool {
    let rest = "00000000-0000-0000-0000-000000000000".dropFirst(text.count)
    return isUUID(text + rest) && text.contains { $0.isLetter }
  }

  private func note(_ word: Range<Int>, _ found: inout [Int: String]) {
    let text = String(decoding: message[word], as: UTF8.self)
    var index = labels.firstIndex { $0.label == text.lowercased() }
    // Windows that an app counts itself are scenes.
    let isWindow = index == nil && text.lowercased() == "window"
    // The description of a UIKit scene is its own label: <UIWindowScene: 0x600003f6cc40; …>
    let isObject =
      index == nil && text.hasSuffix("Scene") && message[..<word.lowerBound].last == 0x3C
    if isWindow || isObject { index = labels.firstIndex { $0.label == "scene" } }
    guard let index, found[index] == nil else { return }
    found[index] =
      (isWindow ? nil : value(after: word.upperBound)) ?? number(after: word.upperBound)
  }

  /// The word after a label, as in `[window 1]`, `session A1:` and `session A`, if it has a digit or only capitals, and
  /// nothing else belongs to it.
  private func number(after label: Int) -> String? {
    let start = message.skipBlanks(from: label)
    if start == label, message[start...].first != UInt8(ascii: "#") { return nil }
    let word = message[start...].prefix { isNameByte($0) || "-#".utf8.contains($0) }
    let text = String(decoding: word.drop { $0 == UInt8(ascii: "#") }, as: UTF8.self)
    let isIdentity =
      text.contains { $0.isASCII && $0.isNumber }
      || text.allSatisfy { $0.isASCII && $0.isUppercase }
    let isAlone = message[word.endIndex...].first.map { ")]}>:,;".utf8.contains($0) } ?? true
    return !text.isEmpty && word.count <= Self.lengthLimit && isAlone && isIdentity ? text : nil
  }

  /// The value after `=` or `:`; nil if there is none, or if the value says that there is none.
  private func value(after label: Int) -> String? {
    // The label of a member in JSON has quotes.
    var rest = message[label...]
    if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst() }
    rest = rest.drop { $0 == 0x20 }
    guard let sign = rest.popFirst(), "=:".utf8.contains(sign) else { return nil }
    rest = rest.drop { $0 == 0x20 }
    if rest.starts(with: "Optional(".utf8) { rest = rest.dropFirst(9) }
    var stops = Array(" ,;)]}>\"'".utf8)
    if rest.first == UInt8(ascii: "<") {
      // The address of an object that describes itself.
      rest = rest.dropFirst().drop { isNameByte($0) || $0 == UInt8(ascii: ".") }
      if rest.popFirst() != UInt8(ascii: ":") { return nil }
      rest = rest.drop { $0 == 0x20 }
    } else if let quote = rest.first, "\"'".utf8.contains(quote) {
      stops = [rest.removeFirst()]
    }
    let value = rest.prefix { $0 >= 0x20 && !stops.contains($0) }
    let text = String(decoding: value, as: UTF8.self)
    return ["", "nil", "null", "(null"].contains(text) ? nil : text
  }
}

/// Recognizes identities that are cut off, by another one that begins like them.
struct CutIdentities: Sendable {
  /// The identities so far, by member, the first ones if there are many.
  private var known: [String: Set<String>] = [:]
  private static let limit = 256
  /// A shorter text is an identity of its own.
  private static let leastLength = 4

  /// Whether an identity may be another one than it seems, or the other way round. If not, it is known from now on.
  /// - Parameter isAtEnd: whether the recording ends with it, so that it may go on.
  mutating func isUncertain(_ value: String, _ member: String, isAtEnd: Bool) -> Bool {
    let others = known[member] ?? []
    if others.contains(value) { return false }
    if isAtEnd && !others.isEmpty
      || others.contains(where: { Self.isCut(value, $0) || Self.isCut($0, value) })
    {
      return true
    }
    if others.count < Self.limit { known[member, default: []].insert(value) }
    return false
  }

  /// Whether a text is the beginning of another one: it says so by an ellipsis, or the other one is a UUID, maybe itself cut off.
  private static func isCut(_ text: String, _ whole: String) -> Bool {
    let beginning = ["…", "...", "<…>"].first(where: text.hasSuffix).map { text.dropLast($0.count) }
    if let beginning { return whole.hasPrefix(beginning) }
    return MessageIdentities.beginsUUID(whole) && text.count >= leastLength && whole.hasPrefix(text)
      && text.count < whole.count
  }
}
