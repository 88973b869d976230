internal import TraceJSON

/// Recognizes the format of a recording by its beginning.
struct FormatRecognition: Sendable {
  private let options: ForeignOptions

  init(_ options: ForeignOptions) { self.options = options }

  /// How to read a recording; nil if it is a trace in our own format, or nothing that is known.
  /// - Parameters:
  ///   - bytes: the bytes so far, from the first one that is not white space.
  ///   - isWhole: whether nothing follows the bytes.
  func recognize(_ bytes: ByteView, isWhole: Bool) -> Recognition? {
    let found = recognizeBeginning(bytes, isWhole: isWhole)
    // If nothing follows, what is missing cannot make it another format.
    if isWhole, case .unclear = found { return nil }
    return found
  }

  private func recognizeBeginning(_ bytes: ByteView, isWhole: Bool) -> Recognition? {
    let start = bytes.startIndex
    switch bytes[start] {
    case UInt8(ascii: "["):
      let first = bytes.skipSpace(from: start + 1)
      if first == bytes.endIndex { return .unclear }
      if bytes[first] != UInt8(ascii: "{") {
        guard let isList = mayBeList(bytes, first, isWhole: isWhole) else { return .unclear }
        return isList ? nil : text(bytes, isWhole: isWhole)
      }
      guard let end = ElementCutter.end(of: first, in: bytes) else { return .unclear }
      let found = bytes[first..<end].asObject(element)
      if case .elements(let format) = found { return .list(format) }
      return found
    case UInt8(ascii: "{"): return object(bytes)
    default: return text(bytes, isWhole: isWhole)
    }
  }

  /// The format of a log whose first line begins with a brace and is no trace, as the rest of a line that was cut in two; nil if
  /// the second line does not begin with a time, as in broken JSON.
  func log(goingOnWith second: ByteView) -> (any ForeignFormat)? {
    guard leadingTime(second) != nil, case .elements(let format) = text(second, isWhole: false)
    else { return nil }
    return format
  }

  private func text(_ bytes: ByteView, isWhole: Bool) -> Recognition? {
    first { $0.recognize(.text(bytes, isWhole: isWhole), options) }
  }

  /// Whether text that begins with a bracket may be a JSON list, and not a line such as `[09:41:00]
  /// sceneDidBecomeActive(_:)`; nil if there are too few bytes to decide.
  /// - Parameter first: the index of what follows the bracket.
  private func mayBeList(_ bytes: ByteView, _ first: Int, isWhole: Bool) -> Bool? {
    if [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\"")].contains(bytes[first]) {
      return true
    }
    let foundEnd = ElementCutter.end(of: first, in: bytes)
    if foundEnd == nil && !isWhole { return nil }
    let end = foundEnd ?? bytes.endIndex
    do throws(JSONError) { _ = try JSONDocument(parsing: bytes[first..<end]) } catch {
      return false
    }
    let lineEnd = bytes.lineEnd(from: end)
    guard let next = bytes[end..<lineEnd].firstIndex(where: { !$0.isSpace }) else {
      return lineEnd < bytes.endIndex || isWhole ? true : nil
    }
    if bytes[next] != UInt8(ascii: "]") { return bytes[next] == UInt8(ascii: ",") }
    // A list has no further lines, but a log whose first message is empty does, as in `[   12.3456]`.
    if bytes[(next + 1)...].contains(where: { !$0.isSpace }) { return false }
    return isWhole ? true : nil
  }

  /// The answer of the first format that recognizes a beginning.
  private func first(
    _ recognition: (any ForeignFormat.Type) -> Recognition?
  ) -> Recognition? {
    for format in foreignFormats {
      if let found = recognition(format) { return found }
    }
    return nil
  }

  private func object(_ bytes: ByteView) -> Recognition? {
    if bytes.beginsWithOwnFormat { return nil }
    let start = bytes.startIndex
    let list = ElementCutter.list(ofMember: TraceHeader.listName, of: start, in: bytes)
    if let list {
      // An upload of Bugsnag has a list of that name, too; only its first element decides.
      let first = bytes.skipSpace(from: list + 1)
      guard let end = ElementCutter.end(of: first, in: bytes) else {
        return first == bytes.endIndex || bytes[first] == UInt8(ascii: "{") ? .unclear : nil
      }
      let isUpload = bytes[first..<end].asObject { BugsnagEvent.isEvent($0) }
      if isUpload != true { return nil }
    }
    guard let end = ElementCutter.end(of: start, in: bytes) else { return .unclear }
    return bytes[..<end].asObject { object in
      if list == nil, let format = element(object) { return format }
      if object["callback"] != nil || object["format"] != nil || object["records"] != nil {
        return nil
      }
      return first { $0.recognize(.document(object), options) }
    }
  }

  /// How to read a recording whose first element is an object; nil for an event of our own.
  private func element(_ object: JSONNode) -> Recognition? {
    if object["callback"] != nil || object["lost"] != nil { return nil }
    return first { $0.recognize(.element(object), options) }
  }
}

extension ByteView {
  /// Whether the object's first member says that it is a trace in our own format.
  fileprivate var beginsWithOwnFormat: Bool {
    var index = startIndex
    for token in ["{", "\"format\"", ":", "\"\(TraceHeader.ownFormat)\""] {
      index = skipSpace(from: index)
      guard self[index...].starts(with: token.utf8) else { return false }
      index += token.utf8.count
    }
    return true
  }
}
