internal import TraceJSON
internal import TraceModel

/// Reads one event with jansson, the reference: it decides what is rejected, and why.
struct EventDecoder: Sendable {
  // SAFETY: names and texts are jansson's, and used only while it lends them.
  let members: EventMembers
  let limits: ReadingLimits

  /// The event in an object; nil for an end marker.
  /// - Parameters:
  ///   - range: the range of the object in the bytes.
  ///   - store: gives the event's names their numbers.
  func decode(
    _ object: JSONNode, at range: Range<Int>, in bytes: ByteView, _ store: inout TraceStore
  ) throws(BatchFault) -> EventDraft? {
    var event = EventDraft(members)
    var isGap = false
    var isEnd = false
    try object.forEachMember { name, value throws(BatchFault) in
      do throws(WrongMember) {
        if ByteView(name).isText("lost") {
          if case .null = value.content { return }
          try checkLostCount(value)
          isGap = true
        } else {
          if value.isEndMark(ByteView(name)) { isEnd = true }
          try read(ByteView(name), value, into: &event, &store)
        }
      } catch {
        let member = String(decoding: name, as: UTF8.self)
        let value = ElementCutter.value(
          ofMember: ByteView(name), of: range.lowerBound, in: bytes[..<range.upperBound])
        throw BatchFault("\"\(member)\" \(error.message)", at: value ?? range.lowerBound)
      }
    }
    if isGap {
      if !event.callback.isNone {
        throw BatchFault(
          "an event is either a \"callback\" or \"lost\", not both", at: range.lowerBound)
      }
      event.kind = .gap
    } else if event.callback.isNone {
      if isEnd { return nil }
      throw BatchFault("an event must have a \"callback\"", at: range.lowerBound)
    }
    return event
  }

  private func read(
    _ name: ByteView, _ value: JSONNode, into event: inout EventDraft, _ store: inout TraceStore
  ) throws(WrongMember) {
    if case .null = value.content {
      if name.isText("callback") { throw WrongMember("must be a string, not null") }
      return
    }
    if name.isText("callback") {
      if case .string(let bytes) = value.content, bytes.isEmpty {
        throw WrongMember("must not be empty")
      }
      event.callback = try self.name(value, allowsNumber: false, &store)
    } else if name.isText("kind") {
      event.kind = try kind(value)
    } else if name.isText("phase") {
      guard let phase = CallPhase(name: try string(value)) else {
        throw WrongMember("must be \"begin\" or \"end\"")
      }
      event.phase = phase
    } else if name.isText("time") {
      event.time = try time(value)
    } else if name.isText("duration") {
      event.duration = try number(value)
      if event.duration < 0 { throw WrongMember("must not be negative") }
    } else if let set = members.sets.firstIndex(where: { name.isText($0) }) {
      event.sets[set] = try identities(value, &store)
    } else if let member = members.single.firstIndex(where: { name.isText($0) }),
      !name.contains(UInt8(ascii: "."))
    {
      if member >= members.firstLoose, let text = value.looseText {
        event.values[member] = store.intern(text)
      } else if member < members.firstLenient {
        event.values[member] = try self.name(value, allowsNumber: true, &store)
      }
    } else {
      for (index, path) in members.single.enumerated() {
        guard let head = EventMembers.head(of: path), name.isText(head) else { continue }
        if let text = self.text(ofMember: index, in: value) {
          event.values[index] = store.intern(text)
        }
      }
    }
  }

  /// The value of a member of another member, as text; nil if there is none.
  func text(ofMember index: Int, in value: JSONNode) -> String? {
    let path = members.single[index]
    return text(of: path.dropFirst((EventMembers.head(of: path)?.count ?? -1) + 1), in: value)
  }

  /// The value of a member at a path, as text; nil if it is not told. An object tells of all its members: one that it lacks is
  /// not set, such as the links of a connection whose options are only an activity.
  private func text(of path: Substring, in object: JSONNode) -> String? {
    let parts = path.split(separator: ".", maxSplits: 1)
    guard case .object = object.content, let head = parts.first else { return nil }
    var found: String? = "false"
    object.forEachMember { name, value in
      if !ByteView(name).isText(String(head)) { return }
      found = nil
      if parts.count > 1 {
        found = text(of: parts[1], in: value)
      } else if let own = value.looseText, own.utf8.count <= limits.nameLengthInBytes {
        found = own
      }
    }
    return found
  }

  private func name(
    _ value: JSONNode, allowsNumber: Bool, _ store: inout TraceStore
  ) throws(WrongMember) -> NameID {
    if allowsNumber, case .integer(let number) = value.content {
      return store.intern(String(number))
    }
    guard case .string(let bytes) = value.content else {
      throw WrongMember(
        "must be a string\(allowsNumber ? " or a whole number" : ""), not"
          + " \(value.kindInWords)")
    }
    if bytes.count > limits.nameLengthInBytes {
      throw WrongMember(
        "is \(bytes.count) bytes long; the limit is \(limits.nameLengthInBytes) bytes")
    }
    return store.intern(bytes)
  }

  private func string(_ value: JSONNode) throws(WrongMember) -> ByteView {
    guard case .string(let bytes) = value.content else {
      throw WrongMember("must be a string, not \(value.kindInWords)")
    }
    return ByteView(bytes)
  }

  private func number(_ value: JSONNode) throws(WrongMember) -> Double {
    switch value.content {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    default: throw WrongMember("must be a number, not \(value.kindInWords)")
    }
  }

  private func time(_ value: JSONNode) throws(WrongMember) -> Double {
    guard case .string(let text) = value.content else {
      do throws(WrongMember) { return try number(value) } catch {
        throw WrongMember(
          "must be a number of seconds or an RFC 3339 string, not \(value.kindInWords)")
      }
    }
    guard let seconds = secondsSince1970(ByteView(text)) else {
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

  private func identities(
    _ value: JSONNode, _ store: inout TraceStore
  ) throws(WrongMember) -> [NameID] {
    guard case .array = value.content else {
      throw WrongMember("must be an array of strings, not \(value.kindInWords)")
    }
    var found: [NameID] = []
    try value.forEachElement { element throws(WrongMember) in
      found.append(try self.name(element, allowsNumber: false, &store))
    }
    return found
  }
}

/// A member whose value breaks the format. The message continues after the member's name.
private struct WrongMember: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

extension JSONNode {
  /// Whether this member, by name and value, makes an object without a callback an end marker.
  fileprivate func isEndMark(_ name: ByteView) -> Bool {
    guard name.isText("end"), case .boolean(true) = content else { return false }
    return true
  }

  /// A value to compare with others: a string, a number, a Boolean, or the length of a list.
  var looseText: String? {
    switch content {
    case .string(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .integer(let number): return String(number)
    case .real(let number): return String(number)
    case .boolean(let value): return value ? "true" : "false"
    case .array:
      var count = 0
      forEachElement { _ in count += 1 }
      return String(count)
    case .null, .object: return nil
    }
  }
}

extension JSONNode {
  /// The kind of value, in words for messages.
  var kindInWords: String { value.kindInWords }
}

extension JSONError {
  /// jansson's reason, in words for somebody who wrote a trace.
  var inPlainWords: String {
    switch reason {
    case "duplicate object key": "a member occurs twice"
    case "maximum parsing depth reached": "values are nested too deeply; the limit is 2,048 levels"
    default: isTruncation ? "the text ends inside a value" : reason
    }
  }
}
