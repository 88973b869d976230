package import TraceJSON

/// A value inside a document that is being read, and the path to it.
///
/// Every access returns a value of the required type or throws an error that names the member.
package struct JSONCursor {
  /// The value itself.
  package let value: JSONValue
  private let way: Way

  /// The members and indices from the outermost value to this one, the last first.
  private indirect enum Way {
    case root
    case member(Way, String)
    case element(Way, Int)

    var text: String {
      switch self {
      case .root: ""
      case .member(.root, let name): name
      case .member(let way, let name): way.text + "." + name
      case .element(let way, let index): way.text + "[\(index)]"
      }
    }
  }

  /// Starts at the outermost value of a document.
  package init(_ value: JSONValue) { self.init(value, .root) }

  private init(_ value: JSONValue, _ way: Way) {
    self.value = value
    self.way = way
  }

  /// An error about this value.
  package func error(_ message: String) -> ReportError {
    ReportError(member: way.text, message: message)
  }

  private func mismatch(_ expected: String) -> ReportError {
    error("expected \(expected), found \(value.kindInWords)")
  }

  /// Checks that it is an object.
  func demandObject() throws(ReportError) {
    if value.members == nil { throw mismatch("an object") }
  }

  /// The member with the given name; nil when it is absent or `null`.
  package func optional(_ name: String) throws(ReportError) -> JSONCursor? {
    try demandObject()
    guard let member = value[name], member != .null else { return nil }
    return JSONCursor(member, .member(way, name))
  }

  /// The member with the given name.
  package func member(_ name: String) throws(ReportError) -> JSONCursor {
    guard let member = try optional(name) else { throw missing(name) }
    return member
  }

  /// An error about a member that this object lacks.
  func missing(_ name: String) -> ReportError { error("the member \"\(name)\" is missing") }

  /// The elements of an array.
  package func elements() throws(ReportError) -> [JSONCursor] {
    guard let elements = value.array else { throw mismatch("an array") }
    return elements.enumerated().map { JSONCursor($0.element, .element(way, $0.offset)) }
  }

  /// The members of an object, in order.
  package func members() throws(ReportError) -> [(name: String, value: JSONCursor)] {
    guard let members = value.members else { throw mismatch("an object") }
    return members.map { ($0.name, JSONCursor($0.value, .member(way, $0.name))) }
  }

  /// The result of the closure for every element of an array.
  package func map<Element>(
    _ read: (JSONCursor) throws(ReportError) -> Element
  ) throws(ReportError) -> [Element] {
    var result: [Element] = []
    for element in try elements() { result.append(try read(element)) }
    return result
  }

  /// Text.
  package func text() throws(ReportError) -> String {
    guard let text = value.string else { throw mismatch("a string") }
    return text
  }

  /// The largest number that is read, 2³⁶ − 1: no trace has that many events, and sums over all the numbers that a
  /// file of the largest size can hold do not overflow.
  package static let largestInteger = 68_719_476_735

  /// An integer that is not less than the given one, and no larger than the largest that is read.
  package func integer(from least: Int = 0) throws(ReportError) -> Int {
    guard let integer = value.integer else { throw mismatch("an integer") }
    guard let number = Int(exactly: integer), number >= least else {
      throw error("expected an integer from \(least), found \(integer)")
    }
    guard number <= Self.largestInteger else {
      throw error("expected an integer of at most \(Self.largestInteger), found \(integer)")
    }
    return number
  }

  /// A number.
  package func number() throws(ReportError) -> Double {
    guard let number = value.number else { throw mismatch("a number") }
    return number
  }

  /// `true` or `false`.
  package func boolean() throws(ReportError) -> Bool {
    guard let truth = value.boolean else { throw mismatch("a boolean") }
    return truth
  }

  /// One of a closed set of words.
  package func word<Value>(
    among values: [Value], named name: (Value) -> String
  ) throws(ReportError) -> Value {
    let text = try text()
    if let value = values.first(where: { name($0) == text }) { return value }
    let words = values.map { "\"\(name($0))\"" }.joined(separator: ", ")
    throw error("expected one of \(words), found \"\(text)\"")
  }

  /// 32 lowercase hexadecimal digits.
  package func fingerprint() throws(ReportError) -> String {
    let text = try text()
    let digits = text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard digits, text.utf8.count == 32 else {
      throw error("expected 32 lowercase hexadecimal digits, found \"\(text)\"")
    }
    return text
  }
}
