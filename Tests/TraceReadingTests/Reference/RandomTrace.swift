import TestSupport

/// Random texts that are traces, or almost: every member and shape, every way to write a name, a string, a number.
struct RandomTrace {
  /// How the events are combined into a text.
  enum Shape: CaseIterable { case lines, linesAfterHeader, array, document }

  var random: SeededGenerator
  /// Names of members that the format does not fix.
  var identities: [String]
  /// Whether white space may be a line end.
  private var allowsLineEnds = false
  /// Events that others may resemble, in the current shape.
  private var patterns: [[Member]] = []

  /// A member with the text around its value.
  private struct Member {
    var name: String
    var lead: String
    var value: String
    var trail: String
  }

  init(seed: UInt64, identities: [String]) {
    random = SeededGenerator(seed: seed)
    self.identities = identities
  }

  /// A text of a few events.
  mutating func text() -> [UInt8] {
    let shape = Shape.allCases.randomElement(using: &random) ?? .lines
    let count = Int.random(in: 0...6, using: &random)
    let isPlain = chance(3)
    switch shape {
    case .lines, .linesAfterHeader:
      let head = shape == .lines ? [] : [header() + space() + "}"]
      let lines = (head + (0..<count).map { _ in event(isPlain: isPlain) })
        .map { space() + $0 + space() }
      let ends = lines.map { _ in chance(8) ? ["\r\n", "\n\n", "\n \n"][below(3)] : "\n" }
      let text = zip(lines, ends).reduce("") { $0 + $1.0 + $1.1 }
      return Array((chance(4) ? String(text.dropLast()) : text).utf8)
    case .array:
      allowsLineEnds = true
      defer { allowsLineEnds = false }
      return Array((space() + list(count, isPlain: isPlain) + space()).utf8)
    case .document:
      allowsLineEnds = true
      defer { allowsLineEnds = false }
      let start = chance(2) ? header() + "," : space() + "{"
      let end = chance(2) ? "," + string("x") + ":" + anyValue(depth: 2) : ""
      let member = space() + "\"events\"" + space() + ":" + space()
      return Array((start + member + list(count, isPlain: isPlain) + end + space() + "}").utf8)
    }
  }

  private mutating func header() -> String {
    let format = "{\"format\":\"callorder.trace/1\""
    return chance(2) ? format : format + ",\"metadata\":{\"os\":\"iOS 18.4\",\"x\":\(number())}"
  }

  private mutating func list(_ count: Int, isPlain: Bool) -> String {
    let events = (0..<count).map { _ in space() + event(isPlain: isPlain) + space() }
    return "[" + (events.isEmpty ? space() : events.joined(separator: ",")) + "]"
  }

  /// One event; a plain one has only ordinary parts. Many differ from an earlier one only in some values.
  mutating func event(isPlain: Bool) -> String {
    var members: [Member]
    if chance(2), let pattern = patterns.randomElement(using: &random) {
      members = pattern
      for index in members.indices where chance(4) {
        members[index].value = otherValue(of: members[index], isPlain: isPlain)
      }
    } else {
      members = self.members(isPlain: isPlain).map { member in
        Member(
          name: member.name,
          lead: space() + string(member.name, isPlain: isPlain) + space() + ":" + space(),
          value: member.value, trail: space())
      }
      patterns.append(members)
    }
    return "{" + members.map { $0.lead + $0.value + $0.trail }.joined(separator: ",") + "}"
  }

  private mutating func otherValue(of member: Member, isPlain: Bool) -> String {
    if chance(4) { return anyValue(depth: 3) }
    switch member.name {
    case "callback": return string(name(), isPlain: isPlain)
    case "lost": return "\(below(1_000))"
    default: return value(of: member.name)
    }
  }

  private mutating func members(isPlain: Bool) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    if chance(10) {
      members.append(("lost", chance(8) ? anyValue(depth: 1) : "\(below(1_000))"))
    } else if chance(30) {
      members.append(("end", chance(8) ? anyValue(depth: 1) : "true"))
    } else {
      members.append(("callback", string(name(), isPlain: isPlain)))
    }
    let others =
      ["kind", "phase", "time", "duration", "role", "delegate", "state", "thread", "lost"]
      + identities
    for name in others where chance(3) && !members.contains(where: { $0.name == name }) {
      if name == "lost" && !chance(8) { continue }
      members.append((name, isPlain || !chance(12) ? value(of: name) : anyValue(depth: 2)))
    }
    for _ in 0..<(chance(20) ? 20 : chance(40) ? 70 : below(4)) {
      members.append((unknownName(), isPlain ? scalar() : anyValue(depth: 3)))
    }
    if chance(80) {
      let depth = 1 + below(300)
      members.append(("deep", repeated("[", depth) + repeated("]", depth)))
    }
    if !isPlain && chance(12), let twice = members.randomElement(using: &random) {
      members.append((twice.name, chance(2) ? twice.value : scalar()))
    }
    members.shuffle(using: &random)
    return members
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A value that is usually valid in the format.
  private mutating func value(of name: String) -> String {
    switch name {
    case "kind": return ["\"delegate\"", "\"notification\"", "\"action\"", "null"][below(4)]
    case "phase": return ["\"begin\"", "\"end\"", "null", "\"ends\""][below(4)]
    case "time": return chance(3) ? string(time(), isPlain: true) : number()
    case "duration": return number()
    case "thread", "process": return chance(2) ? "\(below(100_000))" : string(self.name())
    case "sessions":
      let names = (0..<below(4)).map { _ in space() + string(self.name(), isPlain: chance(2)) }
      return "[" + names.joined(separator: space() + ",") + space() + "]"
    default: return string(self.name(), isPlain: chance(2))
    }
  }

  private mutating func time() -> String {
    let fraction = ["", "", ".5", ".25", ".123456", ".1234567890123456789", "."][below(7)]
    let zone = ["Z", "z", "+02:00", "-0330", "+0000", ""][below(6)]
    let day = ["2025-02-28", "2024-02-29", "2025-02-29", "1970-01-01", "0001-12-31"][below(5)]
    return day + ["T", " ", "t"][below(3)]
      + ["00:00:00", "23:59:60", "12:34:56", "24:00:00"][below(4)]
      + fraction + zone
  }

  private mutating func unknownName() -> String {
    if chance(6) {
      return ["call", "callbacks", "sess", "tim", "losT", "kin", "", "events"][below(8)]
    }
    if chance(12) { return name() }
    return String((0..<below(21)).map { _ in "abcdefghij_k"[below(12)] })
  }

  /// A name of a callback or a subject; every length around a machine word occurs.
  private mutating func name() -> String {
    let samples = [
      "sceneDidBecomeActive(_:)", "é", "日本語", "😀", "a\"b", "a\\b", "\u{7F}", "/", "\t\n",
    ]
    if chance(5) { return samples[below(samples.count)] + (chance(2) ? "x" : "") }
    return String((0..<below(24)).map { _ in "ABCDEF0123-("[below(12)] })
  }

  /// A JSON string, with the necessary escapes and sometimes others.
  mutating func string(_ text: String, isPlain: Bool = false) -> String {
    let escapesAny = !isPlain && chance(6)
    var output = "\""
    for unit in text.utf16 {
      guard let scalar = Unicode.Scalar(unit) else {
        output += "\\u" + hex(unit)
        continue
      }
      switch scalar {
      case "\"", "\\": output += "\\" + String(scalar)
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "/" where escapesAny: output += "\\/"
      default: output += escapesAny && chance(3) ? "\\u" + hex(unit) : String(scalar)
      }
    }
    return output + "\""
  }

  private mutating func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: chance(2))
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private mutating func scalar() -> String {
    switch below(5) {
    case 0: number()
    case 1: ["null", "true", "false"][below(3)]
    default: string(name())
    }
  }

  private mutating func anyValue(depth: Int) -> String {
    if depth == 0 || chance(2) { return scalar() }
    let count = below(4)
    if chance(2) {
      return "["
        + (0..<count).map { _ in space() + anyValue(depth: depth - 1) }
        .joined(separator: ",") + space() + "]"
    }
    return "{"
      + (0..<count).map { _ in string(name()) + ":" + anyValue(depth: depth - 1) }
      .joined(separator: space() + ",") + "}"
  }

  /// A number in any syntax; rarely one that is not valid JSON.
  mutating func number() -> String {
    if chance(40) {
      return [
        "01", "1.", ".5", "+1", "1e", "1e400", "9223372036854775808", "--1", "0x1", "NaN", "-",
      ][
        below(11)]
    }
    if chance(4) {
      return [
        "0", "-0", "-0.0", "0.0", "1e5", "1E+5", "1e-5", "-1", "-1.5", "9007199254740991",
        "9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808",
        "1e308", "5e-324", "1e-400", "0.30000000000000004", "123456789.123456789", "4294967296",
        "1760000000.123456789", "0.00000000000000000001", "900719925474099.3", "1760000000.1234567",
        "785951234.12345678", "1e-05", "2.5e22", "-1e19", "18446744073709551615.5", "1e300",
        "1e308",
        "9223372036854775806", "-9223372036854775809", "12345678901234567890e-5",
      ][below(33)]
    }
    func digits(_ count: Int) -> String { (0..<count).map { _ in "\(below(10))" }.joined() }
    let whole = chance(3) ? "0" : "\(1 + below(9))" + digits(below(12))
    let fraction = chance(2) ? "" : "." + digits(1 + below(8))
    return (chance(6) ? "-" : "") + whole + fraction
  }

  private mutating func space() -> String {
    if !chance(8) { return "" }
    return allowsLineEnds
      ? [" ", "\n", "\r\n", "\t", "\n\n  "][below(5)] : [" ", "  ", "\t", "\r"][below(4)]
  }

  /// True once in the given number of times.
  mutating func chance(_ times: Int) -> Bool { below(times) == 0 }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

extension String {
  fileprivate subscript(place: Int) -> Character { self[index(startIndex, offsetBy: place)] }
}
