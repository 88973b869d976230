internal import TraceJSON

/// The form of values of one type in a saved report: writing, reading and the published schema in one place.
struct JSONFormat<Value>: Sendable {
  /// The JSON Schema of what is read and written.
  let schema: JSONValue
  /// The schemas of the objects that this one refers to by name.
  let definitions: [JSONValue.Member]
  /// The value as JSON.
  let write: @Sendable (Value) -> JSONValue
  /// The value from JSON, or an error that names the member.
  let read: @Sendable (JSONCursor) throws(ReportError) -> Value

  init(
    _ schema: JSONValue, definitions: [JSONValue.Member] = [],
    write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONCursor) throws(ReportError) -> Value
  ) {
    (self.schema, self.definitions, self.write, self.read) = (schema, definitions, write, read)
  }
}

// MARK: Scalars

extension JSONFormat where Value == String {
  static var text: Self {
    Self(["type": "string"], write: JSONValue.string) { cursor throws(ReportError) in
      try cursor.text()
    }
  }

  static var fingerprint: Self {
    Self(["type": "string", "pattern": "^[0-9a-f]{32}$"], write: JSONValue.string) {
      cursor throws(ReportError) in try cursor.fingerprint()
    }
  }
}

extension JSONFormat where Value == Void {
  /// A text that is always the same; the reader of the whole document checks it.
  static func constant(_ text: String) -> Self {
    Self(["const": .string(text)], write: { .string(text) }) { _ throws(ReportError) in }
  }
}

extension JSONFormat where Value == Int {
  /// A number that counts something, from 0.
  static var count: Self { integer(from: 0) }

  /// The number of an event, a line or a column, from 1.
  static var ordinal: Self { integer(from: 1) }

  private static func integer(from least: Int) -> Self {
    let schema: JSONValue = [
      "type": "integer", "minimum": JSONValue(least),
      "maximum": JSONValue(JSONCursor.largestInteger),
    ]
    return Self(schema, write: { JSONValue($0) }) {
      cursor throws(ReportError) in try cursor.integer(from: least)
    }
  }
}

extension JSONFormat where Value == Double {
  static var number: Self {
    Self(["type": "number"], write: JSONValue.real) { cursor throws(ReportError) in
      try cursor.number()
    }
  }
}

extension JSONFormat where Value == Bool {
  static var boolean: Self {
    Self(["type": "boolean"], write: JSONValue.boolean) { cursor throws(ReportError) in
      try cursor.boolean()
    }
  }
}

extension JSONFormat where Value: Sendable {
  /// One of a closed set of words, in the order in which messages list them.
  static func word(
    among values: [Value], named name: @escaping @Sendable (Value) -> String
  ) -> Self {
    Self(["enum": .array(values.map { .string(name($0)) })], write: { .string(name($0)) }) {
      cursor throws(ReportError) in try cursor.word(among: values, named: name)
    }
  }
}

// MARK: Compounds

extension JSONFormat {
  /// Values in order.
  /// - Parameter limit: a longer list is written without being in memory as JSON.
  static func list<Element: Sendable>(
    of element: JSONFormat<Element>, inMemoryUpTo limit: Int = 64
  ) -> Self where Value == [Element] {
    let areScalars = element.schema.isSchemaOfScalar
    return Self(
      ["type": "array", "items": element.schema], definitions: element.definitions,
      write: { list in
        if list.count <= limit { return .array(list.map(element.write)) }
        return .elements(
          JSONElements(count: list.count, areScalars: areScalars) { element.write(list[$0]) })
      }
    ) { cursor throws(ReportError) in try cursor.map(element.read) }
  }

  /// A value, or `null` where there is none.
  static func nullable<Wrapped>(_ wrapped: JSONFormat<Wrapped>) -> Self where Value == Wrapped? {
    Self(
      wrapped.schema.orNull, definitions: wrapped.definitions,
      write: { $0.map(wrapped.write) ?? .null }
    ) { cursor throws(ReportError) in
      cursor.value == .null ? nil : try wrapped.read(cursor)
    }
  }

  /// An object whose members are named by the data.
  /// - Parameter limit: how many members it may have.
  static func members<Item, Element>(
    of element: JSONFormat<Element>, limit: Int? = nil, name: @escaping @Sendable (Item) -> String,
    value: @escaping @Sendable (Item) -> Element,
    make: @escaping @Sendable (String, Element) -> Item
  ) -> Self where Value == [Item] {
    Self(
      .object(
        [.init("type", "object"), .init("additionalProperties", element.schema)]
          + (limit.map { [.init("maxProperties", JSONValue($0))] } ?? [])),
      write: { .object($0.map { .init(name($0), element.write(value($0))) }) }
    ) { cursor throws(ReportError) in
      var items: [Item] = []
      let members = try cursor.members()
      if let limit, members.count > limit {
        throw cursor.error("expected at most \(limit) members, found \(members.count)")
      }
      for (name, value) in members {
        items.append(make(name, try element.read(value)))
      }
      return items
    }
  }
}

extension JSONValue {
  /// Whether all values of this schema are known to be neither arrays nor objects.
  fileprivate var isSchemaOfScalar: Bool {
    let types: [JSONValue] = self["type"].map { $0.array ?? [$0] } ?? []
    return !types.isEmpty && types.allSatisfy { $0 != "array" && $0 != "object" }
  }

  /// The schema of a value of this schema, or `null`.
  fileprivate var orNull: JSONValue {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == "type" })
    else { return ["anyOf": [self, ["type": "null"]]] }
    members[index].value = [members[index].value, "null"]
    return .object(members)
  }
}
