/// The header of a recording, its first line.
public struct RecordingHeader: Sendable, Equatable {
  /// The app's bundle identifier.
  public var app: String?
  /// The app version that users see, such as `2.4.1`.
  public var version: String?
  /// The operating system and its version, such as `iOS 18.4`.
  public var os: String?
  /// The SDK that the app is built with, such as `iOS 26.0`: the system treats apps of older ones as it did then.
  public var sdk: String?
  /// The device model.
  public var device: String?
  /// When the recording began, in whole seconds since 1970-01-01 00:00 UTC; 0 to let the recorder set it.
  public var startedAt: Int
  /// The callbacks and actions that are always recorded when they happen, in any spelling; nil if that is unknown.
  ///
  /// The name of a delegate method stands for the call, the name of a notification for the notification, and a short name
  /// for both. If something in this list does not occur in the recording, it did not happen; for anything else, that is
  /// unknown.
  public var records: [String]?

  /// Makes a header; the parameters are described at the properties.
  public init(
    app: String? = nil, version: String? = nil, os: String? = nil, sdk: String? = nil,
    device: String? = nil, startedAt: Int = 0, records: [String]? = nil
  ) {
    (self.app, self.version, self.os, self.sdk) = (app, version, os, sdk)
    (self.device, self.startedAt, self.records) = (device, startedAt, records)
  }

  /// The SDK with a name as Xcode writes it into `Info.plist`, such as `iphonesimulator26.0`; nil for one without scenes.
  package static func sdk(named name: String) -> String? {
    let systems = ["iphone": "iOS", "appletv": "tvOS", "xr": "visionOS"]
    let system = systems.first { name.hasPrefix($0.key) }?.value
    let version = name.drop { !$0.isNumber }
    return version.isEmpty ? nil : system.map { "\($0) \(version)" }
  }

  /// The header as a line.
  /// - Parameters:
  ///   - launch: the identifier of this run of the app.
  ///   - part: the number of the file within the recording, counted from 1.
  func line(launch: String, part: Int = 1) -> [UInt8] {
    [UInt8](encoding: { write(launch: launch, part: part, to: &$0) })
  }

  private func write(launch: String, part: Int, to encoder: inout LineEncoder) {
    encoder.raw("{\"format\":\"callorder.trace/1\",\"metadata\":{")
    for (name, value) in [
      ("app", app), ("version", version), ("os", os), ("sdk", sdk), ("device", device),
    ] {
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
