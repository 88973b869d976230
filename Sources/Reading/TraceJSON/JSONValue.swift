/// A JSON document as a Swift value; objects keep the order of their members.
package indirect enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number written without a fraction and an exponent.
  case integer(Int64)
  /// Any other number; always finite.
  case real(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values in order that are made one by one, for very many; equal to an array of them.
  case elements(JSONElements)
  /// Members in the order they were written; no name occurs twice.
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable, Equatable {
    /// The member's name.
    package var name: String
    /// The member's value.
    package var value: JSONValue

    /// Creates a member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member of an object with the given name; nil if it has none, and for other kinds of value.
  /// - Complexity: O(members).
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string; nil for other kinds of value.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number of an integer; nil for other kinds of value.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The number of an integer or a real; nil for other kinds of value.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The value of a Boolean; nil for other kinds of value.
  package var boolean: Bool? { if case .boolean(let truth) = self { truth } else { nil } }

  /// The elements of an array; nil for other kinds of value.
  package var array: [JSONValue]? {
    switch self {
    case .array(let elements): elements
    case .elements(let elements): Array(elements)
    default: nil
    }
  }

  /// The members of an object; nil for other kinds of value.
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The kind of value in words, with its article, for messages.
  package var kindInWords: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array, .elements: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: left.array != nil && left.array == right.array
    }
  }
}

/// The elements of an array that are made when they are looked at, so that they need not all be in memory.
package struct JSONElements: Sendable, RandomAccessCollection {
  package let endIndex: Int
  /// Whether all elements are known to be neither arrays nor objects.
  package let areScalars: Bool
  private let element: @Sendable (Int) -> JSONValue

  /// - Parameters:
  ///   - count: how many there are.
  ///   - areScalars: whether no element is an array or an object.
  ///   - element: makes the element with the index.
  package init(count: Int, areScalars: Bool, element: @escaping @Sendable (Int) -> JSONValue) {
    (endIndex, self.areScalars, self.element) = (count, areScalars, element)
  }

  package var startIndex: Int { 0 }
  package subscript(index: Int) -> JSONValue { element(index) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// The string, or `null` for nil.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// The number as an integer.
  package init(_ number: Int) { self = .integer(Int64(number)) }
}
