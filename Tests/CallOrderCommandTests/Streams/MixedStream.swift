import TestSupport

/// The events of several devices in one stream, and the same events in separate recordings.
struct MixedStream {
  /// The header of the stream, as the members of an object.
  static let header = #""metadata":{"app":"Notes","os":"iOS 18.4"},"complete":true"#

  /// One event and the number of its device.
  struct Line {
    var device: Int
    var text: String
  }

  var lines: [Line] = []

  /// Generates lives with faults and interleaves them; each keeps its order.
  init(seed: UInt64, devices: Int) {
    var random = SeededGenerator(seed: seed)
    var rest = (0..<devices).map { device -> [String] in
      var style = LifeGenerator.Style()
      style.processes = 1...2
      style.steps = 5...15
      var generator = LifeGenerator(seed: seed &* 100 &+ UInt64(device), style: style)
      var lines = generator.life().map(\.line)
      if lines.count > 2, device % 2 == 0 {
        let place = Int.random(in: 1..<lines.count, using: &random)
        lines.swapAt(place - 1, place)
      }
      return lines.map { $0.dropLast() + ",\(Self.key(device))}" }
    }
    while true {
      let left = rest.indices.filter { !rest[$0].isEmpty }
      guard let device = left.randomElement(using: &random) else { break }
      // Runs of events from the same device are likely, too.
      for _ in 0..<Int.random(in: 1...3, using: &random) where !rest[device].isEmpty {
        lines.append(Line(device: device, text: rest[device].removeFirst()))
      }
    }
  }

  /// The members that identify the device of an event: a name with characters that have to be escaped, and a number.
  static func key(_ device: Int) -> String { #""device":"d,\#(device)]","launch":\#(device)"# }

  /// The name of a device's recording in reports.
  static func name(_ device: Int) -> String { "s[device=d\\,\(device)\\],launch=\(device)]" }

  /// The stream with the events of some devices.
  func text(_ shape: LongTrace.Shape = .linesAfterHeader, of devices: Set<Int>? = nil) -> String {
    let some = lines.filter { devices?.contains($0.device) ?? true }.map(\.text)
    return switch shape {
    case .lines: some.joined(separator: "\n") + "\n"
    case .linesAfterHeader: "{\(Self.header)}\n" + some.joined(separator: "\r\n\n")
    case .array: "[\n" + some.joined(separator: ",\n") + "]\n"
    case .document: "{\"events\":[" + some.joined(separator: ", ") + "],\(Self.header)}"
    }
  }

  /// The recording of a device as a document with one event per line.
  func recording(of device: Int, hasHeader: Bool) -> String {
    let metadata =
      (hasHeader ? #""app":"Notes","os":"iOS 18.4","# : "")
      + "\"device\":\"d,\(device)]\",\"launch\":\"\(device)\""
    let rest = hasHeader ? #","complete":true"# : ""
    let events = lines.filter { $0.device == device }.map(\.text).joined(separator: ",\n")
    return "{\"metadata\":{\(metadata)}\(rest),\"events\":[\(events)]}"
  }
}
