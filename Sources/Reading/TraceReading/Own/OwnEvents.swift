internal import TraceJSON
internal import TraceModel

/// The events of a trace in our own format. Those with the ordinary shape are read directly, the others with jansson.
struct OwnEvents: ElementReader {
  let elementName = "an event"
  let listName = "the list of events"
  let allowsOpenList = false
  private let limits: ReadingLimits
  private let decoder: EventDecoder
  /// Nil to read every event with jansson.
  private let scanner: EventScanner?

  init(members: EventMembers, limits: ReadingLimits, usesScanner: Bool) {
    self.limits = limits
    decoder = EventDecoder(members: members, limits: limits)
    scanner = usesScanner ? EventScanner(members: members, limits: limits) : nil
  }

  /// Traps if what was learned from a batch is inconsistent; for tests.
  func checkInvariants(of batch: borrowing EventBatch, allowsLineEnds: Bool) {
    scanner?.checkInvariants(of: batch, allowsLineEnds: allowsLineEnds)
  }

  func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int? {
    scanner?.scan(start, &batch, allowsLineEnds: allowsLineEnds)
  }

  func read(_ range: Range<Int>, into batch: inout EventBatch) throws(BatchFault) {
    try withElement(in: range, of: &batch, limits) { event, batch throws(BatchFault) in
      let bytes = batch.view
      if let draft = try decoder.decode(event, at: range, in: bytes, &batch.names) {
        var order: [Int] = []
        event.forEachMember { name, _ in
          if let set = decoder.members.sets.firstIndex(where: { ByteView(name).isText($0) }) {
            order.append(set)
          }
        }
        batch.append(draft, at: range, setsInOrder: order)
      }
    }
  }

  func readLine(
    _ range: Range<Int>, isWhole: Bool, into batch: inout EventBatch
  ) throws(BatchFault) {
    do throws(BatchFault) {
      try read(range, into: &batch)
    } catch {
      if !error.isTruncation || !isWhole { throw error }
      throw BatchFault(
        "the line ends inside an event; in JSON Lines each event is one line", at: error.offset)
    }
  }
}

extension EventBatch {
  /// Adds an event that jansson has read from a range of the bytes.
  fileprivate mutating func append(
    _ draft: EventDraft, at range: Range<Int>, setsInOrder order: [Int]
  ) {
    var event = makeEvent(at: range, memberCount: draft.values.count)
    event.callback = draft.callback
    (event.kind, event.phase) = (draft.kind, draft.phase)
    (event.time, event.duration) = (draft.time, draft.duration)
    for (member, value) in draft.values.enumerated() { setValue(member, of: event, to: value) }
    for set in order {
      beginSet(set, of: &event)
      sets += draft.sets[set]
      endSet(of: &event)
    }
    events.append(event)
  }
}
