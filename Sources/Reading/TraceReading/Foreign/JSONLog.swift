internal import TraceJSON
internal import TraceModel

/// The log of a logger that writes JSON, such as `{"ts": 1732264860.25, "level": "info", "msg": "sceneDidBecomeActive"}`.
///
/// Loggers agree on no names, so the usual ones are tried. The message is read like a line of text; if it names no call,
/// so is the function that it comes from.
struct JSONLog: ForeignFormat {
  let name = "json-log"
  let elementName = (one: "log entry", many: "log entries")
  let allowsOpenList = true
  private var messages: LogReader

  private init(_ options: ForeignOptions) { messages = LogReader(options) }

  private static let texts = ["message", "msg", "text", "event", "log"]
  private static let functions = ["function", "func", "method", "fn"]
  private static let times = ["timestamp", "ts", "time", "@timestamp", "date", "datetime", "t"]
  private static let levels = [
    "level", "severity", "lvl", "priority", "type", "logger", "category", "subsystem",
  ]
  private static let processes = ["pid", "process", "processID", "process_id"]
  private static let programs = ["app", "program", "processName", "process_name"]
  /// Later times in seconds would be after the year 5000, so these are milliseconds.
  private static let largestSeconds = 1e11

  var notes: [ReadingNote] { messages.log.notes(elementName.many) }

  var faultWithoutEvents: String? {
    messages.log.cause.map { "no log entry names a lifecycle callback: \($0)" }
  }

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    guard case .element(let element) = beginning else { return nil }
    let entry = Entry(element)
    guard entry.text(texts) != nil, entry.member(times) != nil || entry.member(levels) != nil else {
      return nil
    }
    return .elements(JSONLog(options))
  }

  mutating func read(_ element: JSONNode) -> ForeignElement {
    let entry = Entry(element)
    var message = LogMessage(bytes: [], time: entry.member(Self.times).flatMap(Self.seconds))
    message.process = entry.member(Self.processes)?.name
    message.program = entry.text(Self.programs)
    if let file = entry.text(["file", "fileName", "source"]) {
      message.place = SourcePlace(
        file: file,
        line: entry.member(["line", "lineNumber"])?.integer.flatMap { Int(exactly: $0) })
    }
    let labels = messages.options.members.single
      .compactMap { name in entry.member([name])?.name.map { " \(name)=\($0)" } }.joined()
    let text = entry.text(Self.texts)
    let function = entry.text(Self.functions).map { "\($0) \(text ?? "")" }
    for part in [text, function].compactMap(\.self) {
      message.bytes = Array((part + labels).utf8)
      let meaning = messages.read(message)
      if meaning != .other { return meaning }
    }
    return .other
  }

  /// The members of an entry, and those of objects in it.
  private struct Entry {
    private var members: [String: JSONNode] = [:]

    init(_ element: JSONNode) {
      element.forEachMember { name, value in
        if value.isObject {
          value.forEachMember { name, value in
            let name = String(decoding: name, as: UTF8.self)
            members[name] = members[name] ?? value
          }
        } else {
          members[String(decoding: name, as: UTF8.self)] = value
        }
      }
    }

    func member(_ names: [String]) -> JSONNode? { names.lazy.compactMap { members[$0] }.first }
    func text(_ names: [String]) -> String? { names.lazy.compactMap { members[$0]?.text }.first }
  }

  private static func seconds(_ value: JSONNode) -> Double? {
    if let number = value.number { return number > largestSeconds ? number / 1_000 : number }
    guard var text = value.text else { return nil }
    // SAFETY: the view is used only while the text lends its bytes.
    return text.withUTF8 { leadingTime(ByteView(UnsafeRawBufferPointer($0)))?.seconds }
  }
}
