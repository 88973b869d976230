public import CallOrderCore
internal import CallOrderRecorderCore
internal import TraceModel

/// What a test checks: a recording, or anything that can be converted to one.
public protocol RecordingConvertible {
  /// The recording.
  var recording: Recording { get }
}

/// The events of one run of the app, as values.
public struct Recording: RecordingConvertible, Sendable, Equatable {
  /// The name in failures and of the attachment, such as `calls.jsonl`.
  public var name: String
  /// The events, in their order.
  public var events: [Event]
  /// Which callbacks the recording shows.
  public var records: Records
  /// Whether nothing happened before the first event.
  public var isComplete: Bool
  /// The OS version that it is judged by, such as `iOS 27.0`; nil if it is unknown.
  public var os: String?

  /// The recording itself.
  public var recording: Recording { self }

  /// Makes a recording of events; the parameters are described at the properties.
  public init(
    _ events: [Event], name: String = "calls.jsonl", records: Records = .trace,
    isComplete: Bool = false, os: String? = nil
  ) {
    (self.events, self.name, self.records) = (events, name, records)
    (self.isComplete, self.os) = (isComplete, os)
  }

  /// The recording as a file that `callorder check` reads: JSON Lines, a header and then a line for each event.
  /// - Complexity: O(bytes).
  public var bytes: [UInt8] {
    [UInt8](encoding: { header(&$0) })
      + events.flatMap { event in [UInt8](encoding: { Self.line(event, &$0) }) }
  }

  private func header(_ encoder: inout LineEncoder) {
    encoder.raw("{\"format\":\"callorder.trace/1\"")
    if let os {
      encoder.raw(",\"metadata\":{\"os\":")
      encoder.string(os)
      encoder.raw("}")
    }
    switch records {
    case .trace, .run: break
    case .all: encoder.raw(",\"records\":\"all\"")
    case .callbacks(let spellings):
      encoder.raw(",\"records\":")
      encoder.list(spellings)
    }
    if isComplete { encoder.raw(",\"complete\":true") }
    encoder.raw("}\n")
  }

  private static func line(_ event: Event, _ encoder: inout LineEncoder) {
    if event.kind == .gap {
      encoder.raw("{\"lost\":")
      encoder.number(event["lost"].flatMap { Int($0.text) } ?? 0)
      return encoder.raw("}\n")
    }
    encoder.raw("{\"callback\":")
    encoder.string(event.callback)
    switch event.kind {
    case .notification: encoder.raw(",\"kind\":\"notification\"")
    case .action: encoder.raw(",\"kind\":\"action\"")
    default: break
    }
    switch event.phase {
    case .whole: break
    case .begin: encoder.raw(",\"phase\":\"begin\"")
    case .end: encoder.raw(",\"phase\":\"end\"")
    }
    for (name, seconds) in [("time", event.time), ("duration", event.duration)] {
      guard let seconds, seconds.magnitude < 1e12 else { continue }
      encoder.name(name)
      encoder.seconds(microseconds: Int(seconds * 1e6 + (seconds < 0 ? -0.5 : 0.5)))
    }
    for name in event.members.lazy.map(\.name) where !Event.ownNames.contains(name) {
      let parts = name.split(separator: ".", maxSplits: 1)
      if parts.count == 2 {
        object(parts[0], of: event, first: name, &encoder)
      } else if let value = event[name] {
        encoder.name(name)
        encoder.value(value)
      }
    }
    encoder.raw("}\n")
  }

  /// Writes members such as `options.urls` as one object, at the first of them.
  private static func object(
    _ object: Substring, of event: Event, first name: String, _ encoder: inout LineEncoder
  ) {
    let members = event.members.filter { $0.name.hasPrefix("\(object).") }
    guard members.first?.name == name else { return }
    encoder.name(String(object))
    for (index, member) in members.enumerated() {
      encoder.raw(index == 0 ? "{" : ",")
      encoder.string(String(member.name.dropFirst(object.count + 1)))
      encoder.raw(":")
      // These are counts and truth values; elsewhere, a number is an identity.
      switch member.value {
      case .text("true"): encoder.truth(true)
      case .text("false"): encoder.truth(false)
      case .text(let text):
        if let count = Int(text) { encoder.number(count) } else { encoder.string(text) }
      case .list(let texts): encoder.list(texts)
      }
    }
    encoder.raw("}")
  }
}

extension Event {
  /// Members of a line that are no members of an event.
  fileprivate static let ownNames: Set<String> = [
    "callback", "kind", "phase", "time", "duration", "lost",
  ]
}

extension Event.Value {
  /// The value as one text; empty for a list.
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}

extension LineEncoder {
  fileprivate mutating func name(_ name: String) {
    raw(",")
    string(name)
    raw(":")
  }

  fileprivate mutating func value(_ value: Event.Value) {
    switch value {
    case .text(let text): string(text)
    case .list(let texts): list(texts)
    }
  }
}
