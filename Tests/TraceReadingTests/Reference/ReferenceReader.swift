import Foundation
import TraceJSON
import TraceModel
import TraceReading

/// Reads the documented trace format in a simple way: the whole text at once, using only jansson.
struct ReferenceReader {
  var members = EventMembers.uiScene
  var limits = ReadingLimits()

  /// The events of a text; nil if it is not a trace.
  func read(_ bytes: [UInt8]) -> [ReadEvent]? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    let events = readFinished(text) ?? readCutOff(text)
    return events.flatMap { $0.count > limits.eventCount ? nil : $0 }
  }

  private func readFinished(_ text: [UInt8]) -> [ReadEvent]? {
    if let whole = json(text),
      whole.array != nil || whole["events"]?.array != nil
    {
      return readWhole(ValidText(bytes: text))
    }
    return readLines(text)
  }

  /// The events of a text that ends in the middle; nil if it does not, or if no event is complete.
  private func readCutOff(_ text: [UInt8]) -> [ReadEvent]? {
    let blanks = Array(" \t\r\n".utf8)
    guard let start = text.firstIndex(where: { !blanks.contains($0) }),
      let last = text.lastIndex(where: { !blanks.contains($0) })
    else { return nil }
    let events =
      endsInTheMiddle(text)
      ? readOpenList(text, from: start) : readLinesBefore(Array(text[...last]))
    return events.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The events of an incomplete list or document, found by adding brackets after an element.
  private func readOpenList(_ text: [UInt8], from start: Int) -> [ReadEvent]? {
    let ends = text.indices.filter { [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(text[$0]) }
    for end in ends.reversed() {
      for closing in ["]", "]}", "}"] {
        let whole = Array(text[...end]) + Array(closing.utf8)
        guard let value = json(whole),
          value.array != nil || value["events"]?.array != nil
        else { continue }
        // After an element, only another one or the text after the list may have begun.
        var rest = text[(end + 1)...].drop { Array(" \t\r\n".utf8).contains($0) }
        if closing != "}", rest.first == UInt8(ascii: ",") {
          rest = rest.dropFirst().drop { Array(" \t\r\n".utf8).contains($0) }
          if let first = rest.first, first != UInt8(ascii: "{") { return nil }
        }
        return readWhole(ValidText(bytes: whole))
      }
    }
    return nil
  }

  /// The events of the lines before the last one, which ends in the middle.
  private func readLinesBefore(_ text: [UInt8]) -> [ReadEvent]? {
    let start = (text.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let line = Array(text[start...].drop { Array(" \t\r".utf8).contains($0) })
    guard line.first == UInt8(ascii: "{"), endsInTheMiddle(line) else { return nil }
    return readLines(Array(text[..<start]))
  }

  /// Whether a text may be the beginning of a valid one.
  private func endsInTheMiddle(_ text: [UInt8]) -> Bool {
    let pieces = ["", "0", "00", "000", "0000", "n", "rue", "ue", "alse", "lse", "se", "e"]
    let more =
      (pieces + ["ull", "ll", "l"]).map { Array($0.utf8) } + [
        [0x80], [0x80, 0x80], [0xA0, 0x80], [0x90, 0x80, 0x80], [0x80, 0x80, 0x80],
      ]
    if text.contains(0) { return false }
    return more.contains { piece in
      do throws(JSONError) { _ = try JSONValue(parsing: text + piece) } catch {
        return error.isTruncation
      }
      return false
    }
  }

  /// The value of a text; nil if it is not JSON. A text with a NUL byte is not, although jansson would accept some of them.
  private func json(_ text: [UInt8]) -> JSONValue? {
    text.contains(0) ? nil : try? JSONValue(parsing: text)
  }

  private func readWhole(_ text: ValidText) -> [ReadEvent]? {
    var list = text.skipSpace(0)
    if text.bytes[list] == UInt8(ascii: "{") {
      guard let object = json(text.bytes), isHeader(object) else { return nil }
      list = text.members(of: list).first { $0.name == "events" }?.value ?? 0
    }
    var events: [ReadEvent] = []
    for element in text.elements(of: list) where !isEndMarker(Array(text.bytes[element])) {
      guard var event = event(Array(text.bytes[element])) else { return nil }
      event.line = 1 + text.bytes[..<element.lowerBound].count { $0 == UInt8(ascii: "\n") }
      events.append(event)
    }
    return events
  }

  private func readLines(_ text: [UInt8]) -> [ReadEvent]? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Whether anything came that a trace may begin with.
    var hasBegun = false
    var events: [ReadEvent] = []
    guard var number = headerLineCount(lines) else { return nil }
    hasBegun = number > 0
    for line in lines[number...] {
      number += 1
      let blanks = Array(" \t\r".utf8)
      let isText = { (byte: UInt8) in !blanks.contains(byte) }
      guard let first = line.firstIndex(where: isText), let last = line.lastIndex(where: isText)
      else {
        continue
      }
      if isEndMarker(Array(line[first...last])) {
        hasBegun = true
        continue
      }
      guard var event = event(Array(line[first...last])) else { return nil }
      event.line = number
      events.append(event)
      hasBegun = true
    }
    return hasBegun ? events : nil
  }

  /// The number of lines of the header before the events; 0 if there is none, and nil if
  /// it is a document: an object with a list of events, which nothing may follow.
  private func headerLineCount(_ lines: [ArraySlice<UInt8>]) -> Int? {
    for count in 0..<lines.count {
      let head = Array(lines[...count].joined(separator: [UInt8(ascii: "\n")]))
      guard let value = json(head) else { continue }
      if value["events"]?.array != nil { return nil }
      if value["callback"] != nil || value["lost"] != nil || value["end"] == true { return 0 }
      let isFirst = ["format", "metadata", "records", "complete"].contains { value[$0] != nil }
      return isHeader(value) && isFirst ? count + 1 : 0
    }
    return 0
  }

  private func isHeader(_ value: JSONValue) -> Bool {
    if let format = value["format"], format != "callorder.trace/1" { return false }
    if let complete = value["complete"], ![.null, true, false].contains(complete) { return false }
    let records = value["records"] ?? .null
    let isList = records.array?.allSatisfy { $0.string != nil } ?? false
    guard isList || [.null, "all"].contains(records) else { return false }
    return value["metadata"].map { $0.members != nil } ?? true
  }

  /// Whether a text says that a recording ends: it would be an event if it had a callback.
  private func isEndMarker(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= limits.eventSizeInBytes,
      case .object(let members) = json(bytes)
    else { return false }
    let value = JSONValue.object(members)
    guard value["end"] == true, value["callback"] == nil, value["lost"] ?? .null == .null else {
      return false
    }
    return event(JSONValue.object(members + [.init("callback", "x")]).serialized()) != nil
  }

  /// The event in a text; nil if it is not one.
  func event(_ bytes: [UInt8]) -> ReadEvent? {
    guard bytes.count <= limits.eventSizeInBytes, let value = json(bytes), let all = value.members
    else { return nil }
    var event = ReadEvent()
    event.values = members.single.map { _ in nil }
    event.sets = members.sets.map { _ in [] }
    var isGap = false
    for member in all where member.value != .null || member.name == "callback" {
      guard read(member, into: &event, isGap: &isGap) else { return nil }
    }
    if isGap { event.kind = .gap }
    return isGap == (event.callback == nil) ? event : nil
  }

  /// Reads a member; false if its value is not valid in the format.
  private func read(
    _ member: JSONValue.Member, into event: inout ReadEvent, isGap: inout Bool
  ) -> Bool {
    let value = member.value
    switch member.name {
    case "callback":
      event.callback = name(value)
      return event.callback.map { !$0.isEmpty } ?? false
    case "kind":
      let kind = [EventKind.delegate, .notification, .action].first { .string($0.name) == value }
      event.kind = kind ?? .delegate
      return kind != nil
    case "phase":
      event.phase = value == "begin" ? .begin : value == "end" ? .end : .whole
      return event.phase != .whole
    case "lost":
      isGap = true
      return value.integer.map { $0 >= 0 } ?? false
    case "time":
      guard let time = value.number ?? value.string.flatMap(seconds) else { return false }
      event.time = time.bitPattern
      return true
    case "duration":
      event.duration = (value.number ?? -1).bitPattern
      return value.number.map { $0 >= 0 } ?? false
    case let set where members.sets.contains(set):
      guard let names = value.array?.map(name), !names.contains(nil),
        let index = members.sets.firstIndex(of: set)
      else { return false }
      event.sets[index] = names.compactMap { $0 }
      return true
    case let single where members.single.contains(single):
      guard let name = name(value) ?? value.integer.map({ Array("\($0)".utf8) }),
        let index = members.single.firstIndex(of: single)
      else { return false }
      event.values[index] = name
      return true
    default: return true
    }
  }

  private func name(_ value: JSONValue) -> [UInt8]? {
    value.string.map { Array($0.utf8) }.flatMap { $0.count > limits.nameLengthInBytes ? nil : $0 }
  }

  /// The seconds of an RFC 3339 time, computed with the C library's calendar.
  private func seconds(_ text: String) -> Double? {
    let pattern =
      /([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?([Zz]|[+-][0-9]{2}:?[0-9]{2})/
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    let parts = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int32($0) }
    let lastDay =
      parts[1] == 2
      ? (parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0) ? 29 : 28)
      : [4, 6, 9, 11].contains(parts[1]) ? 30 : 31
    guard (1...12).contains(parts[1]), (1...Int32(lastDay)).contains(parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 61
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (parts[0] - 1_900, parts[1] - 1, parts[2])
    (date.tm_hour, date.tm_min, date.tm_sec) = (parts[3], parts[4], parts[5])
    var offset = 0
    if match.8.count > 1 {
      let digits = match.8.filter(\.isNumber)
      guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (match.8.hasPrefix("-") ? -60 : 60)
    }
    // Digits after the fifteenth are documented not to matter.
    let fraction = match.7.flatMap { Double("0" + $0.prefix(16)) } ?? 0
    return Double(timegm(&date) - offset) + fraction
  }
}

/// A text that jansson has accepted, which can therefore be scanned without validation.
private struct ValidText {
  var bytes: [UInt8]

  func skipSpace(_ start: Int) -> Int {
    bytes[start...].firstIndex { !Array(" \t\r\n".utf8).contains($0) } ?? bytes.count
  }

  /// The offset after the value at an offset.
  func end(of start: Int) -> Int {
    var depth = 0
    var place = start
    var isInString = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
      let next = place < bytes.count ? bytes[place] : 0
      if depth == 0 && !isInString && Array(" \t\r\n,:]}".utf8).contains(next) { return place }
    }
    return place
  }

  func elements(of list: Int) -> [Range<Int>] {
    var place = skipSpace(list + 1)
    var ranges: [Range<Int>] = []
    while bytes[place] != UInt8(ascii: "]") {
      if bytes[place] == UInt8(ascii: ",") { place = skipSpace(place + 1) }
      ranges.append(place..<end(of: place))
      place = skipSpace(end(of: place))
    }
    return ranges
  }

  func members(of object: Int) -> [(name: String, value: Int)] {
    var place = skipSpace(object + 1)
    var found: [(name: String, value: Int)] = []
    while bytes[place] != UInt8(ascii: "}") {
      if bytes[place] == UInt8(ascii: ",") { place = skipSpace(place + 1) }
      let afterName = end(of: place)
      let name = (try? JSONValue(parsing: Array(bytes[place..<afterName])))?.string ?? ""
      let value = skipSpace(skipSpace(afterName) + 1)
      found.append((name, value))
      place = skipSpace(end(of: value))
    }
    return found
  }
}
