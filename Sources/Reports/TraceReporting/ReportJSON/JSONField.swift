internal import TraceJSON

/// One member of an object in a saved report, described once.
struct JSONField<Owner>: Sendable {
  /// The member's name.
  let name: String
  /// Whether every report has had it since version 1, so that a report without it is refused.
  let isRequired: Bool
  /// The JSON Schema of its value, with a description.
  let schema: JSONValue
  let definitions: [JSONValue.Member]
  /// The member's value; nil where it is omitted.
  let write: @Sendable (Owner) -> JSONValue?
  /// Stores the member's value, when it is there and not `null`.
  let read: @Sendable (inout Owner, JSONCursor) throws(ReportError) -> Void

  /// A member of any other kind than those below.
  init<Value>(
    _ name: String, _ format: JSONFormat<Value>, _ text: String, isRequired: Bool = false,
    write: @escaping @Sendable (Owner) -> JSONValue?,
    read: @escaping @Sendable (inout Owner, JSONCursor) throws(ReportError) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    schema = .object([.init("description", .string(text + "."))] + (format.schema.members ?? []))
    definitions = format.definitions
    (self.write, self.read) = (write, read)
  }

  /// A member that every report has.
  static func required<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ format: JSONFormat<Value>,
    _ text: String
  ) -> Self {
    member(name, path, format, text, isRequired: true)
  }

  /// A member that was added later: if it is absent, the value of a blank owner remains.
  static func added<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ format: JSONFormat<Value>,
    _ text: String
  ) -> Self {
    member(name, path, format, text, isRequired: false)
  }

  private static func member<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ format: JSONFormat<Value>,
    _ text: String, isRequired: Bool
  ) -> Self {
    Self(name, format, text, isRequired: isRequired, write: { format.write($0[keyPath: path]) }) {
      owner, cursor throws(ReportError) in owner[keyPath: path] = try format.read(cursor)
    }
  }

  /// A member that may have no value, and is then `null`.
  static func optional<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable,
    _ format: JSONFormat<Value>,
    _ text: String
  ) -> Self {
    member(name, path, .nullable(format), text, isRequired: false)
  }

  /// A member that is omitted where it has no value.
  static func omissible<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable,
    _ format: JSONFormat<Value>,
    _ text: String
  ) -> Self {
    Self(name, format, text, write: { $0[keyPath: path].map(format.write) }) {
      owner, cursor throws(ReportError) in owner[keyPath: path] = try format.read(cursor)
    }
  }

  /// A member that is omitted where it has the value of a blank owner, such as 0 or an empty list.
  static func omissible<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ format: JSONFormat<Value>, blank: Value, _ text: String
  ) -> Self {
    Self(
      name, format, text,
      write: { $0[keyPath: path] == blank ? nil : format.write($0[keyPath: path]) }
    ) { owner, cursor throws(ReportError) in owner[keyPath: path] = try format.read(cursor) }
  }

  /// A member that is computed from others: written for programs that do not want to add up, and not read.
  static func derived<Value>(
    _ name: String, _ format: JSONFormat<Value>, _ text: String, isRequired: Bool = false,
    _ value: @escaping @Sendable (Owner) -> Value
  ) -> Self {
    Self(name, format, text, isRequired: isRequired, write: { format.write(value($0)) }) {
      _, _ throws(ReportError) in
    }
  }

  /// A member that is an object and holds parts of the same owner.
  static func group(_ name: String, _ text: String, isRequired: Bool, _ fields: [Self]) -> Self {
    Self(
      name, JSONFormat<Void>.plain(fields), text, isRequired: isRequired,
      write: { fields.write($0) }
    ) { owner, cursor throws(ReportError) in try fields.read(&owner, cursor) }
  }

  /// A member that is an object and is computed from others: written for programs that do not want to add up.
  static func derivedGroup<Part>(
    _ name: String, _ text: String, _ fields: [JSONField<Part>],
    _ part: @escaping @Sendable (Owner) -> Part
  ) -> Self {
    Self(
      name, JSONFormat<Void>.plain(fields), text, write: { fields.write(part($0)) }
    ) { _, cursor throws(ReportError) in try cursor.demandObject() }
  }
}

extension Array {
  /// The members of an object, in order.
  func write<Owner>(_ owner: Owner) -> JSONValue where Element == JSONField<Owner> {
    .object(compactMap { field in field.write(owner).map { .init(field.name, $0) } })
  }

  /// Stores the members of an object.
  func read<Owner>(
    _ owner: inout Owner, _ cursor: JSONCursor
  ) throws(ReportError) where Element == JSONField<Owner> {
    for field in self {
      if let member = try cursor.optional(field.name) {
        try field.read(&owner, member)
      } else if field.isRequired {
        throw cursor.missing(field.name)
      }
    }
  }

  /// The JSON Schema of an object with these members, and maybe others.
  func schema<Owner>() -> [JSONValue.Member] where Element == JSONField<Owner> {
    [
      .init("type", "object"), .init("properties", .object(map { .init($0.name, $0.schema) })),
      .init("required", .array(filter(\.isRequired).map { .string($0.name) })),
    ]
  }
}

extension JSONFormat {
  /// An object with the given members, under its own name in the schema.
  /// - Parameters:
  ///   - blank: the initial value for reading; its values remain for members that are absent.
  ///   - alternatives: sets of members, one of which has to be present as a whole.
  ///   - completing: completes and checks the value when all members have been read.
  static func object(
    _ name: String, _ text: String, blank: Value, _ fields: [JSONField<Value>],
    alternatives: [[String]] = [],
    completing: @escaping @Sendable (inout Value, JSONCursor) throws(ReportError) -> Void = {
      _, _ throws(ReportError) in
    }
  ) -> Self where Value: Sendable {
    var schema = [JSONValue.Member("description", .string(text + "."))] + fields.schema()
    if !alternatives.isEmpty {
      let choices = alternatives.map { JSONValue.array($0.map(JSONValue.string)) }
      schema.append(.init("anyOf", .array(choices.map { ["required": $0] })))
    }
    return Self(
      ["$ref": .string("#/$defs/" + name)],
      definitions: [.init(name, .object(schema))] + fields.flatMap(\.definitions),
      write: { fields.write($0) }
    ) { cursor throws(ReportError) in
      var value = blank
      try fields.read(&value, cursor)
      try cursor.demandOne(of: alternatives)
      try completing(&value, cursor)
      return value
    }
  }

  /// An array with just the given values, each with its meaning.
  /// - Parameter expectation: the values in words, for messages.
  static func row(
    _ expectation: String, blank: Value, _ fields: [JSONField<Value>]
  ) -> Self where Value: Sendable {
    Self(
      [
        "type": "array", "prefixItems": .array(fields.map(\.schema)),
        "minItems": JSONValue(fields.count), "maxItems": JSONValue(fields.count),
      ],
      write: { value in .array(fields.map { $0.write(value) ?? .null }) }
    ) { cursor throws(ReportError) in
      let cells = try cursor.elements()
      guard cells.count == fields.count else { throw cursor.error("expected \(expectation)") }
      var value = blank
      for (field, cell) in zip(fields, cells) { try field.read(&value, cell) }
      return value
    }
  }

  /// Only the schema of an object with the given members, inline.
  fileprivate static func plain<Owner>(_ fields: [JSONField<Owner>]) -> Self
  where Value == Void {
    Self(
      .object(fields.schema()), definitions: fields.flatMap(\.definitions), write: { .null }
    ) { _ throws(ReportError) in }
  }
}

extension JSONCursor {
  /// Checks that all members of one of the sets are present; without sets, nothing is checked.
  fileprivate func demandOne(of alternatives: [[String]]) throws(ReportError) {
    var firstMissing: String?
    for names in alternatives {
      var missing: String?
      for name in names where try optional(name) == nil { missing = missing ?? name }
      guard let missing else { return }
      firstMissing = firstMissing ?? missing
    }
    if let firstMissing { throw self.missing(firstMissing) }
  }
}
