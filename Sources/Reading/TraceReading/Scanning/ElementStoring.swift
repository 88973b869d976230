internal import TraceJSON
internal import TraceModel

/// Adds the elements of a recording to a store, each of which is a JSON object or a line.
struct ElementStoring: ~Copyable {
  let limits: ReadingLimits
  private let members: EventMembers
  private let decoder: EventDecoder
  /// Whether events that need not be left to jansson are scanned: never those of another format.
  private var usesScanner: Bool
  var scanner: StoreScanner
  /// The format of another tool; nil for our own.
  var format: (any ForeignFormat)? {
    didSet { usesScanner = false }
  }
  /// How many elements of another format were not lifecycle calls.
  private(set) var otherCount = 0
  init(members: EventMembers, limits: ReadingLimits, usesScanner: Bool) {
    (self.members, self.limits, self.usesScanner) = (members, limits, usesScanner)
    decoder = EventDecoder(members: members, limits: limits)
    scanner = StoreScanner(members: members, limits: limits)
  }

  /// The name of an element in messages, with its article.
  var elementName: String { format.map { "a \($0.elementName.one)" } ?? "an event" }
  /// The name of a list of elements in messages, with its article.
  var listName: String { format == nil ? "the list of events" : "the list" }
  /// Whether a list may lack its end, as after an interrupted program.
  var allowsOpenList: Bool { format?.allowsOpenList ?? false }

  /// Reads the element at an offset if it need not be left to jansson; it is added by `take`.
  /// - Returns: the offset after it.
  @inline(__always)
  mutating func scan(
    _ start: Int, _ text: borrowing TextWindow, _ store: inout TraceStore
  ) -> Int? {
    guard usesScanner, let base = text.base,
      let end = scanner.scan(base + start, &store)
    else { return nil }
    // What ends with the last byte may go on.
    return end - base <= text.byteCount ? end - base : nil
  }

  /// Adds the element that was scanned.
  /// - Parameters:
  ///   - range: where it is in the text.
  ///   - line: the line on which it begins, counted from 1.
  @inline(__always)
  mutating func take(
    _ range: Range<Int>, of text: borrowing TextWindow, _ store: inout TraceStore, line: Int
  ) throws(BatchFault) {
    try checkCount(store, range.lowerBound)
    scanner.take(&store, line: line)
  }

  /// Adds the events of the line in a range of the text, without the blanks around it.
  /// - Parameters:
  ///   - isWhole: whether a line end follows.
  ///   - line: its number, counted from 1.
  mutating func readLine(
    _ range: Range<Int>, of text: borrowing TextWindow, isWhole: Bool, _ store: inout TraceStore,
    line: Int
  ) throws(BatchFault) {
    switch format?.content(of: text.view[range], number: line, isLast: !isWhole) {
    case .element(let element): try take(element, range, &store, line: line)
    case .object(let start): try read(start..<range.upperBound, of: text, &store, line: line)
    case nil:
      do throws(BatchFault) {
        try read(range, of: text, &store, line: line)
      } catch {
        if !error.isTruncation || !isWhole { throw error }
        throw BatchFault(
          "the line ends inside an event; in JSON Lines each event is one line", at: error.offset)
      }
    }
  }

  /// Adds the events of the element in a range of the text.
  /// - Parameter line: the line on which it begins, counted from 1.
  mutating func read(
    _ range: Range<Int>, of text: borrowing TextWindow, _ store: inout TraceStore, line: Int
  ) throws(BatchFault) {
    let bytes = text.view
    if range.count > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: range.lowerBound)
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes[range], isForeign: format != nil)
    } catch {
      throw BatchFault(
        error.isTruncation ? "the text ends inside \(elementName)" : error.inPlainWords,
        at: range.lowerBound + min(error.offset, range.count), isTruncation: error.isTruncation)
    }
    try document.withRoot { root throws(BatchFault) in
      guard root.isObject else {
        throw BatchFault(
          "\(elementName) must be an object, not \(root.kindInWords)", at: range.lowerBound)
      }
      if let element = format?.read(root) {
        try take(element, range, &store, line: line)
      } else if var event = try decoder.decode(root, at: range, in: bytes, &store) {
        event.line = UInt32(truncatingIfNeeded: line)
        try checkCount(store, range.lowerBound)
        store.append(event)
      }
    }
  }

  private func checkCount(_ store: borrowing TraceStore, _ start: Int) throws(BatchFault) {
    if store.events.count < limits.eventCount { return }
    throw BatchFault("a trace may have at most \(limits.eventCount) events", at: start)
  }

  private mutating func take(
    _ element: ForeignElement, _ range: Range<Int>, _ store: inout TraceStore, line: Int
  ) throws(BatchFault) {
    switch element {
    case .events(let events):
      for event in events { try append(event, range, &store, line: line) }
    case .other: otherCount += 1
    case .nothing: break
    }
  }

  private func append(
    _ foreign: ForeignEvent, _ range: Range<Int>, _ store: inout TraceStore, line: Int
  ) throws(BatchFault) {
    func intern(_ text: String, _ store: inout TraceStore) throws(BatchFault) -> NameID {
      let length = text.utf8.count
      if length > limits.nameLengthInBytes {
        throw BatchFault(
          "a name of \(length) bytes is too long; the limit is \(limits.nameLengthInBytes) bytes",
          at: range.lowerBound)
      }
      return store.intern(text)
    }
    var event = EventDraft(members)
    event.line = UInt32(truncatingIfNeeded: line)
    event.time = foreign.time ?? .nan
    event.duration = foreign.duration.map { max(0, $0) } ?? .nan
    event.kind = foreign.callback == nil || foreign.isUnclear ? .gap : foreign.kind ?? .delegate
    event.phase = foreign.phase
    if let callback = foreign.callback { event.callback = try intern(callback, &store) }
    for (index, member) in members.single.enumerated() {
      if let value = foreign.members[member] { event.values[index] = try intern(value, &store) }
    }
    try checkCount(store, range.lowerBound)
    store.append(event)
  }

  // MARK: - What is told besides events

  /// The header of another format for reports; nil for our own.
  var header: TraceHeader? {
    guard let format else { return nil }
    var header = TraceHeader()
    header.format = format.name
    header.metadata = format.metadata
    return header
  }

  /// Notes on a recording in another format.
  var notes: [ReadingNote] {
    guard let format else { return [] }
    if otherCount == 0 { return format.notes }
    let message =
      otherCount == 1
      ? "1 \(format.elementName.one) is not a lifecycle call"
      : "\(otherCount) \(format.elementName.many) are not lifecycle calls"
    return [ReadingNote(id: "not-lifecycle", count: otherCount, message: message)] + format.notes
  }
}
