import TraceModel
import TraceReading

extension EventMembers {
  /// The members that UIKit's grammar declares.
  static let uiScene = EventMembers(single: ["process", "session", "scene"], set: "sessions")
}

extension EventBatch {
  /// The bytes of one event.
  func bytes(of event: EventRecord) -> UnsafeRawBufferPointer {
    let start = Int(event.offset)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(event.length))])
  }
}

/// Everything that a reader returns for one event, in a form that can be compared.
struct ReadEvent: Equatable {
  var line = 1
  var callback: [UInt8]?
  var identities: [[UInt8]?] = []
  var set: [[UInt8]] = []
  var kind = EventKind.delegate
  var phase = CallPhase.whole
  /// The bits of the number, which distinguish -0 from 0, and make NaN comparable.
  var time = Double.nan.bitPattern
  var duration = Double.nan.bitPattern
  /// The event's own bytes.
  var text: [UInt8] = []
  /// The batch of the event, and the offset of its first byte there.
  var batch = 0
  var offset = 0
}

/// Everything that a reader returns for a text.
struct Reading: Equatable {
  var events: [ReadEvent] = []
  var header = TraceHeader()
  var notes: [ReadingNote] = []
  var error: TraceError?

  /// How to read a text.
  struct Manner {
    var members = EventMembers.uiScene
    var limits = ReadingLimits()
    /// How many bytes the source returns at once.
    var step = 1 << 20
    var usesScanner = true
    /// Whether lines and lists are read as several threads would read them.
    var usesFeeder = false
    /// How many batches of a list are filled before the first of them is accepted.
    var window = 1
    var batchSize = TraceReader.batchSizeInBytes
  }

  private final class Box {
    var batch = EventBatch(byteCapacity: 64)
  }

  init() {}

  init(_ bytes: [UInt8], _ manner: Manner) {
    self.init(DrippingSource(bytes, step: manner.step), manner)
  }

  init(_ source: any ByteSource, _ manner: Manner) {
    var reader = TraceReader(
      source, members: manner.members, limits: manner.limits, usesScanner: manner.usesScanner,
      batchSize: manner.batchSize)
    var batch = EventBatch(byteCapacity: 64)
    do throws(TraceError) {
      var count = 0
      var mayFeed = manner.usesFeeder
      while try reader.next(into: &batch) {
        reader.checkInvariants(of: batch)
        add(batch, number: count, manner)
        count += 1
        if mayFeed, let parts = reader.makeFeeder() {
          mayFeed = false
          reader.resume(after: parts.feeder, readParts(parts, &count, manner))
        }
      }
      header = reader.header
      notes = reader.notes
    } catch {
      self.error = error
    }
  }

  private mutating func readParts(
    _ parts: (feeder: BatchFeeder, ledger: BatchLedger), _ count: inout Int, _ manner: Manner
  ) -> BatchLedger {
    var ledger = parts.ledger
    var filled: [Box] = []
    while true {
      while !ledger.hasEnded, filled.count < manner.window {
        let box = Box()
        if !parts.feeder.fill(&box.batch) { break }
        filled.append(box)
      }
      if filled.isEmpty { return ledger }
      let box = filled.removeFirst()
      let outcome = parts.ledger.decode(&box.batch)
      ledger.accept(outcome, of: &box.batch)
      box.batch.checkInvariants()
      add(box.batch, number: count, manner)
      if !box.batch.events.isEmpty { count += 1 }
    }
  }

  private mutating func add(_ batch: borrowing EventBatch, number: Int, _ manner: Manner) {
    for event in batch.events.all {
      var read = ReadEvent()
      read.line = batch.firstLine + Int(event.line)
      if !event.callback.isNone { read.callback = Array(batch.names.bytes(event.callback)) }
      for member in 0..<manner.members.single.count {
        let name = batch.value(member, of: event)
        read.identities.append(name.isNone ? nil : Array(batch.names.bytes(name)))
      }
      for place in Int(event.setStart)..<Int(event.setStart + event.setCount) {
        read.set.append(Array(batch.names.bytes(batch.sets[place])))
      }
      read.kind = event.kind
      read.phase = event.phase
      read.time = event.time.bitPattern
      read.duration = event.duration.bitPattern
      read.text = Array(batch.bytes(of: event))
      read.batch = number
      read.offset = Int(event.offset)
      events.append(read)
    }
  }

  /// The first difference from another reading, whose batches may have ended elsewhere.
  func differenceAcrossBatches(from other: Reading) -> String? {
    var readings = [self, other]
    // Events before a fault are kept, but how many are read depends on the batches.
    let count = error == nil ? Int.max : min(events.count, other.events.count)
    for index in readings.indices {
      readings[index].events = readings[index].events.prefix(count).map { event in
        var event = event
        (event.batch, event.offset) = (0, 0)
        return event
      }
    }
    return readings[0].difference(from: readings[1])
  }

  /// The first difference from another reading, in words; nil if they are the same.
  func difference(from other: Reading) -> String? {
    if error != other.error { return "\(words(error)) and \(words(other.error))" }
    for (index, (mine, its)) in zip(events, other.events).enumerated() where mine != its {
      let fields = zip(Mirror(reflecting: mine).children, Mirror(reflecting: its).children)
        .map { ($0.label ?? "", "\($0.value)", "\($1.value)") }.filter { $0.1 != $0.2 }
      return "event \(index + 1): "
        + fields.map { "\($0.0) is \($0.1) and \($0.2)" }.joined(separator: ", ")
    }
    if events.count != other.events.count {
      return "\(events.count) and \(other.events.count) events"
    }
    if notes != other.notes { return "\(notes) and \(other.notes)" }
    return header == other.header || error != nil ? nil : "\(header) and \(other.header)"
  }

  private func words(_ error: TraceError?) -> String {
    guard let error else { return "no error" }
    return error.position.map { "\($0.line):\($0.column) \(error.message)" } ?? error.message
  }
}
