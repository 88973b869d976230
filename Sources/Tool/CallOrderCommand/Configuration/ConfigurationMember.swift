internal import TraceJSON
internal import TraceFindings

/// A member of the configuration as it is read, documented and shown; it derives from a `Setting`.
struct ConfigurationMember: Sendable {
  /// What is said about a member.
  struct Wording: Sendable {
    /// The member's name.
    var name: String
    /// What it does, in one sentence without a period.
    var summary: String
    /// What is shown if it has no value.
    var absent: String

    init(_ name: String, _ summary: String, absent: String = "none") {
      (self.name, self.summary, self.absent) = (name, summary, absent)
    }
  }

  /// What is said about it.
  var wording: Wording
  /// The JSON Schema of its value.
  var schema: JSONValue
  /// Understands the value, and says what it changes.
  var read: @Sendable (ConfigurationValue) throws(CommandError) -> Settings.Assignment
  /// The value in words, one for each element of a list; nil for a member that sets nothing.
  var show: (@Sendable (Settings) -> [String])?

  /// The member's name.
  var name: String { wording.name }

  /// Every member, in the order they are documented.
  static let all =
    [
      idle("$schema", "The schema that editors check the file by"),
      idle("$comment", "A comment for people who read the file"),
    ] + Setting.all.compactMap(\.member)

  /// A member that sets nothing: a text for editors or people.
  private static func idle(_ name: String, _ summary: String) -> ConfigurationMember {
    ConfigurationMember(wording: .init(name, summary), schema: ["type": "string"]) {
      value throws(CommandError) in
      _ = try value.text()
      return { _ in }
    }
  }

  /// The JSON Schema of the whole file.
  static var fileSchema: JSONValue {
    let properties = all.map { member in
      guard case .object(let members) = member.schema else {
        return JSONValue.Member(member.name, member.schema)
      }
      let description = JSONValue.Member("description", .string(member.wording.summary + "."))
      return JSONValue.Member(member.name, .object([description] + members))
    }
    return [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": .string("The configuration of callorder, \(Configuration.fileName)"),
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
  }
}

/// The JSON Schemas that members are made of.
extension JSONValue {
  /// Text that is not empty.
  static let textSchema: JSONValue = ["type": "string", "minLength": 1]

  /// A day, `YYYY-MM-DD`.
  static let daySchema: JSONValue = [
    "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
  ]

  /// One of the words.
  static func wordsSchema(_ words: [String]) -> JSONValue {
    ["enum": .array(words.map(JSONValue.string))]
  }

  /// A list of such elements.
  static func listSchema(of element: JSONValue) -> JSONValue {
    ["type": "array", "items": element]
  }

  /// An object with these members and no others.
  static func objectSchema(
    _ members: KeyValuePairs<String, JSONValue>, required: [String]
  ) -> JSONValue {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(required.map(JSONValue.string)),
      "properties": .object(members.map { JSONValue.Member($0.key, $0.value) }),
    ]
  }
}
