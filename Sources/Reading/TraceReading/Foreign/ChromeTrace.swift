internal import TraceJSON
internal import TraceModel

/// The JSON format of Chrome's trace viewer, which Perfetto and others read and write.
///
/// An event counts if its name is a callback, or its category is `uiscene`. Its arguments may have the kind and the
/// members that the grammar asks for, as in our own format. Its process is the member `process`.
/// - Source: "Trace Event Format", the Chromium project.
struct ChromeTrace: ForeignFormat {
  let name = "chrome-trace"
  let elementName = (one: "trace event", many: "trace events")
  /// The format itself allows the end of a bare list to be left out.
  let allowsOpenList = true
  private let options: ForeignOptions
  private(set) var metadata: [TraceHeader.Member] = []
  private var nesting = Nesting()

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

  /// Takes over what a document says about itself.
  mutating func readDocument(_ document: JSONValue) {
    metadata = (document["otherData"]?.members ?? []).compactMap { member in
      member.value.string.map { TraceHeader.Member(name: member.name, value: $0) }
    }
  }

  /// Instants, complete durations, and the beginnings and ends of durations.
  private static let phases: [String: CallPhase] = [
    "i": .whole, "I": .whole, "X": .whole, "B": .begin, "E": .end, "b": .begin, "e": .end,
  ]

  mutating func read(_ element: JSONNode) -> ForeignElement {
    guard let type = element["ph"]?.text, let phase = Self.phases[type] else { return .other }
    let call = element["name"]?.text.flatMap { isCall($0, element) ? $0 : nil }
    var begun: String?
    if type == "B" || type == "E" { begun = nesting.follow(phase, call, on: element) }
    // An end need not say what it ends.
    guard let name = call ?? (element["name"] == nil ? begun : nil) else { return .other }
    let arguments = element["args"]
    var event = ForeignEvent(name)
    event.phase = phase
    event.kind = [EventKind.delegate, .notification, .action].first {
      $0.name == arguments?["kind"]?.text
    }
    event.time = element["ts"]?.number.map { $0 / 1_000_000 }
    if type == "X" { event.duration = element["dur"]?.number.map { $0 / 1_000_000 } }
    arguments?.forEachMember { name, value in
      let name = String(decoding: name, as: UTF8.self)
      if options.members.sets.contains(name) {
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

  /// Whether an event with the name is a lifecycle call.
  private func isCall(_ name: String, _ element: JSONNode) -> Bool {
    if name.isEmpty { return false }
    let categories = (element["cat"]?.text ?? "").split(separator: ",")
    return categories.contains("uiscene") || options.vocabulary.meaningInProse(name) != nil
  }
}

/// The open calls and durations of each thread. An end belongs to the one that began last.
private struct Nesting {
  private var open: [String: [String?]] = [:]
  private var count = 0
  /// If more than this is open, further beginnings have no known end.
  private static let limit = 1 << 16

  /// Records a beginning or an end.
  /// - Parameter call: the lifecycle call that it names; nil if it names none.
  /// - Returns: for an end, the call that it ends; nil if that is unknown, or not a lifecycle call.
  mutating func follow(_ phase: CallPhase, _ call: String?, on element: JSONNode) -> String? {
    let thread = "\(element["pid"]?.name ?? "") \(element["tid"]?.name ?? "")"
    if phase == .begin {
      if count == Self.limit { (open, count) = ([:], 0) }
      open[thread, default: []].append(call)
      count += 1
      return nil
    }
    guard let begun = open[thread]?.popLast() else { return nil }
    count -= 1
    if open[thread]?.isEmpty ?? false { open[thread] = nil }
    return begun
  }
}
