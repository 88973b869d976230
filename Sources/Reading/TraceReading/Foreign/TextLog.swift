internal import TraceJSON

/// A log as text: from Xcode's console, the unified log in its styles for people, device farms, or build servers.
///
/// A line counts if it names a callback, by the same rules as for a message of the unified log.
package struct TextLog: ForeignFormat {
  /// Its name in reports.
  package static let formatName = "text-log"
  let name = formatName
  let elementName = (one: "line", many: "lines")
  private var messages: LogReader

  private init(_ options: ForeignOptions) { messages = LogReader(options) }

  var notes: [ReadingNote] { messages.log.notes(elementName.many) }
  var metadata: [TraceHeader.Member] { messages.log.metadata }

  var isReversed: Bool { messages.options.readsFromEnd }

  var faultWithoutEvents: String? {
    let fault =
      "a trace begins with { or [; this is text, and no line names a lifecycle callback"
    return "\(fault): \(messages.log.cause ?? messages.log.advice)"
  }

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    guard case .text(let text, _) = beginning, isText(text) else { return nil }
    return .elements(TextLog(options))
  }

  /// Whether the first bytes look like console output: no zeros, and few bytes that are not characters.
  private static func isText(_ bytes: ByteView) -> Bool {
    let beginning = bytes.prefix(4_096)
    let others = beginning.count { $0 < 0x20 && $0 != 0x1B && !(0x09...0x0D).contains($0) }
    return others * 32 <= beginning.count && !beginning.contains(0)
  }

  mutating func content(of line: ByteView, number: Int, isLast: Bool) -> LineContent {
    // The meaning of an object between the lines cannot be guessed.
    if line.first == UInt8(ascii: "{"), let next = line.dropFirst().first(where: { !$0.isSpace }),
      next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    {
      return .element(.other)
    }
    let line = LogLine(line)
    if line.isOfTool { return .element(.other) }
    let meaning = messages.read(
      LogMessage(
        bytes: line.message, line: line.text, number: number, time: line.time,
        program: line.program, process: line.process, isSystems: line.isSystems,
        isCut: line.isCut, isLast: isLast))
    if meaning == .other, line.isBreak { messages.noteBreak() }
    return .element(meaning)
  }

  mutating func read(_ element: JSONNode) -> ForeignElement { .other }
}
