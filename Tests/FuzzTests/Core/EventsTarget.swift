import TestSupport
import TraceModel
import TraceReading

extension FuzzTarget {
  /// Events in the middle of a trace, as lines, or after a bracket as a list: the scanner against jansson.
  ///
  /// The readers are past the beginning of a trace and are kept, so that there are many more attempts than with whole traces.
  static let events = FuzzTarget(name: "events", mutation: .json) { bytes in
    var random = SeededGenerator(choices: bytes.suffix(4))
    let members = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
    let isList = bytes.first == UInt8(ascii: "[")
    let bench = benches[members * 2 + (isList ? 1 : 0)]
    return bench.outcome(isList ? bytes[1...] : bytes[...])
  }

  nonisolated(unsafe) private static let benches = [
    .uiScene,
    EventMembers(single: ["scene", "role", "uid", "thread", "options.urls"], set: "scenes"),
  ].flatMap { [EventBench($0, isList: false), EventBench($0, isList: true)] }

  /// Two readers in the middle of a trace. A fuzzer has one thread.
  private final class EventBench {
    private let scanning, plain: BatchLedger?
    private let memberCount: Int
    private var scanned = EventBatch(byteCapacity: 4_096)
    private var parsed = EventBatch(byteCapacity: 4_096)

    init(_ members: EventMembers, isList: Bool) {
      memberCount = members.single.count
      scanning = Self.ledger(members, isList, usesScanner: true)
      plain = Self.ledger(members, isList, usesScanner: false)
    }

    /// The state of a reader that has read one of several events.
    private static func ledger(
      _ members: EventMembers, _ isList: Bool, usesScanner: Bool
    ) -> BatchLedger? {
      let event = #"{"callback":"a"}"#
      let rest = String(repeating: event + (isList ? "," : "\n"), count: 8)
      let text = isList ? "[" + rest : rest
      var reader = TraceReader(
        MemorySource(Array(text.utf8)), members: members, usesScanner: usesScanner,
        batchSize: event.utf8.count + 4)
      var batch = EventBatch(byteCapacity: 64)
      return (try? reader.next(into: &batch)) == true ? reader.makeFeeder()?.ledger : nil
    }

    func outcome(_ bytes: ArraySlice<UInt8>) -> Outcome {
      guard let scanning, let plain else { return .complaint("no events to begin with") }
      fill(&scanned, bytes)
      fill(&parsed, bytes)
      let consumed = (scanning.decode(&scanned).consumed, plain.decode(&parsed).consumed)
      if bytes.count % 64 == 0 {
        scanned.checkInvariants()
        parsed.checkInvariants()
      }
      if consumed.0 != consumed.1 {
        return .complaint(
          "the scanner reads \(consumed.0 ?? -1) bytes, jansson \(consumed.1 ?? -1)")
      }
      if let difference { return .complaint("with the scanner and without: \(difference)") }
      return consumed.0 == nil || scanned.events.isEmpty ? .rejected : .accepted
    }

    private func fill(_ batch: inout EventBatch, _ bytes: ArraySlice<UInt8>) {
      batch.removeEvents()
      batch.byteCount = 0
      batch.reserveBytes(bytes.count + 1)
      bytes.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
      // A line without an end is not read.
      batch.bytes[bytes.count] = UInt8(ascii: "\n")
      batch.byteCount = bytes.count + 1
      batch.terminate()
    }

    private var difference: String? {
      if scanned.events.count != parsed.events.count {
        return "\(scanned.events.count) and \(parsed.events.count) events"
      }
      if scanned.lineEnds != parsed.lineEnds {
        return "\(scanned.lineEnds) and \(parsed.lineEnds) line ends"
      }
      for index in 0..<scanned.events.count where !isSame(index) {
        return "event \(index + 1): \(scanned.events[index]) and \(parsed.events[index])"
      }
      return nil
    }

    private func isSame(_ index: Int) -> Bool {
      let (one, other) = (scanned.events[index], parsed.events[index])
      // Compares bits, which differ for -0 and 0, and are equal for NaN.
      guard
        one.offset == other.offset, one.length == other.length, one.line == other.line,
        one.kind == other.kind, one.phase == other.phase,
        one.time.bitPattern == other.time.bitPattern,
        one.duration.bitPattern == other.duration.bitPattern, one.setCount == other.setCount,
        isSame(one.callback, other.callback)
      else { return false }
      for member in 0..<memberCount
      where !isSame(scanned.value(member, of: one), parsed.value(member, of: other)) {
        return false
      }
      for place in 0..<Int(one.setCount)
      where !isSame(
        scanned.sets[Int(one.setStart) + place], parsed.sets[Int(other.setStart) + place])
      {
        return false
      }
      return true
    }

    private func isSame(_ one: NameID, _ other: NameID) -> Bool {
      one.isNone == other.isNone
        && scanned.names.bytes(one).elementsEqual(parsed.names.bytes(other))
    }
  }
}
