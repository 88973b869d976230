/// A line of a log as text, split into its message and what comes before that: the time, the process, the subsystem.
///
/// It knows the styles `compact`, `default` and `syslog` of the unified log, the prefixes of Xcode's console and of the
/// system logs of devices, and a time alone, as loggers and build servers add it. Other prefixes are part of the message.
/// - Source: log(1); `NSLog` in Foundation; syslog as `idevicesyslog` prints it.
struct LogLine {
  /// The line without the color codes of terminals, up to a limit.
  let text: [UInt8]
  /// Whether the line is longer than the limit.
  let isCut: Bool
  /// Seconds from any origin; nil if the line does not begin with a time.
  private(set) var time: Double?
  /// The name of the program, and the id of its process.
  private(set) var program: String?
  private(set) var process: String?
  /// Whether one of Apple's subsystems wrote it.
  private(set) var isSystems = false
  private var messageStart = 0

  /// The part of the line after all that.
  var message: [UInt8] { Array(text[messageStart...]) }

  /// How many words are searched for a time.
  private static let timeLimit = 4
  /// How many words there may be between the time and the process.
  private static let wordLimit = 8

  init(_ line: ByteView) {
    text = Self.withoutColors(line.prefix(LogReader.lengthLimit))
    isCut = line.count > LogReader.lengthLimit
    readTime()
    if time == nil { return }
    if !readProcess() { readColumns() }
    readSubsystem()
  }

  /// Whether it is a line of a backtrace, the result of a test, a compiler's message, a finding of the live checker, or
  /// source code. The methods that it names are not being called at this moment.
  var isOfTool: Bool {
    let line = String(decoding: text.prefix(512), as: UTF8.self)
    let words = line.split { " \t#:".contains($0) }.drop {
      $0 == "frame" || $0 == "*" || !$0.utf8.contains { $0 < 0x80 }
    }
    guard let first = words.first, let second = words.dropFirst().first else {
      return line.hasPrefix("//")
    }
    if first == "Test" {
      return second == "Case" || words.contains { ["passed", "failed", "started"].contains($0) }
    }
    if first.hasPrefix("//") || first == "event" && second.last == "," { return true }
    if first.allSatisfy(\.isNumber) || first.hasPrefix("0x") {
      if words.dropFirst().prefix(2).contains(where: { $0.hasPrefix("0x") }) { return true }
    }
    let isMethod =
      words.contains("func") || first == "-" && second.first == "(" || first.hasPrefix("-(")
    if isMethod, words.last?.last == "{" || line.contains("(_ ") { return true }
    let isPlace = [".swift", ".m", ".mm", ".h"].contains(where: first.hasSuffix)
    // A compiler names the column, too, and the live checker the rule.
    let level = words.dropFirst().first { !$0.allSatisfy(\.isNumber) } ?? ""
    let hasColumn = words.dropFirst().prefix(2).allSatisfy { $0.allSatisfy(\.isNumber) }
    return isPlace
      && ["error", "warning", "note"].contains {
        level == $0 && hasColumn || level.hasPrefix($0 + "[")
      }
  }

  /// Whether lines may be missing here: a heading or a fence of Markdown, or dots alone.
  var isBreak: Bool {
    let line = String(decoding: message.prefix(128), as: UTF8.self)
    let words = line.split { " \t".contains($0) }
    guard let first = words.first else { return false }
    if first.hasPrefix("```") || first.hasPrefix("~~~") { return true }
    if words.count > 1, first.allSatisfy({ $0 == "#" }) { return true }
    let signs = first.filter { !"[](){}<>".contains($0) }
    return words.count == 1 && (signs == "…" || signs.count > 2 && signs.allSatisfy { $0 == "." })
  }

  private static func withoutColors(_ line: ByteView) -> [UInt8] {
    guard line.contains(0x1B) else { return Array(line) }
    var text: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == 0x1B, index + 1 < line.endIndex, line[index + 1] == UInt8(ascii: "[") {
        let rest = line[(index + 2)..<line.endIndex]
        index = rest.firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 } ?? line.endIndex
      } else {
        text.append(line[index])
        index += 1
      }
    }
    return text
  }

  // MARK: Parts

  /// Reads the time at the start, or after a level, a sign or a label there.
  private mutating func readTime() {
    var start = 0
    for word in 0..<Self.timeLimit {
      var index = start
      while index < text.count, !isNameByte(text[index]), text[index] != UInt8(ascii: "+") {
        index += 1
      }
      let found = text.withUnsafeBytes { leadingTime(ByteView($0)[index..<$0.count]) }
      if let (seconds, end) = found, end == text.count || !isNameByte(text[end]) {
        time = seconds
        // What comes before it is part of the message, as the user's patterns may name it.
        if word == 0, index == start || text[start] == UInt8(ascii: "[") {
          let rest =
            text[end...].starts(with: "]:".utf8)
            ? end + 2 : end + (index > start || text[end...].starts(with: ":".utf8) ? 1 : 0)
          messageStart = skipBlanks(min(rest, text.count))
        }
        return
      }
      start = skipBlanks(
        text[start...].firstIndex { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "=") }.map {
          $0 + 1
        } ?? text.count)
      if start == text.count { return }
    }
  }

  /// The next words, up to a limit.
  private func words(_ limit: Int) -> [Range<Int>] {
    var (words, start): ([Range<Int>], Int) = ([], messageStart)
    while words.count < limit, start < text.count {
      words.append(start..<(text[start...].firstIndex(of: 0x20) ?? text.count))
      start = skipBlanks(words[words.count - 1].upperBound)
    }
    return words
  }

  /// Reads `App[123:4567]` or `App(Library)[123]` among the first words.
  private mutating func readProcess() -> Bool {
    for word in words(Self.wordLimit) {
      guard let bracket = text[word].lastIndex(of: UInt8(ascii: "[")), bracket > word.lowerBound,
        case let name = text[word.lowerBound..<bracket], !name.contains(UInt8(ascii: ":")),
        let number = number(in: text[(bracket + 1)..<word.upperBound])
      else { continue }
      process = number
      program = String(decoding: name.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self)
      messageStart = skipBlanks(word.upperBound)
      return true
    }
    return false
  }

  /// The digits at the start of a text that are followed by `]`, or by `:`, something else and `]`.
  private func number(in text: ArraySlice<UInt8>) -> String? {
    let digits = text.prefix(while: isDigit)
    var rest = text[digits.endIndex...]
    if rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst().drop { $0 != UInt8(ascii: "]") }
    }
    if rest.last == UInt8(ascii: ":") { rest = rest.dropLast() }
    guard !digits.isEmpty, rest.elementsEqual("]".utf8) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads the columns of the style `default`: thread, type, activity, process, lifetime, and the program's name.
  private mutating func readColumns() {
    let words = words(6)
    guard words.count == 6, text[words[0]].starts(with: "0x".utf8),
      text[words[2]].starts(with: "0x".utf8), text[words[3]].allSatisfy(isDigit),
      text[words[4]].allSatisfy(isDigit), text[words[5]].last == UInt8(ascii: ":")
    else { return }
    process = String(decoding: text[words[3]], as: UTF8.self)
    program = String(decoding: text[words[5]].dropLast(), as: UTF8.self)
    messageStart = skipBlanks(words[5].upperBound)
  }

  /// Skips `(Library)`, `<Notice>:` and `[subsystem:category]`.
  private mutating func readSubsystem() {
    if process == nil { return }
    for (opening, closing) in [("(", ")"), ("<", ">:"), ("[", "]")] {
      let rest = text[messageStart...].prefix(256)
      let closing = Array(closing.utf8)
      guard rest.starts(with: opening.utf8), let end = rest.firstIndex(of: closing[0]),
        text[end...].starts(with: closing)
      else { continue }
      // Objective-C methods are in brackets, too, and the label that says whose call it is.
      let isSubsystem = rest[..<end].contains(UInt8(ascii: ":")) && !rest[..<end].contains(0x20)
      if opening == "[" && !isSubsystem || rest[..<end].hasPart("elegate") { continue }
      if opening == "[" { isSystems = rest.starts(with: "[com.apple.".utf8) }
      messageStart = skipBlanks(end + closing.count)
    }
  }

  // MARK: Bytes

  private func skipBlanks(_ start: Int) -> Int {
    text[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? text.count
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension ArraySlice<UInt8> {
  fileprivate func hasPart(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
