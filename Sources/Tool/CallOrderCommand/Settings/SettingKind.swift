internal import TraceJSON

/// A kind of value: how it is typed, how the configuration writes it, and how it is shown.
struct SettingKind<Value: Sendable>: Sendable {
  /// What a shell can propose and the parser can refuse.
  var values: Flag.Values
  /// The JSON Schema of the value in the configuration.
  var schema: JSONValue
  /// Understands what was typed after an option; the text is empty for a switch.
  var parse: @Sendable (String) throws(CommandError) -> Value
  /// Understands what the configuration says.
  var read: @Sendable (ConfigurationValue) throws(CommandError) -> Value
  /// The value in words, one for each element of a list.
  var show: @Sendable (Value) -> [String]
  /// Combines what was typed with what is set already; another value takes its place, an element joins a list.
  var add: @Sendable (Value, inout Value) -> Void

  /// Makes a kind; what is left out derives from `parse`: the configuration then holds the text that could be typed.
  init(
    _ values: Flag.Values = .any, schema: JSONValue = .textSchema,
    parse: @escaping @Sendable (String) throws(CommandError) -> Value,
    read: (@Sendable (ConfigurationValue) throws(CommandError) -> Value)? = nil,
    show: @escaping @Sendable (Value) -> [String] = { ["\($0)"] },
    add: @escaping @Sendable (Value, inout Value) -> Void = { $1 = $0 }
  ) {
    self.values = values
    self.schema = schema
    self.parse = parse
    if let read {
      self.read = read
    } else {
      self.read = { value throws(CommandError) in try value.text(understoodBy: parse) }
    }
    self.show = show
    self.add = add
  }

  /// The same kind of value, which may be missing.
  var optional: SettingKind<Value?> {
    SettingKind<Value?>(
      values, schema: schema, parse: { text throws(CommandError) in try parse(text) },
      read: { value throws(CommandError) in try read(value) }, show: { $0.map(show) ?? [] })
  }

  /// Any number of values of a kind; an option adds one to them.
  static func list<Element>(
    of kind: SettingKind<Element>
  ) -> SettingKind where Value == [Element] {
    SettingKind(
      kind.values, schema: .listSchema(of: kind.schema),
      parse: { text throws(CommandError) in [try kind.parse(text)] },
      read: { value throws(CommandError) in try value.map(kind.read) },
      show: { $0.flatMap(kind.show) }, add: { $1 += $0 })
  }
}

extension SettingKind where Value == Bool {
  /// A switch; the configuration says `true` or `false`.
  static var toggle: SettingKind {
    SettingKind(
      schema: ["type": "boolean"], parse: { _ throws(CommandError) in true },
      read: { value throws(CommandError) in try value.boolean() })
  }
}

extension SettingKind where Value == String {
  /// Text as it was typed.
  static var text: SettingKind { SettingKind { text throws(CommandError) in text } }

  /// The path of a file; in the configuration it starts from the configuration's folder.
  static var file: SettingKind {
    SettingKind(.file) { text throws(CommandError) in
      text
    } read: { value throws(CommandError) in
      try value.path()
    }
  }

  /// One of the words; the parser refuses others before they are understood.
  static func word(_ words: [String]) -> SettingKind {
    SettingKind(.choices(words), schema: .wordsSchema(words)) { text throws(CommandError) in
      text
    } read: { value throws(CommandError) in
      try value.word(among: words)
    }
  }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases by its word.
  static var word: SettingKind {
    let words = Value.allCases.map(\.rawValue)
    @Sendable func value(_ word: String) throws(CommandError) -> Value {
      if let value = Value(rawValue: word) { return value }
      throw .usage(wrongChoice("a value", word, among: words))
    }
    return SettingKind(
      .choices(words), schema: .wordsSchema(words),
      parse: { text throws(CommandError) in try value(text) },
      read: { json throws(CommandError) in try value(try json.word(among: words)) },
      show: { [$0.rawValue] })
  }
}

extension SettingKind where Value == Int {
  /// A whole number within limits.
  static func integer(_ limits: ClosedRange<Int>) -> SettingKind {
    SettingKind(
      schema: [
        "type": "integer", "minimum": JSONValue(limits.lowerBound),
        "maximum": JSONValue(limits.upperBound),
      ],
      parse: { text throws(CommandError) in try wholeNumber(text, within: limits) },
      read: { value throws(CommandError) in try value.integer(limits) })
  }
}

extension SettingKind where Value == Double {
  /// A percentage, 0 to 100.
  static var percentage: SettingKind {
    SettingKind(
      schema: ["type": "number", "minimum": 0, "maximum": 100],
      parse: { text throws(CommandError) in
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let number = Double(digits), (0...100).contains(number) else {
          throw .usage("'\(text)' is not a percentage from 0 to 100")
        }
        return number
      },
      read: { value throws(CommandError) in try value.number(0...100) })
  }
}
