import TestSupport
import TraceModel
import TraceReading

extension FuzzTarget {
  /// The reader of traces: its scanner against jansson, against the documented format, and against itself at any pace.
  static let reader = FuzzTarget(name: "reader", mutation: .json) { bytes in
    // The way of reading depends only on the bytes, so that a find is just a text.
    var random = SeededGenerator(choices: bytes.suffix(8))
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var manner = Reading.Manner()
    manner.chunkSize = 4_096
    if below(4) == 0 { manner.members = otherMembers[below(otherMembers.count)] }
    if below(20) == 0 { manner.limits.nameLengthInBytes = 8 }
    if below(40) == 0 { manner.limits.eventCount = 3 }
    let reading = Reading(bytes, manner)
    var outcome = reading.error == nil ? Outcome.accepted : .rejected
    func compare(_ what: String, _ other: Reading) {
      if outcome.complaint != nil { return }
      if let difference = reading.difference(from: other) {
        outcome.complaint = "\(what): \(difference)"
      }
    }
    var plain = manner
    plain.usesScanner = false
    compare("with the scanner and without", Reading(bytes, plain))
    var dripping = below(2) == 0 ? manner : plain
    (dripping.step, dripping.fillsUp) = (1 + below(40), below(2) == 0)
    // A foreign format is recognized by a beginning that does not fit in a small chunk, and so is a text whose first line
    // begins with a bracket.
    let beginning = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
    if beginning.first == UInt8(ascii: "{") || beginning.elementsEqual("[{".utf8) {
      dripping.chunkSize = 1 + below(200)
    }
    compare("in large chunks and small", Reading(bytes, dripping))
    // The reference knows only the project's own format. It is slow, so it reads only some of the long texts.
    let isOwn = reading.error != nil || reading.header.format == "callorder.trace/1"
    let isAsked = below(8) == 0 || bytes.count <= 64
    if isAsked, isOwn, outcome.complaint == nil {
      outcome.complaint = difference(
        of: reading,
        from: ReferenceReader(members: manner.members, limits: manner.limits).read(bytes))
    }
    return outcome
  }

  private static let otherMembers = [
    EventMembers(single: [], set: nil),
    EventMembers(single: ["scene", "role", "uid", "thread"], set: "scenes"),
    EventMembers(
      single: ["host", "wire", "packet", "b", "c", "d", "e", "f", "time", "kind"], set: nil),
    EventMembers(single: ["a_name_longer_than_a_word", "session"], set: "session"),
  ]

  private static func difference(of reading: Reading, from expected: [ReadEvent]?) -> String? {
    guard let expected else {
      return reading.error == nil ? "accepted, and by the documented format it is no trace" : nil
    }
    if let error = reading.error {
      return "refused, and by the documented format it is a trace: \(error)"
    }
    var wanted = Reading()
    wanted.events = expected
    var found = Reading()
    found.events = reading.events
    return found.difference(from: wanted).map { "read, and documented: \($0)" }
  }
}
