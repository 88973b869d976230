import Testing

/// How many properties and functions a type of the checker may have, over all of its files.
@Suite("The size of types") struct TypeSizeTests {
  @Test("no type of the checker has more than 12 stored properties or 25 functions")
  func checking() {
    var types = TypeSizes()
    for file in SourceFile.all(in: "Sources/TraceChecking") {
      types.add(file.lines.joined(separator: "\n"))
    }
    #expect(types.stored["Checker"] != nil && types.functions["Checker"] != nil)
    for (name, stored) in types.stored {
      #expect(stored.count <= 12, "\(name) stores \(stored)")
    }
    for (name, functions) in types.functions {
      #expect(functions.count <= 25, "\(name) has \(functions.count) functions: \(functions)")
    }
  }

  @Test("only stored properties and functions are counted")
  func counts() {
    var types = TypeSizes()
    types.add(
      #"""
      struct Outer<Value>: ~Copyable {
        private(set) var plain = 0, other = 1
        @Something let constant: Int
        let (left, right): (Int, Int)
        var observed = 0 {
          didSet { twice() }
        }
        var computed: Int { plain }
        var longer: Int {
          get { plain }
          set { let local = newValue }
        }
        static let shared = Outer()
        var closure: () -> Int = { 1 }
        init() { func local() {} }
        @inline(__always)
        private mutating func first(
          _ value: Int
        ) -> Int { value }
        enum Inner: Int {
          case one
          static func made() -> Inner { .one }
        }
      }
      extension Outer.Inner { func second() {} }
      extension Outer where Value: Hashable {
        func twice() { _ = "func no() { \(first("{")) }" }
        // func never() {
        private struct Other { var single = 0 }
      }
      """#)
    let outer = ["plain", "other", "constant", "left", "right", "observed", "closure"]
    #expect(types.stored == ["Outer": outer, "Outer.Other": ["single"]])
    #expect(
      types.functions == ["Outer": ["first", "twice"], "Outer.Inner": ["made", "second"]])
  }
}

/// The stored properties and the functions that sources declare, by the name of their type.
private struct TypeSizes {
  private(set) var stored: [String: [String]] = [:]
  private(set) var functions: [String: [String]] = [:]

  /// Adds what one file declares.
  mutating func add(_ source: String) {
    let tokens = Self.tokens(of: source)
    // The names of the types around a token; nil for a scope that is not a type.
    var scopes: [String?] = []
    var opening: String?
    var depth = 0
    var isStatic = false
    for (index, token) in tokens.enumerated() {
      let type = scopes.isEmpty || scopes.contains(nil) ? nil : scopes.compactMap { $0 }
      switch token {
      case "{":
        scopes.append(opening)
        opening = nil
      case "}": if !scopes.isEmpty { scopes.removeLast() }
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "\n": if depth == 0 { isStatic = false }
      case "static": isStatic = true
      case "struct", "class", "enum", "actor", "extension":
        let name = tokens[(index + 1)...].prefix { $0 == "." || Self.isWord($0) && $0 != "where" }
        opening = name.joined()
      case "func":
        if let type {
          functions[type.joined(separator: "."), default: []].append(tokens[index + 1])
        }
      case "let", "var":
        guard let type, depth == 0, !isStatic else { continue }
        let names = Self.storedNames(tokens[(index + 1)...])
        if !names.isEmpty { stored[type.joined(separator: "."), default: []] += names }
      default: break
      }
    }
  }

  /// The stored properties of a declaration; empty for a computed one.
  private static func storedNames(_ tokens: ArraySlice<String>) -> [String] {
    var names: [String] = []
    var rest = tokens
    if rest.first == "(" {
      names = rest.prefix { $0 != ")" }.filter(isWord)
      rest = rest.drop { $0 != ")" }.dropFirst()
    } else {
      names = Array(rest.prefix(1))
    }
    var depth = 0
    var hasValue = false
    for index in rest.indices {
      switch rest[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "=": hasValue = true
      case ","
      where depth == 0 && [":", "="].contains(rest.dropFirst(index - rest.startIndex + 2).first):
        names.append(rest[index + 1])
      case "{" where depth == 0:
        let first = rest[(index + 1)...].first { $0 != "\n" }
        return hasValue || first == "didSet" || first == "willSet" ? names : []
      case "\n" where depth == 0, "}" where depth == 0: return names
      default: break
      }
    }
    return names
  }

  private static func isWord(_ token: String) -> Bool {
    token.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }

  /// The words and symbols of a source, without comments and strings.
  private static func tokens(of source: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    var rest = Substring(source)
    while let character = rest.first {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        rest.removeFirst()
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if character == "\"" {
        skipString(&rest)
        tokens.append("\"")
      } else {
        rest.removeFirst()
        if character != " " { tokens.append(String(character)) }
      }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }

  private static func skipString(_ rest: inout Substring) {
    let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(quote.count)
    while !rest.isEmpty, !rest.hasPrefix(quote) {
      if rest.hasPrefix("\\(") {
        rest.removeFirst(2)
        skipInterpolation(&rest)
      } else {
        rest.removeFirst(rest.first == "\\" ? min(2, rest.count) : 1)
      }
    }
    rest.removeFirst(min(quote.count, rest.count))
  }

  private static func skipInterpolation(_ rest: inout Substring) {
    var depth = 1
    while depth > 0, let character = rest.first {
      if character == "\"" {
        skipString(&rest)
        continue
      }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      rest.removeFirst()
    }
  }
}
