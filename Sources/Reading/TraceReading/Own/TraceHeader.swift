internal import TraceJSON
package import TraceModel

/// The members of a trace besides its events.
package struct TraceHeader: Sendable, Equatable {
  /// The `format` member; the trace format's own name if it is missing.
  package var format = Self.ownFormat
  /// The members of `metadata`, in recorded order, values as text.
  package var metadata: [Member] = []

  /// The callbacks that the recorder declares that it would record; nil if it does not.
  package var records: Records?
  /// Whether the recording starts at the very beginning, so that nothing in it is older.
  package var isComplete = false
  /// Whether the app has one window, so that calls without an identity are about the same scene.
  package var hasOneWindow = false

  /// The member of a document that holds its events.
  static let listName: StaticString = "events"
  /// The name of the trace format.
  package static let ownFormat = "callorder.trace/1"

  /// Members that identify the first of several lines as a header.
  package static let members = ["format", "metadata", "records", "complete", "windows"]

  /// One member of the metadata.
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  package init() {}

  /// Reads a header.
  /// - Throws: `BatchFault`, which says what is wrong with it.
  init(_ value: JSONValue) throws(BatchFault) {
    guard let members = value.members else {
      throw BatchFault("a trace must be an object or an array, not \(value.kindInWords)", at: 0)
    }
    for member in members {
      switch member.name {
      case "format":
        guard let text = member.value.string else {
          throw BatchFault(
            "\"format\" must be a string, not \(member.value.kindInWords)", at: 0)
        }
        if text != Self.ownFormat {
          throw BatchFault(
            "the format \"\(text)\" is not known; this reads \"\(Self.ownFormat)\"", at: 0)
        }
      case "metadata":
        guard let entries = member.value.members else {
          throw BatchFault(
            "\"metadata\" must be an object, not \(member.value.kindInWords)", at: 0)
        }
        metadata = entries.map { Member(name: $0.name, value: $0.value.text) }
      case "records": records = try Self.records(member.value)
      case "complete":
        if case .null = member.value { break }
        guard case .boolean(let truth) = member.value else {
          throw BatchFault(
            "\"complete\" must be true or false, not \(member.value.kindInWords)", at: 0)
        }
        isComplete = truth
      case "windows":
        if case .null = member.value { break }
        guard case .integer(let count) = member.value, count > 0 else {
          throw BatchFault("\"windows\" must be how many windows the app has", at: 0)
        }
        hasOneWindow = count == 1
      default: break
      }
    }
  }

  private static func records(_ value: JSONValue) throws(BatchFault) -> Records? {
    if case .null = value { return nil }
    if value.string == "all" { return .all }
    if case .array(let elements) = value {
      let spellings = elements.compactMap(\.string)
      if spellings.count == elements.count { return .callbacks(spellings) }
    }
    throw BatchFault("\"records\" must be \"all\" or an array of callbacks", at: 0)
  }
}

extension JSONValue {
  /// The value as a person would write it in a line.
  fileprivate var text: String {
    switch self {
    case .null: "null"
    case .boolean(let truth): truth ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): text
    case .array, .elements, .object: String(decoding: serialized(indentation: nil), as: UTF8.self)
    }
  }
}
