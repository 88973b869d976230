internal import TraceJSON
internal import TraceModel

/// Reads one event with jansson, the reference reader: what it rejects is rejected, and says why.
struct EventDecoder: Sendable {
  let members: EventMembers
  let limits: ReadingLimits

  /// What is wrong when the bytes end too early.
  static let endsInside = "the text ends inside an event"

  /// Appends the event in the given bytes of the batch.
  /// - Parameters:
  ///   - range: offsets in the batch's bytes of exactly one JSON value.
  ///   - line: the number of line ends between the start of the batch and the event.
  func decode(_ range: Range<Int>, line: Int, into batch: inout EventBatch) throws(BatchFault) {
    if range.count > limits.eventSizeInBytes {
      throw BatchFault(
        "an event of \(range.count) bytes is too large; the limit is"
          + " \(limits.eventSizeInBytes) bytes", at: range.lowerBound)
    }
    let text = UnsafeRawBufferPointer(rebasing: batch.bytes[range])
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: text)
    } catch {
      throw BatchFault(
        error.isTruncation ? Self.endsInside : error.inPlainWords,
        at: range.lowerBound + min(error.offset, range.count))
    }
    var event = EventRecord()
    event.offset = UInt32(range.lowerBound)
    event.length = UInt32(range.count)
    event.line = UInt32(line)
    batch.addValues(members.single.count, to: &event)
    try document.withRoot { root throws(BatchFault) in
      try read(root, into: &event, text, &batch)
    }
    batch.events.append(event)
  }

  private func read(
    _ root: JSONNode, into event: inout EventRecord, _ text: UnsafeRawBufferPointer,
    _ batch: inout EventBatch
  ) throws(BatchFault) {
    guard case .object = root.content else {
      throw BatchFault(
        "an event must be an object, this is \(root.content.inWords)", at: Int(event.offset))
    }
    var isGap = false
    try root.forEachMember { name, value throws(BatchFault) in
      do throws(WrongMember) {
        if name.isText("lost") {
          if case .null = value.content { return }
          try checkLostCount(value)
          isGap = true
        } else {
          try read(name, value, into: &event, &batch)
        }
      } catch {
        let member = String(decoding: name, as: UTF8.self)
        let place = MemberLocator.valueOffset(of: name, in: text) ?? 0
        throw BatchFault("\"\(member)\" \(error.message)", at: Int(event.offset) + place)
      }
    }
    if isGap {
      if !event.callback.isNone {
        throw BatchFault(
          "an event is either a \"callback\" or \"lost\", not both", at: Int(event.offset))
      }
      event.kind = .gap
    } else if event.callback.isNone {
      throw BatchFault("an event must have a \"callback\"", at: Int(event.offset))
    }
  }

  private func read(
    _ name: UnsafeRawBufferPointer, _ value: JSONNode, into event: inout EventRecord,
    _ batch: inout EventBatch
  ) throws(WrongMember) {
    if case .null = value.content {
      if name.isText("callback") { throw WrongMember("must be a string, this is null") }
      return
    }
    if name.isText("callback") {
      event.callback = try self.name(value, allowsNumber: false, &batch)
      if batch.names.bytes(event.callback).isEmpty { throw WrongMember("must not be empty") }
    } else if name.isText("kind") {
      event.kind = try kind(value)
    } else if name.isText("time") {
      event.time = try time(value)
    } else if name.isText("duration") {
      event.duration = try number(value)
      if event.duration < 0 { throw WrongMember("must not be negative") }
    } else if let set = members.set, name.isText(set) {
      try readSet(value, into: &event, &batch)
    } else if let member = members.single.firstIndex(where: { name.isText($0) }) {
      batch.setValue(member, of: event, to: try self.name(value, allowsNumber: true, &batch))
    }
  }

  private func name(
    _ value: JSONNode, allowsNumber: Bool, _ batch: inout EventBatch
  ) throws(WrongMember) -> NameID {
    if allowsNumber, case .integer(let number) = value.content {
      var digits = String(number)
      return digits.withUTF8 { batch.names.intern(UnsafeRawBufferPointer($0)) }
    }
    guard case .string(let bytes) = value.content else {
      throw WrongMember(
        "must be a string\(allowsNumber ? " or a whole number" : ""), this is"
          + " \(value.content.inWords)")
    }
    if bytes.count > limits.nameLengthInBytes {
      throw WrongMember(
        "is \(bytes.count) bytes long; the limit is \(limits.nameLengthInBytes) bytes")
    }
    return batch.names.intern(bytes)
  }

  private func string(_ value: JSONNode) throws(WrongMember) -> UnsafeRawBufferPointer {
    guard case .string(let bytes) = value.content else {
      throw WrongMember("must be a string, this is \(value.content.inWords)")
    }
    return bytes
  }

  private func number(_ value: JSONNode) throws(WrongMember) -> Double {
    switch value.content {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    default: throw WrongMember("must be a number, this is \(value.content.inWords)")
    }
  }

  private func time(_ value: JSONNode) throws(WrongMember) -> Double {
    guard case .string(let text) = value.content else {
      do throws(WrongMember) { return try number(value) } catch {
        throw WrongMember(
          "must be a number of seconds or an RFC 3339 string, this is \(value.content.inWords)")
      }
    }
    guard let seconds = secondsSince1970(text) else {
      throw WrongMember("must be a number of seconds or an RFC 3339 string; this is neither")
    }
    return seconds
  }

  private func kind(_ value: JSONNode) throws(WrongMember) -> EventKind {
    let text = try string(value)
    for kind in [EventKind.delegate, .notification, .action] where text.isText(kind.name) {
      return kind
    }
    throw WrongMember("must be \"delegate\", \"notification\" or \"action\"")
  }

  private func checkLostCount(_ value: JSONNode) throws(WrongMember) {
    guard case .integer(let number) = value.content, number >= 0 else {
      throw WrongMember("must be a whole number, 0 for unknown")
    }
  }

  private func readSet(
    _ value: JSONNode, into event: inout EventRecord, _ batch: inout EventBatch
  ) throws(WrongMember) {
    guard case .array = value.content else {
      throw WrongMember("must be an array of strings, this is \(value.content.inWords)")
    }
    event.setStart = UInt32(batch.sets.count)
    try value.forEachElement { element throws(WrongMember) in
      let name = try self.name(element, allowsNumber: false, &batch)
      batch.sets.append(name)
    }
    event.setCount = UInt32(batch.sets.count) - event.setStart
  }
}

/// A member whose value is not what the format says; the message continues the member's name.
private struct WrongMember: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the given text.
  func isText(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { count == $0.count && elementsEqual($0) }
  }
}

extension JSONNode.Content {
  var inWords: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONError {
  /// jansson's reason with what a reader of a trace needs to know about it.
  var inPlainWords: String {
    switch reason {
    case "duplicate object key": "a member occurs twice"
    case "maximum parsing depth reached": "values are nested too deeply; the limit is 2,048 levels"
    default: reason
    }
  }
}
