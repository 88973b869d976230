/// What a recording says of itself in its first line.
public struct RecordingHeader: Sendable, Equatable {
  /// The app's bundle identifier.
  public var app: String?
  /// The version of the app that users see, such as `2.4.1`.
  public var version: String?
  /// The system and its version, such as `iOS 18.4`.
  public var os: String?
  /// The kind of device.
  public var device: String?
  /// When the recording began, in whole seconds since 1970-01-01 00:00 UTC.
  public var startedAt: Int
  /// What the recorder records whenever it happens, callbacks and actions in any spelling; nil where that is not known.
  ///
  /// A delegate's spelling names the call, a notification's name the notification, and a short name both. What is in this
  /// list and not in the recording did not happen; of anything else nobody knows.
  public var records: [String]?

  /// Makes a header.
  public init(
    app: String? = nil, version: String? = nil, os: String? = nil, device: String? = nil,
    startedAt: Int = 0, records: [String]? = nil
  ) {
    self.app = app
    self.version = version
    self.os = os
    self.device = device
    self.startedAt = startedAt
    self.records = records
  }

  /// The header as a line.
  /// - Parameters:
  ///   - launch: what tells this run of the app from others.
  ///   - part: which of the files of one recording it begins, counted from 1.
  func line(launch: String, part: Int = 1) -> [UInt8] {
    var capacity = 1 << 12
    while true {
      let line = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var encoder = LineEncoder(start, capacity: buffer.count)
        write(launch: launch, part: part, to: &encoder)
        count = encoder.isFull ? 0 : encoder.count
      }
      if !line.isEmpty { return line }
      capacity *= 2
    }
  }

  private func write(launch: String, part: Int, to encoder: inout LineEncoder) {
    encoder.raw("{\"format\":\"callorder.trace/1\",\"metadata\":{")
    for (name, value) in [("app", app), ("version", version), ("os", os), ("device", device)] {
      guard let value else { continue }
      encoder.string(name)
      encoder.raw(":")
      encoder.string(value)
      encoder.raw(",")
    }
    encoder.raw("\"launch\":")
    encoder.string(launch)
    encoder.raw(",\"startedAt\":")
    encoder.number(startedAt)
    if part > 1 {
      encoder.raw(",\"part\":")
      encoder.number(part)
    }
    encoder.raw("}")
    if let records {
      encoder.raw(",\"records\":")
      encoder.list(records)
    }
    encoder.raw("}\n")
  }
}
