internal import TraceJSON
internal import TraceModel

/// The unified log of Apple's systems: `log show` and `log stream` with `--style json` or `ndjson`.
///
/// Delegate calls are in it if the app logs them; the message says which.
/// - Source: log(1); the members of an entry as recorded from 2018 to 2026, and as libyal's dtformats lists them.
struct AppleLog: ForeignFormat {
  let name = "apple-log"
  let elementName = (one: "log entry", many: "log entries")
  /// `log stream` ends when it is interrupted.
  let allowsOpenList = true
  private var messages: LogReader

  init(_ options: ForeignOptions) { messages = LogReader(options) }

  var notes: [ReadingNote] { messages.log.notes(elementName.many) }
  var metadata: [TraceHeader.Member] { messages.log.metadata }

  /// The beginning of the line of text that `log stream` prints first.
  private static let firstLine = "Filtering the log data using"

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    switch beginning {
    case .text(let text, let isWhole):
      if !text.starts(with: firstLine.utf8) { return nil }
      let end = text.lineEnd(from: text.startIndex)
      if end == text.endIndex && !isWhole { return .unclear }
      return .textLine(AppleLog(options), end: min(end + 1, text.endIndex))
    case .element(let element): return isEntry(element) ? .elements(AppleLog(options)) : nil
    case .document: return nil
    }
  }

  /// Whether an element is an entry of such a log, or the trailer of an empty one.
  private static func isEntry(_ element: JSONNode) -> Bool {
    if element["eventMessage"]?.text != nil && element["timestamp"] != nil { return true }
    if element["eventType"]?.text != nil,
      element["machTimestamp"] ?? element["timestamp"] != nil
    {
      return true
    }
    return isTrailer(element)
  }

  private static func isTrailer(_ element: JSONNode) -> Bool {
    element["finished"]?.integer != nil && element["count"]?.integer != nil
  }

  func content(of line: ByteView, number: Int, isLast: Bool) -> LineContent {
    line.starts(with: Self.firstLine.utf8) ? .element(.other) : .object(line.startIndex)
  }

  mutating func read(_ entry: JSONNode) -> ForeignElement {
    let time = seconds(entry["timestamp"]?.text)
    switch entry["eventType"]?.text {
    case "lossEvent": return .events([.gap(time: time)])
    case nil where Self.isTrailer(entry): return .nothing
    default: break
    }
    let isSystems =
      entry["subsystem"]?.text?.hasPrefix("com.apple.") ?? false
      || entry["senderImagePath"]?.text?.contains("/System/Library/") ?? false
    let program = entry["processImagePath"]?.text.map { path in
      path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
    }
    for member in [entry["eventMessage"], entry["signpostName"]] {
      guard let text = member?.text else { continue }
      let meaning = messages.read(
        LogMessage(
          bytes: Array(text.utf8), time: time, program: program, process: entry["processID"]?.name,
          phase: entry["signpostType"]?.text.flatMap { CallPhase(name: $0.utf8) },
          isSystems: isSystems))
      if meaning != .other { return meaning }
    }
    return .other
  }
}
