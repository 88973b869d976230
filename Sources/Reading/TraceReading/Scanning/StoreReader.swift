internal import TraceJSON
package import TraceModel

/// Where in a list of elements some bytes begin or end.
private enum ListState {
  /// After the opening bracket.
  case beforeFirst
  /// After a comma.
  case beforeElement
  /// After an element.
  case afterElement
  /// After the closing bracket.
  case closed
}

/// Reads one trace into a store, as its bytes arrive.
///
/// It recognizes the three shapes by content. A list is read as it arrives. In a document, what comes before the list
/// must fit the size limit, and what comes after it is read at the end.
package struct StoreReader: ~Copyable {
  private enum Phase {
    case start
    case lines
    case list(ListState)
    /// A document that is read once all of it has arrived, and the path to its list.
    case document(list: [DocumentStep])
    case suffix
    case finished
  }

  private let limits: ReadingLimits
  private let recognition: FormatRecognition
  private var elements: ElementStoring
  private var text: TextWindow
  private var phase = Phase.start
  /// The number of line ends in what was read of the text in memory.
  private var lineEnds = 0
  /// Whether what is in memory is to be read on, because what it is has just become known.
  package private(set) var goesOn = false
  /// The text of a document up to its list of events.
  private var prefix: [UInt8] = []
  private var ownHeader = TraceHeader()
  /// The note on a recording that ends in the middle of an event.
  private var cutOff: ReadingNote?

  /// The header of the trace. Before the end it lacks what follows the events.
  package var header: TraceHeader { elements.header ?? ownHeader }
  /// Notes on the recording so far.
  package var notes: [ReadingNote] { elements.notes + (cutOff.map { [$0] } ?? []) }

  /// Creates a reader.
  /// - Parameters:
  ///   - usesScanner: false to read every event with jansson, which is slower and gives the same result.
  ///   - chunkSize: how many bytes are read at a time.
  ///   - fillsUp: false to read events whenever the source has delivered whole ones.
  package init(
    _ source: any ByteSource, members: EventMembers, limits: ReadingLimits = ReadingLimits(),
    usesScanner: Bool = true, chunkSize: Int = 256 << 10, fillsUp: Bool = true,
    foreign: ForeignOptions = ForeignOptions()
  ) {
    text = TextWindow(source, chunkSize: chunkSize, fillsUp: fillsUp)
    self.limits = limits
    var options = foreign
    options.members = members
    recognition = FormatRecognition(options)
    elements = ElementStoring(members: members, limits: limits, usesScanner: usesScanner)
  }

  /// Reads what arrives next into a store, always the same one.
  /// - Returns: whether more may come; false only at the end.
  /// - Throws: `TraceError` with the position of the fault. The store has the events before it.
  package mutating func next(into store: inout TraceStore) throws(TraceError) -> Bool {
    if case .finished = phase { return false }
    let failure = text.failure
    if !goesOn { text.fill() }
    goesOn = false
    lineEnds = 0
    let read: Int
    do throws(BatchFault) {
      read = try decode(&store)
    } catch {
      let bytes = text.view
      let end = text.position.moved(over: bytes[..<min(error.offset, bytes.endIndex)])
      // If nothing came before, there is nothing to check.
      if !error.isCutOff || store.events.isEmpty { throw TraceError(error.message, at: end) }
      cutOff = CutOff.note(line: end.line)
      phase = .finished
      return false
    }
    text.drop(read, lineEnds: lineEnds)
    if text.byteCount > limits.eventSizeInBytes {
      throw TraceError(limits.sizeFault, at: text.position)
    }
    if case .finished = phase {
      if store.events.isEmpty, let fault = elements.format?.faultWithoutEvents {
        throw TraceError(fault, at: .start)
      }
      return false
    }
    if read == 0, !goesOn, let failure { throw failure }
    return true
  }

  // MARK: - Phases

  /// Reads as much as possible of what has arrived.
  /// - Returns: how many bytes were read.
  private mutating func decode(_ store: inout TraceStore) throws(BatchFault) -> Int {
    switch phase {
    case .start:
      let read = try begin()
      if case .start = phase { return read }
      countLineEnds(in: 0..<read)
      goesOn = true
      return read
    case .lines:
      if let format = elements.format, format.isReversed { return try readReversedLines(&store) }
      let read = try readLines(&store)
      if text.isAtEnd { phase = .finished }
      return read
    case .list(var state):
      let read = try readList(from: 0, &store, &state, isLast: text.isAtEnd)
      phase = state == .closed ? .suffix : .list(state)
      goesOn = state == .closed
      return read
    case .document(let list):
      if !text.isAtEnd { return 0 }
      phase = .finished
      return try readDocument(list, &store)
    case .suffix: return try readSuffix()
    case .finished: return 0
    }
  }

  private mutating func countLineEnds(in range: Range<Int>) {
    lineEnds += text.view[range].count { $0 == UInt8(ascii: "\n") }
  }

  /// The line of what follows the bytes that were read, counted from 1.
  private var line: Int { text.position.line + lineEnds }

  // MARK: - Lines

  private mutating func readLines(_ store: inout TraceStore) throws(BatchFault) -> Int {
    let bytes = text.view
    var offset = 0
    while offset < bytes.endIndex {
      guard let next = try readLine(offset, bytes, &store) else { break }
      offset = next
    }
    return offset
  }

  /// Reads the line at an offset.
  /// - Returns: the offset after it; nil, with nothing changed, if it is unfinished.
  @inline(__always)
  private mutating func readLine(
    _ offset: Int, _ bytes: ByteView, _ store: inout TraceStore
  ) throws(BatchFault) -> Int? {
    let isLast = text.isAtEnd
    var blanks = SpaceSkipper(allowsLineEnds: false)
    let start = blanks.skip(offset, in: bytes)
    if start == bytes.endIndex { return isLast ? start : nil }
    if bytes[start] == UInt8(ascii: "\n") {
      lineEnds += 1
      return start + 1
    }
    if let end = elements.scan(start, text, &store) {
      let next = blanks.skip(end, in: bytes)
      if next == bytes.endIndex ? isLast : bytes[next] == UInt8(ascii: "\n") {
        try elements.take(start..<end, of: text, &store, line: line)
        lineEnds += 1
        return min(next + 1, bytes.endIndex)
      }
    }
    let lineEnd = bytes.lineEnd(from: start)
    if lineEnd == bytes.endIndex && !isLast { return nil }
    var end = lineEnd
    while bytes[end - 1].isSpace { end -= 1 }
    do throws(BatchFault) {
      try elements.readLine(
        start..<end, of: text, isWhole: lineEnd < bytes.endIndex, &store, line: line)
    } catch {
      if bytes.skipSpace(from: lineEnd) < bytes.endIndex
        || !CutOff.isBeginning(ofObject: bytes[start..<end])
      {
        throw error
      }
      // More of the recording may follow, so it is not known yet whether it ends here.
      if !isLast { return nil }
      throw BatchFault(error.message, at: error.offset, isCutOff: true)
    }
    lineEnds += 1
    return min(lineEnd + 1, bytes.endIndex)
  }

  /// Reads lines of which the newest comes first, once all have arrived.
  private mutating func readReversedLines(_ store: inout TraceStore) throws(BatchFault) -> Int {
    if text.byteCount > limits.eventSizeInBytes {
      throw BatchFault(
        "only a log of up to \(limits.eventSizeInBytes >> 20) MiB is read from the end; reverse it first, for example with tail -r",
        at: 0)
    }
    if !text.isAtEnd { return 0 }
    phase = .finished
    let read = try readLines(&store)
    store.reverse()
    return read
  }

  // MARK: - Lists

  /// Reads elements of a list.
  /// - Parameters:
  ///   - start: the offset to begin at.
  ///   - state: where in the list that is; afterwards, where the bytes that were read end.
  ///   - isLast: whether the recording ends with the bytes.
  /// - Returns: the offset after the bytes read; what follows is unfinished, or comes after the list.
  private mutating func readList(
    from start: Int, _ store: inout TraceStore, _ state: inout ListState, isLast: Bool
  ) throws(BatchFault) -> Int {
    let bytes = text.view
    var offset = start
    while state != .closed {
      var space = SpaceSkipper(allowsLineEnds: true)
      offset = space.skip(offset, in: bytes)
      lineEnds += space.lineEnds
      if offset == bytes.endIndex { break }
      switch (state, bytes[offset]) {
      case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        state = .closed
        offset += 1
      case (.afterElement, UInt8(ascii: ",")):
        state = .beforeElement
        offset += 1
      case (.afterElement, _):
        throw BatchFault(
          "a comma or the end of the list is expected after \(elements.elementName)", at: offset)
      case (.beforeElement, UInt8(ascii: "]")) where !elements.allowsOpenList:
        throw BatchFault("\(elements.elementName) is expected after the comma", at: offset)
      case (.beforeElement, UInt8(ascii: "]")): state = .afterElement
      case (_, _):
        guard let end = try readElement(offset, bytes, &store, isLast: isLast) else {
          return offset
        }
        state = .afterElement
        offset = end
      }
    }
    if isLast && state != .closed {
      if !elements.allowsOpenList {
        throw BatchFault(
          "the text ends inside \(elements.listName)", at: bytes.endIndex, isCutOff: true)
      }
      state = .closed
    }
    return offset
  }

  private mutating func readElement(
    _ start: Int, _ bytes: ByteView, _ store: inout TraceStore, isLast: Bool
  ) throws(BatchFault) -> Int? {
    if let end = elements.scan(start, text, &store) {
      try elements.take(start..<end, of: text, &store, line: line)
      lineEnds += elements.scanner.event.lineEnds
      return end
    }
    let foundEnd = ElementCutter.end(of: start, in: bytes)
    // Checked first, so that the error does not depend on how much of the element has arrived.
    if (foundEnd ?? bytes.endIndex) - start > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: start)
    }
    guard let end = foundEnd else {
      if !isLast { return nil }
      throw BatchFault(
        "the text ends inside \(elements.elementName)", at: bytes.endIndex,
        isCutOff: CutOff.isBeginning(ofObject: bytes[start..<bytes.endIndex]))
    }
    try elements.read(start..<max(end, start + 1), of: text, &store, line: line)
    countLineEnds(in: start..<end)
    return end
  }

  // MARK: - Documents

  /// Reads the elements of a document, which is in memory completely.
  private mutating func readDocument(
    _ list: [DocumentStep], _ store: inout TraceStore
  ) throws(BatchFault) -> Int {
    let bytes = text.view
    let start = bytes.skipSpace(from: 0)
    let end = ElementCutter.end(of: start, in: bytes) ?? bytes.endIndex
    let rest = bytes.skipSpace(from: end)
    if rest < bytes.endIndex { throw BatchFault("nothing is allowed after the document", at: rest) }
    guard let bracket = DocumentStep.offset(of: list, in: bytes[..<end], from: start) else {
      throw BatchFault(
        "the name of the list of events contains escapes, which are not supported there", at: start)
    }
    countLineEnds(in: start..<bracket)
    var state = ListState.beforeFirst
    _ = try readList(from: bracket + 1, &store, &state, isLast: true)
    return bytes.endIndex
  }

  /// Reads what follows the list of events.
  private mutating func readSuffix() throws(BatchFault) -> Int {
    if !text.isAtEnd { return 0 }
    let bytes = text.view
    if elements.format == nil && bytes.count > limits.eventSizeInBytes {
      throw BatchFault(limits.sizeFault, at: 0)
    }
    phase = .finished
    if prefix.isEmpty {
      let rest = bytes.skipSpace(from: 0)
      if rest < bytes.endIndex {
        throw BatchFault("nothing is allowed after the list of events", at: rest)
      }
      return bytes.endIndex
    }
    let whole = prefix + Array("[]".utf8)
    do throws(BatchFault) {
      try readHeader(whole + bytes)
    } catch {
      var fault = error.moved(by: -whole.count)
      fault.isCutOff = (whole + bytes).withView { CutOff.isBeginning(ofObject: $0) }
      throw fault
    }
    return bytes.endIndex
  }

  /// Reads what a document says about itself before or after its list of events.
  private mutating func readHeader(_ text: [UInt8]) throws(BatchFault) {
    ownHeader = try TraceHeader(JSONValue(ofText: text, isForeign: false))
  }

  // MARK: - The beginning

  /// Recognizes the shape by the first bytes.
  /// - Returns: the number of bytes read; 0 if more are needed.
  private mutating func begin() throws(BatchFault) -> Int {
    let bytes = text.view
    let isStart = text.position.offset == 0
    if isStart, let kind = OtherContent(bytes) {
      throw BatchFault(kind.message, at: bytes.startIndex)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.skipSpace(from: isStart && bytes.starts(with: mark) ? mark.count : 0)
    if start == bytes.endIndex {
      countLineEnds(in: 0..<start)
      if !text.isAtEnd { return start }
      if elements.format == nil { throw BatchFault(TraceError.emptyFile, at: start) }
      phase = .finished
      return start
    }
    let rest = bytes[start...]
    switch recognition.recognize(rest, isWhole: text.isAtEnd) {
    case nil where elements.format == nil:
      do throws(BatchFault) { return try beginOwn(rest) } catch {
        let next = min(rest.lineEnd(from: start) + 1, rest.endIndex)
        let end = rest.lineEnd(from: next)
        // Broken JSON may be one long line: no more of it is looked at.
        if end == rest.endIndex, !text.isAtEnd, rest.count < 1 << 16 { return 0 }
        guard let log = recognition.log(goingOnWith: rest[next..<end]) else { throw error }
        (phase, prefix) = (.lines, [])
        elements.format = log
        return start
      }
    case nil:
      // Whatever follows a line of text that begins a log is read as a log.
      let isList = rest.first == UInt8(ascii: "[")
      phase = isList ? .list(.beforeFirst) : .lines
      return isList ? start + 1 : start
    case .unclear: return 0
    case .textLine(let format, let end):
      // What follows decides between lines and a list.
      elements.format = format
      countLineEnds(in: 0..<end)
      goesOn = true
      return end
    case .elements(let format):
      phase = .lines
      elements.format = format
      return start
    case .list(let format):
      elements.format = format
      phase = .list(.beforeFirst)
      return start + 1
    case .document(let format, let list):
      phase = .document(list: list)
      elements.format = format
      return start
    }
  }

  /// Reads the text of a document up to its list.
  private mutating func beginDocument(_ bytes: ByteView) throws(BatchFault) {
    prefix = Array(bytes)
    do throws(BatchFault) { try readHeader(prefix + Array("[]}".utf8)) } catch {
      throw error.moved(by: bytes.startIndex)
    }
  }

  private mutating func beginOwn(_ bytes: ByteView) throws(BatchFault) -> Int {
    let start = bytes.startIndex
    switch bytes[start] {
    case UInt8(ascii: "["):
      beginList()
      return start + 1
    case UInt8(ascii: "{"): return try beginObject(bytes)
    default:
      throw BatchFault(
        "a trace begins with { or [; this is neither a document, nor a list of events, nor JSON Lines",
        at: start)
    }
  }

  private mutating func beginList() {
    phase = .list(.beforeFirst)
    elements.scanner.allowsLineEnds = true
  }

  /// Distinguishes a document from the first line of JSON Lines.
  private mutating func beginObject(_ bytes: ByteView) throws(BatchFault) -> Int {
    let start = bytes.startIndex
    if let list = ElementCutter.list(ofMember: TraceHeader.listName, of: start, in: bytes) {
      try beginDocument(bytes[..<list])
      beginList()
      return list + 1
    }
    guard let end = ElementCutter.end(of: start, in: bytes) else {
      if !text.isAtEnd { return 0 }
      do throws(BatchFault) { try readHeader(Array(bytes)) } catch {
        throw error.moved(by: start)
      }
      throw BatchFault("the text ends inside an object", at: bytes.endIndex)
    }
    var hint = ""
    do throws(BatchFault) {
      let whole = Array(bytes[..<end])
      let strict = Result { () throws(BatchFault) in
        try JSONValue(ofText: whole, isForeign: false)
      }
      // A fault in another format's object must not keep it from being recognized.
      let value =
        if case .success(let value) = strict { value } else {
          try JSONValue(ofText: whole, isForeign: true)
        }
      if value["callback"] != nil || value["lost"] != nil || value["end"] == true {
        phase = .lines
        return start
      }
      if TraceHeader.members.contains(where: { value[$0] != nil }) {
        let next = bytes.skipSpace(from: end)
        if next == bytes.endIndex && !text.isAtEnd { return 0 }
        if next < bytes.endIndex && !bytes[end..<next].contains(UInt8(ascii: "\n")) {
          throw BatchFault("in JSON Lines the header is a line of its own", at: next - start)
        }
        ownHeader = try TraceHeader(strict.get())
        phase = .lines
        return end
      }
      if let other = OtherContent(value) { throw BatchFault(other.message, at: 0) }
      if let list = value[TraceHeader.listName.description] {
        throw BatchFault("\"events\" must be a list, not \(list.kindInWords)", at: 0)
      }
      let near = (value.members ?? []).prefix(32).lazy.compactMap {
        nearestName(to: $0.name, among: ["callback", TraceHeader.listName.description])
      }.first
      hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
    } catch {
      throw error.moved(by: start)
    }
    throw BatchFault(
      "this object has no \"events\" and no \"callback\", and is in no other format that this reads\(hint)",
      at: start)
  }
}

extension JSONValue {
  /// The value of a whole text.
  fileprivate init(ofText text: [UInt8], isForeign: Bool) throws(BatchFault) {
    do throws(JSONError) { try self.init(parsing: text, isForeign: isForeign) } catch {
      throw BatchFault(error.inPlainWords, at: min(error.offset, text.count))
    }
  }
}
