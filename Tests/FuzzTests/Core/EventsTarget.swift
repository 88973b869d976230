import TestSupport
import TraceModel
import TraceReading

extension FuzzTarget {
  /// Events after others, as lines, or after a bracket as a list: the scanner against jansson.
  static let events = FuzzTarget(name: "events", mutation: .json) { bytes in
    var random = SeededGenerator(choices: bytes.suffix(4))
    var manner = Reading.Manner()
    manner.chunkSize = 4_096
    if Int.random(in: 0..<4, using: &random) == 0 {
      manner.members = EventMembers(
        single: ["scene", "role", "uid", "thread", "options.urls"], set: "scenes")
    }
    let isList = bytes.first == UInt8(ascii: "[")
    let first = #"{"callback":"a"}"#
    let text =
      isList
      ? Array("[\(first),".utf8) + bytes.dropFirst() : Array("\(first)\n".utf8) + bytes + [0x0A]
    let scanned = Reading(text, manner)
    manner.usesScanner = false
    if let difference = scanned.difference(from: Reading(text, manner)) {
      return .complaint("with the scanner and without: \(difference)")
    }
    return scanned.events.count < 2 ? .rejected : .accepted
  }
}
