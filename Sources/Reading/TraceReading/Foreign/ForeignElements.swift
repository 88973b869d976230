internal import TraceJSON
internal import TraceModel

/// Reads the elements of another format into batches.
struct ForeignElements: ElementReader {
  private(set) var format: any ForeignFormat
  private let members: EventMembers
  private let limits: ReadingLimits
  /// How many elements were not lifecycle calls.
  private var otherCount = 0

  let listName = "the list"
  var elementName: String { "a \(format.elementName.one)" }
  var allowsOpenList: Bool { format.allowsOpenList }

  init(_ format: any ForeignFormat, members: EventMembers, limits: ReadingLimits) {
    (self.format, self.members, self.limits) = (format, members, limits)
  }

  /// The header for reports: the format, and what the recording says about itself.
  var header: TraceHeader {
    var header = TraceHeader()
    header.format = format.name
    header.metadata = format.metadata
    return header
  }

  /// Notes on the recording so far.
  var notes: [ReadingNote] {
    if otherCount == 0 { return format.notes }
    let message =
      otherCount == 1
      ? "1 \(format.elementName.one) is not a lifecycle call"
      : "\(otherCount) \(format.elementName.many) are not lifecycle calls"
    return [ReadingNote(id: "not-lifecycle", count: otherCount, message: message)] + format.notes
  }

  func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int? { nil }

  mutating func readLine(
    _ range: Range<Int>, isWhole: Bool, into batch: inout EventBatch
  ) throws(BatchFault) {
    let number = batch.firstLine + batch.lineEnds
    switch format.content(of: batch.view[range], number: number, isLast: !isWhole) {
    case .object(let start): try read(start..<range.upperBound, into: &batch)
    case .element(let element): try take(element, range, &batch)
    }
  }

  mutating func read(_ range: Range<Int>, into batch: inout EventBatch) throws(BatchFault) {
    var format = format
    let element = try withElement(in: range, of: &batch, limits, isForeign: true) { object, _ in
      format.read(object)
    }
    self.format = format
    try take(element, range, &batch)
  }

  private mutating func take(
    _ element: ForeignElement, _ range: Range<Int>, _ batch: inout EventBatch
  ) throws(BatchFault) {
    switch element {
    case .events(let events): for event in events { try append(event, range, &batch) }
    case .other: otherCount += 1
    case .nothing: break
    }
  }

  private func append(
    _ foreign: ForeignEvent, _ range: Range<Int>, _ batch: inout EventBatch
  ) throws(BatchFault) {
    func intern(_ text: String) throws(BatchFault) -> NameID {
      let length = text.utf8.count
      if length > limits.nameLengthInBytes {
        throw BatchFault(
          "a name of \(length) bytes is too long; the limit is \(limits.nameLengthInBytes) bytes",
          at: range.lowerBound)
      }
      return batch.intern(text)
    }
    var event = batch.makeEvent(at: range, memberCount: members.single.count)
    event.time = foreign.time ?? .nan
    event.duration = foreign.duration.map { max(0, $0) } ?? .nan
    event.kind = foreign.callback == nil || foreign.isUnclear ? .gap : foreign.kind ?? .delegate
    event.phase = foreign.phase
    if let callback = foreign.callback { event.callback = try intern(callback) }
    for (index, member) in members.single.enumerated() {
      if let value = foreign.members[member] {
        batch.setValue(index, of: event, to: try intern(value))
      }
    }
    batch.events.append(event)
  }
}
