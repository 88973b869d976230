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
    text = Self.withoutColors(line.prefix(LogMessageReader.lengthLimit))
    isCut = line.count > LogMessageReader.lengthLimit
    readTime()
    if time == nil { return }
    if !readProcess() { readColumns() }
    readSubsystem()
  }

  /// Whether a debugger or a test runner wrote it: a line of a backtrace, or the result of a test. The methods that it
  /// names are not being called at this moment.
  var isOfTool: Bool {
    let words = text.prefix(256).split {
      $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ":")
    }
    .drop {
      $0.elementsEqual("frame".utf8) || $0.elementsEqual("*".utf8) || !$0.contains { $0 < 0x80 }
    }.prefix(4)
    guard let first = words.first else { return false }
    if first.elementsEqual("Test".utf8) {
      return words.dropFirst().first?.elementsEqual("Case".utf8) ?? false
        || text.hasWord("passed") || text.hasWord("failed") || text.hasWord("started")
    }
    return (first.allSatisfy(isDigit) || first.starts(with: "0x".utf8))
      && words.dropFirst().prefix(2).contains { $0.starts(with: "0x".utf8) }
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

  /// Reads `App[123:4567]` or `App(Library)[123]` among the first words.
  private mutating func readProcess() -> Bool {
    var start = messageStart
    for _ in 0..<Self.wordLimit {
      let end = wordEnd(start)
      if start == end { return false }
      if let bracket = text[start..<end].lastIndex(of: UInt8(ascii: "[")), bracket > start,
        !text[start..<bracket].contains(UInt8(ascii: ":")),
        let number = number(in: text[(bracket + 1)..<end])
      {
        process = number
        program = String(
          decoding: text[start..<bracket].prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self)
        messageStart = skipBlanks(end)
        return true
      }
      start = skipBlanks(end)
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
    var words: [Range<Int>] = []
    var start = messageStart
    while words.count < 6, case let end = wordEnd(start), end > start {
      words.append(start..<end)
      start = skipBlanks(end)
    }
    guard words.count == 6, text[words[0]].starts(with: "0x".utf8),
      text[words[2]].starts(with: "0x".utf8), text[words[3]].allSatisfy(isDigit),
      text[words[4]].allSatisfy(isDigit), text[words[5]].last == UInt8(ascii: ":")
    else { return }
    process = String(decoding: text[words[3]], as: UTF8.self)
    program = String(decoding: text[words[5]].dropLast(), as: UTF8.self)
    messageStart = start
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
      // Objective-C method names are in brackets, too.
      if opening == "[" && rest[..<end].contains(0x20) { continue }
      if opening == "[" { isSystems = rest.starts(with: "[com.apple.".utf8) }
      messageStart = skipBlanks(end + closing.count)
    }
  }

  // MARK: Bytes

  private func wordEnd(_ start: Int) -> Int {
    text[start...].firstIndex(of: 0x20) ?? text.count
  }

  private func skipBlanks(_ start: Int) -> Int {
    text[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? text.count
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension [UInt8] {
  fileprivate func hasWord(_ word: String) -> Bool {
    split { !isNameByte($0) }.contains { $0.elementsEqual(word.utf8) }
  }
}
