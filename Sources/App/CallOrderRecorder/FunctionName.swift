/// The name of a function, read from its symbol.
///
/// Swift's runtime turns a symbol into text, and this reads the text: how symbols are mangled changes with the compiler, and
/// only a whole demangler can tell labels from types.
struct FunctionName: Sendable, Equatable {
  /// The module of a Swift function; nil for one of C or Objective-C.
  private(set) var module: String?
  /// The type that the method belongs to; empty if it belongs to none.
  private(set) var type = ""
  /// The method as `#function` or `_cmd` gives it, such as `sceneDidDisconnect(_:)` or `sceneDidDisconnect:`.
  private(set) var method = ""
  /// Whether this is a closure in the method, or a function in it.
  private(set) var isClosure = false
  /// Whether the function runs in a task.
  private(set) var isAsync = false
  /// Whether the compiler made the function, to call another one in a different way.
  private(set) var isThunk = false
  /// The sign before a method of Objective-C, which tells those of classes from those of objects.
  private var sign: Character?

  /// - Parameters:
  ///   - symbol: the symbol of the linker.
  ///   - demangled: what Swift's runtime makes of it; nil if it is no symbol of Swift.
  /// - Returns: nil if no function can be named, as for code that several functions share ("merged").
  init?(symbol: String, demangled: String?) {
    guard var rest = demangled?[...] else {
      readForeign(symbol[...])
      return
    }
    while strip(&rest) {}
    let shared = ["merged @objc ", "merged \(Self.witness)", "reabstraction thunk helper"]
    if shared.contains(where: rest.hasPrefix) {
      isThunk = true
    } else if !readSwift(rest) {
      return nil
    }
  }

  /// What is shown for the function in a module: the names of other modules are told.
  func shown(in own: String?) -> String {
    if let sign { return "\(sign)[\(type) \(method)]" }
    let names = [module == own ? "" : module ?? "", type, method]
    return names.filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// Whether it is the function of a callback, whichever language names either of them.
  func isCalled(_ callback: String) -> Bool {
    if method == callback { return true }
    return sign == nil
      ? Self.isSelector(callback, of: method) : Self.isSelector(method, of: callback)
  }

  /// Whether a selector of Objective-C may be what Swift imports under a name: words about types are left out there.
  private static func isSelector(_ selector: String, of name: String) -> Bool {
    guard let open = name.firstIndex(of: "("), !selector.contains(where: { $0 == "(" }) else {
      return false
    }
    let labels = name[open...].dropFirst().split(separator: ":").dropLast().map(String.init)
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
    guard parts.count == labels.count, let first = parts.first, let label = labels.first else {
      return false
    }
    let base = name[..<open]
    let rest = first.dropFirst(base.count)
    let fits = label == "_" ? rest.first?.isUppercase ?? true : rest.lowercased().hasPrefix(label)
    return first.hasPrefix(base) && fits
      && zip(parts, labels).dropFirst().allSatisfy { $1 == "_" || $0.hasPrefix($1) }
  }

  // MARK: - Swift

  private static let witness = "protocol witness for "
  private static let prefixes = [
    "@objc ", "@nonobjc ", "static ", "dispatch thunk of ", "partial apply forwarder for ",
    "vtable thunk for ", witness,
  ]

  /// Removes the next of the compiler's words before the name.
  private mutating func strip(_ rest: inout Substring) -> Bool {
    if let prefix = Self.prefixes.first(where: rest.hasPrefix) {
      rest.removeFirst(prefix.count)
      if prefix == Self.witness {
        isThunk = true
        rest = rest[..<(rest.firstOutside(" in conformance ") ?? rest.endIndex)]
      }
    } else if rest.first == "(", rest.dropFirst().first?.isNumber ?? false,
      let end = rest.firstOutside(" for ")
    {
      // A part of an async function, as in "(1) await resume partial function for".
      rest = rest[end...].dropFirst(5)
    } else if let special = rest.firstOutside(" specialization <"),
      let end = rest[special...].firstOutside(" of ")
    {
      rest = rest[end...].dropFirst(4)
    } else if let end = rest.firstOutside(" in ") {
      // A closure, and what it is in.
      isClosure = true
      rest = rest[end...].dropFirst(4)
    } else {
      return false
    }
    return true
  }

  /// Reads text such as `Notes.SceneDelegate.scene(_: __C.UIScene, openURLContexts: Swift.Set<A>) -> ()`.
  private mutating func readSwift(_ text: Substring) -> Bool {
    var rest = text
    var names: [String] = []
    if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ")") {
      module = String(rest[..<end].dropFirst(14))
      rest = rest[end...].dropFirst(2)
    }
    while true {
      let isPrivate = rest.first == "("
      let name = rest.drop { $0 == "(" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if name.isEmpty { return false }
      names.append(String(name))
      rest = rest[name.endIndex...]
      if isPrivate {
        guard let end = rest.firstIndex(of: ")") else { return false }
        rest = rest[end...].dropFirst()
      }
      if rest.first == "<", let end = rest.dropFirst().firstOutside(">") {
        rest = rest[end...].dropFirst()
      }
      guard rest.first == "." else { break }
      rest.removeFirst()
    }
    module = module ?? names[0]
    names.removeFirst()
    guard let last = names.popLast() else { return false }
    if rest.first == "(" {
      rest.removeFirst()
      guard let end = rest.firstOutside(")") else { return false }
      method = (last == "__allocating_init" ? "init" : last) + Self.labels(rest[..<end])
      isAsync = rest[end...].hasPrefix(") async")
    } else if last.hasSuffix("deinit") {
      method = "deinit"
    } else if ["getter", "setter", "modify", "read", "willset", "didset"].contains(last),
      let property = names.popLast()
    {
      method = property
    } else {
      return false
    }
    type = names.joined(separator: ".")
    return true
  }

  /// The labels of parameters as `#function` has them.
  private static func labels(_ parameters: Substring) -> String {
    var rest = parameters
    var labels = "("
    while !rest.isEmpty {
      let end = rest.firstOutside(", ") ?? rest.endIndex
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      labels += (rest[name.endIndex...].hasPrefix(": ") ? name : "_") + ":"
      rest = rest[end...].dropFirst(2)
    }
    return labels + ")"
  }

  // MARK: - Objective-C and C

  /// Reads a symbol such as `-[SceneDelegate sceneDidDisconnect:]` or `__42-[SceneDelegate reload]_block_invoke`.
  private mutating func readForeign(_ symbol: Substring) {
    guard let open = symbol.firstIndex(of: "["), let close = symbol.lastIndex(of: "]"),
      let sign = symbol[..<open].last, sign == "-" || sign == "+"
    else {
      method = String(symbol)
      return
    }
    let words = symbol[open..<close].dropFirst().split(separator: " ")
    guard words.count == 2 else {
      method = String(symbol)
      return
    }
    // A category is named behind the class.
    (self.sign, type, method) = (sign, String(words[0].prefix { $0 != "(" }), String(words[1]))
    isClosure = symbol.hasPrefix("__")
  }
}

extension Substring {
  /// Where a text is that no brackets enclose. Square ones do not count: those of a specialization are not closed.
  fileprivate func firstOutside(_ text: StaticString) -> Index? {
    let (first, bytes) = (text.description.utf8.first, utf8)
    var depth = 0
    var last: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if depth == 0, byte == first, self[index...].hasPrefix(text.description) { return index }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ">") where last != UInt8(ascii: "-"): depth -= 1
      default: break
      }
      last = byte
    }
    return nil
  }
}
