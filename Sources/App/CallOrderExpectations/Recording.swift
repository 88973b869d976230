public import CallOrderRecorderCore
public import TraceModel

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
  public var events: [RecordedEvent]
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
    _ events: [RecordedEvent], name: String = "calls.jsonl", records: Records = .trace,
    isComplete: Bool = false, os: String? = nil
  ) {
    (self.events, self.name, self.records) = (events, name, records)
    (self.isComplete, self.os) = (isComplete, os)
  }

  /// The recording as a file that `callorder check` reads: JSON Lines, a header and then a line for each event.
  /// - Complexity: O(bytes).
  public var bytes: [UInt8] {
    [UInt8](encoding: { header(&$0) })
      + events.flatMap { event in [UInt8](encoding: { $0.event(event) }) }
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
}
