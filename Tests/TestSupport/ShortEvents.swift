import Foundation

/// Events as the files of cases write them: a callback, or `name(` for its beginning, `name)` for its end, `@name` for a
/// notification, `!name` for an action; then the values of the members that every event of the case has, `?` where one is
/// not recorded, and other members as `name=value`, a set as `name=a+b`, or `name=a+` if it has one element. A time `+2` is
/// so much later than that of the event before. `lost` is a loss of events, and a line of JSON is taken as it is.
public struct ShortEvents {
  /// The recording, one event on each line.
  public let text: String

  /// - Parameters:
  ///   - events: each is one event.
  ///   - members: the members that the words after a callback stand for.
  ///   - always: words that belong to each event.
  public init(_ events: [String], members: [String], always: String = "") {
    var now = 0.0
    let lines = events.filter { $0.contains { $0 != " " } }.map { event in
      let words = "\(event) \(always)".split(separator: " ").map(String.init)
      if event.hasPrefix("{") { return event }
      return words[0] == "lost" ? #"{"lost":1}"# : Self.line(words, members, &now)
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ words: [String], _ members: [String], _ now: inout Double) -> String {
    var name = words[0]
    var parts: [String] = []
    if name.hasPrefix("@") { parts.append(#""kind":"notification""#) }
    if name.hasPrefix("!") { parts.append(#""kind":"action""#) }
    if name.hasSuffix("(") { parts.append(#""phase":"begin""#) }
    if name.hasSuffix(")") && !name.contains(":") { parts.append(#""phase":"end""#) }
    if !name.contains(":") { name = name.trimmingCharacters(in: ["@", "!", "(", ")"]) }
    parts.insert("\"callback\":\"\(name)\"", at: 0)
    let words = words.dropFirst()
    let named = zip(members, words.filter { !$0.contains("=") }).filter { $1 != "?" }
    let further = words.filter { $0.contains("=") }.map { word in
      (String(word.prefix { $0 != "=" }), String(word.drop { $0 != "=" }.dropFirst()))
    }
    for (member, value) in named + further {
      if member == "time" {
        now = value.hasPrefix("+") ? now + (Double(value) ?? 0) : Double(value) ?? now
        parts.append("\"time\":\(now)")
      } else {
        let set = value.split(separator: "+").map { json(String($0)) }.joined(separator: ",")
        parts.append("\"\(member)\":" + (value.contains("+") ? "[\(set)]" : json(value)))
      }
    }
    return "{\(parts.joined(separator: ","))}"
  }

  /// A value of JSON as it is; other words are text.
  private static func json(_ word: String) -> String {
    let isJSON = Double(word) != nil || ["true", "false", "null"].contains(word)
    return isJSON || word.hasPrefix("{") || word.hasPrefix("\"") ? word : "\"\(word)\""
  }
}
