internal import TraceJSON

/// Tells by the beginning of a recording in which format it is.
struct FormatRecognition: Sendable {
  /// What a recording turned out to be.
  enum Shape {
    /// A trace of our own, or nothing that is known.
    case own
    /// What there is does not tell.
    case unclear
    /// A line of text ends at the offset, and a log follows.
    case textBeforeLog(any ForeignFormat, end: Int)
    /// One element a line.
    case lines(any ForeignFormat)
    /// A list that is opened by the bracket at the offset.
    case list(any ForeignFormat, bracket: Int)
    /// A document that has to be read as a whole.
    case document(any ForeignFormat)
  }

  private let options: ForeignOptions

  init(_ options: ForeignOptions) { self.options = options }

  /// The shape of a recording.
  /// - Parameters:
  ///   - start: the offset of its first byte that is no white space.
  ///   - isWhole: whether nothing follows the bytes.
  func shape(
    from start: Int, in bytes: UnsafeRawBufferPointer, isWhole: Bool
  ) throws(BatchFault) -> Shape {
    switch bytes[start] {
    case UInt8(ascii: "["):
      let first = ElementCutter.skipSpace(start + 1, in: bytes)
      if first == bytes.count { return isWhole ? .own : .unclear }
      guard bytes[first] == UInt8(ascii: "{") else { return .own }
      guard let end = ElementCutter.end(of: first, in: bytes) else {
        return isWhole ? .own : .unclear
      }
      let format = element(UnsafeRawBufferPointer(rebasing: bytes[first..<end]))
      return format.map { .list($0, bracket: start) } ?? .own
    case UInt8(ascii: "{"): return object(start, bytes, isWhole)
    default: return try text(start, bytes, isWhole)
    }
  }

  private func object(_ start: Int, _ bytes: UnsafeRawBufferPointer, _ isWhole: Bool) -> Shape {
    let name = ChromeTrace.listName
    if let list = DocumentPrefix.listOfEvents(named: name, from: start, in: bytes) {
      return .list(ChromeTrace(options), bracket: list)
    }
    if let list = DocumentPrefix.listOfEvents(from: start, in: bytes) {
      // Bugsnag's uploads have a list of the same name; its elements are reports with breadcrumbs.
      let first = ElementCutter.skipSpace(list + 1, in: bytes)
      guard first < bytes.count else { return isWhole ? .own : .unclear }
      if bytes[first] != UInt8(ascii: "{") { return .own }
      guard let end = ElementCutter.end(of: first, in: bytes) else {
        return isWhole ? .own : .unclear
      }
      let element = UnsafeRawBufferPointer(rebasing: bytes[first..<end])
      guard Self.looking(at: element, for: BugsnagEvent.isEvent) else { return .own }
    } else if let end = ElementCutter.end(of: start, in: bytes) {
      let object = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if let format = element(object) { return .lines(format) }
      return document(object).map { .document($0) } ?? .own
    } else {
      return isWhole ? .own : .unclear
    }
    guard let end = ElementCutter.end(of: start, in: bytes) else {
      return isWhole ? .own : .unclear
    }
    return document(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      .map { .document($0) } ?? .own
  }

  /// Recordings that do not begin with JSON.
  private func text(
    _ start: Int, _ bytes: UnsafeRawBufferPointer, _ isWhole: Bool
  ) throws(BatchFault) -> Shape {
    func begins(with text: String) -> Bool { bytes[start...].starts(with: text.utf8) }
    if begins(with: AppleLog.firstLine) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        return isWhole ? .textBeforeLog(AppleLog(options), end: bytes.count) : .unclear
      }
      return .textBeforeLog(AppleLog(options), end: end + 1)
    }
    if begins(with: "Timestamp ") {
      throw BatchFault(
        "this is a log in the style for people; record it with --style json or --style ndjson",
        at: start)
    }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    if CustomerIOTrace.linePrefixEnd(in: rest) != nil {
      return .lines(CustomerIOTrace(hasPrefix: true))
    }
    return .own
  }

  /// The format of which an object is an element.
  private func element(_ object: UnsafeRawBufferPointer) -> (any ForeignFormat)? {
    var format: (any ForeignFormat)?
    _ = Self.looking(at: object) { element in
      if CustomerIOTrace.recognizes(element) {
        format = CustomerIOTrace(hasPrefix: false)
      } else if element["callback"] != nil || element["lost"] != nil {
        return false
      } else if AppleLog.recognizes(element) {
        format = AppleLog(options)
      } else if ChromeTrace.recognizes(element) {
        format = ChromeTrace(options)
      }
      return format != nil
    }
    return format
  }

  /// The format of a whole document.
  func document(_ object: UnsafeRawBufferPointer) -> (any ForeignFormat)? {
    var format: (any ForeignFormat)?
    _ = Self.looking(at: object) { document in
      if document["callback"] != nil || document["format"] != nil { return false }
      if BugsnagEvent.breadcrumbs(of: document) != nil {
        format = BugsnagEvent(document)
      } else if SentryEvent.breadcrumbs(of: document) != nil {
        format = SentryEvent(document)
      }
      return format != nil
    }
    return format
  }

  /// The way to the breadcrumbs of a document.
  func breadcrumbs(of object: UnsafeRawBufferPointer) -> [DocumentStep]? {
    var way: [DocumentStep]?
    _ = Self.looking(at: object) { document in
      way = BugsnagEvent.breadcrumbs(of: document) ?? SentryEvent.breadcrumbs(of: document)
      return way != nil
    }
    return way
  }

  /// What a question about an object is answered; no where it is not valid, which is for others to say.
  private static func looking(
    at object: UnsafeRawBufferPointer, for isIt: (JSONNode) -> Bool
  ) -> Bool {
    do throws(JSONError) {
      return try JSONDocument(parsing: object).withRoot { $0.isObject && isIt($0) }
    } catch {
      return false
    }
  }
}
