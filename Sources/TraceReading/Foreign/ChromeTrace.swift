internal import TraceJSON
internal import TraceModel

/// The JSON of Chrome's trace viewer, which Perfetto and others read and write.
///
/// An event counts whose name is a callback, or whose category is `uiscene`. Its arguments may name the session, the
/// scene, the role and the kind as our own format does.
/// - Source: "Trace Event Format", the Chromium project.
struct ChromeTrace: ForeignFormat {
  let name = "chrome-trace"
  let elementName = (one: "trace event", many: "trace events")
  /// The format itself leaves the end of a bare list out if it likes.
  let allowsOpenList = true
  private let vocabulary: CallbackVocabulary
  private(set) var metadata: [TraceHeader.Member] = []

  /// The member of a document that holds its events.
  static let listName = "traceEvents"

  init(_ options: ForeignOptions) { vocabulary = options.vocabulary }

  /// Whether an element is such an event, metadata among them.
  static func recognizes(_ element: JSONNode) -> Bool {
    element["ph"]?.text != nil && (element["name"] != nil || element["ts"] != nil)
  }

  /// Takes what a document says of itself.
  mutating func readDocument(_ document: JSONValue) {
    metadata = (document["otherData"]?.members ?? []).compactMap { member in
      member.value.string.map { TraceHeader.Member(name: member.name, value: $0) }
    }
  }

  /// Instants, and the beginnings of what lasts.
  private static let phases: Set<String> = ["i", "I", "X", "B"]

  mutating func read(_ element: JSONNode) -> ForeignElement {
    guard let phase = element["ph"]?.text, Self.phases.contains(phase),
      let name = element["name"]?.text, !name.isEmpty
    else { return .other }
    let categories = (element["cat"]?.text ?? "").split(separator: ",")
    if !categories.contains("uiscene") && vocabulary.meaningInProse(name) == nil { return .other }
    let arguments = element["args"]
    var event = ForeignEvent(name)
    event.kind = [EventKind.delegate, .notification, .action].first {
      $0.name == arguments?["kind"]?.text
    }
    event.time = element["ts"]?.number.map { $0 / 1_000_000 }
    if phase == "X" { event.duration = element["dur"]?.number.map { $0 / 1_000_000 } }
    event.members["process"] = element["pid"]?.name
    event.members["session"] = arguments?["session"]?.text
    event.members["scene"] = arguments?["scene"]?.text
    event.members["role"] = arguments?["role"]?.text
    arguments?["sessions"]?.forEachElement { session in
      if let name = session.text { event.sessions.append(name) }
    }
    return .events([event])
  }
}
