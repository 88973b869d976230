internal import TraceJSON
internal import TraceModel

/// The JSON of Chrome's trace viewer, which Perfetto and others read and write.
///
/// An event counts whose name is a callback, or whose category is `uiscene`. Its arguments may name the kind and the
/// members that the grammar asks for as our own format does; its process is the member `process`.
/// - Source: "Trace Event Format", the Chromium project.
struct ChromeTrace: ForeignFormat {
  let name = "chrome-trace"
  let elementName = (one: "trace event", many: "trace events")
  /// The format itself leaves the end of a bare list out if it likes.
  let allowsOpenList = true
  private let options: ForeignOptions
  private(set) var metadata: [TraceHeader.Member] = []

  private init(_ options: ForeignOptions) { self.options = options }

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    switch beginning {
    case .openDocument(let document):
      return document.list("traceEvents").map { .list(ChromeTrace(options), bracket: $0) }
    case .element(let element):
      let isEvent = element["ph"]?.text != nil && (element["name"] != nil || element["ts"] != nil)
      return isEvent ? .elements(ChromeTrace(options)) : nil
    case .text, .document: return nil
    }
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
    if !categories.contains("uiscene") && options.vocabulary.meaningInProse(name) == nil {
      return .other
    }
    let arguments = element["args"]
    var event = ForeignEvent(name)
    event.kind = [EventKind.delegate, .notification, .action].first {
      $0.name == arguments?["kind"]?.text
    }
    event.time = element["ts"]?.number.map { $0 / 1_000_000 }
    if phase == "X" { event.duration = element["dur"]?.number.map { $0 / 1_000_000 } }
    arguments?.forEachMember { name, value in
      let name = String(decoding: name, as: UTF8.self)
      if name == options.members.set {
        value.forEachElement {
          if let text = $0.text { event.sets[name, default: []].append(text) }
        }
      } else {
        event.members[name] = value.name
      }
    }
    event.members["process"] = element["pid"]?.name
    return .events([event])
  }
}
