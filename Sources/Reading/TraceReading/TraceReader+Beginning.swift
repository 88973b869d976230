internal import TraceModel
internal import TraceJSON

/// Recognizing what a recording is by its first bytes.
extension TraceReader {
  /// Recognizes the shape by the first bytes.
  /// - Returns: the number of bytes read; 0 if more are needed.
  mutating func begin(_ batch: inout EventBatch) throws(BatchFault) -> Int {
    let bytes = batch.view
    if position.offset == 0, let kind = OtherContent(bytes) {
      throw BatchFault(kind.message, at: bytes.startIndex)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let afterMark = position.offset == 0 && bytes.starts(with: mark) ? mark.count : 0
    let start = bytes.skipSpace(from: afterMark)
    if start == bytes.endIndex {
      if !sourceIsAtEnd { return start }
      if foreign == nil { throw BatchFault(TraceError.emptyFile, at: start) }
      phase = .finished
      return start
    }
    let rest = bytes[start...]
    switch recognition.recognize(rest, isWhole: sourceIsAtEnd) {
    case nil: return try foreign == nil ? beginOwn(rest) : beginAfterTextLine(rest)
    case .unclear: return 0
    case .textLine(let format, let end):
      // What follows decides between lines and a list.
      try begin(format)
      return end
    case .elements(let format):
      phase = .lines
      try begin(format)
      return start
    case .list(let format, let bracket):
      phase = .list(.beforeFirst)
      if bracket > start { prefix = Array(bytes[start..<bracket]) }
      do throws(BatchFault) { try begin(format) } catch { throw error.moved(by: start) }
      return bracket + 1
    case .document(let format, let list):
      phase = .document(list: list)
      try begin(format)
      return start
    }
  }

  /// Begins to read the format of another tool.
  private mutating func begin(_ format: any ForeignFormat) throws(BatchFault) {
    foreign = BatchDecoder(
      elements: ForeignElements(format, members: members, limits: limits), limits: limits)
    if !prefix.isEmpty { try readDocument(prefix + Array("[]}".utf8)) }
  }

  /// Whatever follows a line of text that begins a log is read as a log.
  private mutating func beginAfterTextLine(_ bytes: ByteView) -> Int {
    let isList = bytes.first == UInt8(ascii: "[")
    phase = isList ? .list(.beforeFirst) : .lines
    return isList ? bytes.startIndex + 1 : bytes.startIndex
  }

  private mutating func beginOwn(_ bytes: ByteView) throws(BatchFault) -> Int {
    let start = bytes.startIndex
    switch bytes[start] {
    case UInt8(ascii: "["):
      phase = .list(.beforeFirst)
      return start + 1
    case UInt8(ascii: "{"):
      return try beginObject(bytes)
    default:
      throw BatchFault(
        "a trace begins with { or [; this is neither a document, nor a list of events, nor JSON Lines",
        at: start)
    }
  }

  /// Distinguishes a document from the first line of JSON Lines.
  private mutating func beginObject(_ bytes: ByteView) throws(BatchFault) -> Int {
    let start = bytes.startIndex
    if let list = ElementCutter.list(ofMember: TraceHeader.listName, of: start, in: bytes) {
      prefix = Array(bytes[..<list])
      do throws(BatchFault) { try readDocument(prefix + Array("[]}".utf8)) } catch {
        throw error.moved(by: start)
      }
      phase = .list(.beforeFirst)
      return list + 1
    }
    guard let end = ElementCutter.end(of: start, in: bytes) else {
      if !sourceIsAtEnd { return 0 }
      do throws(BatchFault) { try readDocument(Array(bytes)) } catch {
        throw error.moved(by: start)
      }
      throw BatchFault("the text ends inside an object", at: bytes.endIndex)
    }
    var hint = ""
    do throws(BatchFault) {
      let text = Array(bytes[..<end])
      let strict = Result { () throws(BatchFault) in try parsed(text) }
      // A fault in another format's object must not keep it from being recognized.
      let value =
        if case .success(let value) = strict { value } else { try parsed(text, isForeign: true) }
      if value["callback"] != nil || value["lost"] != nil || value["end"] == true {
        phase = .lines
        return start
      }
      if TraceHeader.members.contains(where: { value[$0] != nil }) {
        let next = bytes.skipSpace(from: end)
        if next == bytes.endIndex && !sourceIsAtEnd { return 0 }
        if next < bytes.endIndex && !bytes[end..<next].contains(UInt8(ascii: "\n")) {
          throw BatchFault(
            "in JSON Lines the header is a line of its own", at: next - start)
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
      "this object is neither a trace document (no \"events\"), nor an event (no \"callback\"), nor in"
        + " another format that this reads\(hint)",
      at: start)
  }

  /// Reads what a document says about itself before or after its list of events.
  mutating func readDocument(_ text: [UInt8]) throws(BatchFault) {
    let document = try parsed(text, isForeign: foreign != nil)
    if foreign == nil { ownHeader = try TraceHeader(document) }
  }

  private func parsed(
    _ text: [UInt8], isForeign: Bool = false
  ) throws(BatchFault) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: text, isForeign: isForeign) } catch {
      throw BatchFault(error.inPlainWords, at: min(error.offset, text.count))
    }
  }
}
