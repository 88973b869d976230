internal import TraceJSON
internal import TraceModel

/// Lines of Customer.io's lifecycle trace, `cio-lifecycle-trace/1`.
///
/// Calls made by the system and notifications posted by it count; calls passed on by frameworks do not. Scenes have
/// aliases that are valid within one stream only. Records are numbered; a missing number is a gap.
/// - Source: customerio-ios, `docs/dev-notes/IOS27-LIFECYCLE-TRACE-V1.md`.
struct CustomerIOTrace: ForeignFormat {
  private static let schema = "cio-lifecycle-trace/1"
  /// The text before the object in the console.
  private static let linePrefix = "CIO-LIFECYCLE-TRACE "

  let name = Self.schema
  let elementName = (one: "record", many: "records")
  private(set) var metadata: [TraceHeader.Member] = []
  private var streams: [String: Stream] = [:]
  /// Whether lines have the prefix, possibly after what a console adds, so that lines without it belong to others.
  private let hasPrefix: Bool

  /// The state of one recorder's output.
  private struct Stream {
    var number: Int
    var last: Int64
    /// Missing records that were already reported as a gap, or come before the first one.
    var missing: Int64
  }

  private init(hasPrefix: Bool) { self.hasPrefix = hasPrefix }

  static let namesItself = true

  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition? {
    switch beginning {
    case .text(let text, _):
      return linePrefixEnd(in: text) == nil ? nil : .elements(CustomerIOTrace(hasPrefix: true))
    case .element(let record):
      let isRecord = record["schema"]?.text == schema
      return isRecord ? .elements(CustomerIOTrace(hasPrefix: false)) : nil
    case .openDocument, .document: return nil
    }
  }

  /// The index after the prefix; nil if it does not occur.
  private static func linePrefixEnd(in bytes: ByteView) -> Int? {
    let prefix = Array(linePrefix.utf8)
    var rest = bytes
    while let found = rest.firstIndex(of: prefix[0]) {
      if bytes[found...].starts(with: prefix) { return found + prefix.count }
      rest = bytes[(found + 1)...]
    }
    return nil
  }

  func content(of line: ByteView, number: Int, isLast: Bool) -> LineContent {
    if !hasPrefix { return .object(line.startIndex) }
    return Self.linePrefixEnd(in: line).map { .object($0) } ?? .element(.other)
  }

  mutating func read(_ record: JSONNode) -> ForeignElement {
    let time = record["monotonic_ms"]?.number.map { $0 / 1_000 }
    if metadata.isEmpty {
      for name in ["integration", "scenario"] {
        if let text = (name == "scenario" ? record["scenario"] : record["integration"])?.text {
          metadata.append(.init(name: name, value: text))
        }
      }
    }
    let (stream, lost) = follow(record)
    var events = lost > 0 ? [ForeignEvent.gap(time: time)] : []
    if var event = call(record) {
      event.time = time
      event.members["process"] = record["process_id"]?.name
      if let scene = record["correlation"]?["scene"]?.text {
        event.members["scene"] = stream == 1 ? scene : "\(scene), stream \(stream)"
      }
      event.members["role"] = record["payload_summary"]?["enums"]?["scene_role"]?.text
      events.append(event)
    }
    return events.isEmpty ? .other : .events(events)
  }

  /// Follows the numbers: returns which stream it is, and how many more records are missing.
  private mutating func follow(_ record: JSONNode) -> (stream: Int, lost: Int64) {
    let id = record["stream_id"]?.text ?? ""
    let sequence = max(0, record["sequence"]?.integer ?? 0)
    let dropped = max(0, record["recorder"]?["dropped_records_total"]?.integer ?? 0)
    var stream =
      streams[id]
      ?? Stream(
        number: streams.count + 1, last: max(0, sequence - 1), missing: max(0, sequence - 1))
    let hole = max(0, sequence - stream.last - 1)
    // Records that the recorder dropped left holes too, here or before.
    let lost = max(hole, dropped - stream.missing)
    let (missing, isTooMuch) = stream.missing.addingReportingOverflow(max(0, lost))
    stream.missing = isTooMuch ? .max : missing
    stream.last = max(stream.last, sequence)
    streams[id] = stream
    return (stream.number, lost)
  }

  /// The kinds of records for what UIKit did.
  private static let kinds: [String: EventKind] = [
    "os-callback": .delegate, "observer-notification": .notification,
  ]
  private static let phases: Set<String> = ["entry", "state-change"]

  private func call(_ record: JSONNode) -> ForeignEvent? {
    guard let kind = Self.kinds[record["kind"]?.text ?? ""],
      Self.phases.contains(record["phase"]?.text ?? ""),
      let callback = Self.callbacks[record["callback"]?.text ?? ""]
    else { return nil }
    return ForeignEvent(callback, kind: kind)
  }
}
