internal import TraceFindings
internal import TraceModel
internal import TraceJSON
internal import TraceSystem

/// Turns the text of a configuration into a `Configuration`, or says what is wrong with it and where.
struct ConfigurationReader {
  /// The file's path, relative to the current folder.
  var path: String

  /// Reads the text.
  /// - Throws: `CommandError` of status `usage` for the first mistake.
  func read(_ bytes: [UInt8]) throws(CommandError) -> Configuration {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .usage("\(terminalSafe(path)):\(error.line): not JSON: \(terminalSafe(error.reason))")
    }
    let root = ConfigurationValue(value: value, place: "", file: path)
    try root.refuseMembers(otherThan: ConfigurationMember.all.map(\.name))
    var configuration = Configuration(path: path)
    for member in ConfigurationMember.all {
      guard let value = try root.optional(member.name) else { continue }
      configuration.assignments.append(try member.read(value))
      configuration.names.insert(member.name)
    }
    return configuration
  }
}

/// A value in a configuration, with the path to it for messages.
struct ConfigurationValue: Sendable {
  /// The value itself.
  var value: JSONValue
  /// The path to it, such as `suppressions[2].rule`; empty for the whole file.
  var place: String
  /// The file's path, relative to the current folder.
  var file: String

  /// Whether it is an array.
  var isList: Bool { if case .array = value { true } else { false } }

  /// An error about this value.
  func error(_ message: String, hint: String? = nil) -> CommandError {
    let way = place.isEmpty ? "" : "\(place): "
    return .usage(terminalSafe("\(file): \(way)\(message)"), hint: hint)
  }

  /// Throws for the first member that is not among the known ones.
  func refuseMembers(otherThan known: [String]) throws(CommandError) {
    for (name, _) in try members() where !known.contains(name) {
      let near = nearestName(to: name, among: known).map { "; did you mean \"\($0)\"?" }
      throw error("unknown member \"\(name)\"\(near ?? "")")
    }
  }

  /// The members of an object, in order.
  func members() throws(CommandError) -> [(name: String, value: ConfigurationValue)] {
    guard let members = value.members else { throw mismatch("an object") }
    return members.map { member in
      let way = place.isEmpty ? member.name : "\(place).\(member.name)"
      return (member.name, ConfigurationValue(value: member.value, place: way, file: file))
    }
  }

  /// The member with the given name; nil when there is none.
  func optional(_ name: String) throws(CommandError) -> ConfigurationValue? {
    try members().first { $0.name == name }?.value
  }

  /// The member with the given name.
  func member(_ name: String) throws(CommandError) -> ConfigurationValue {
    if let member = try optional(name) { return member }
    throw error("the member \"\(name)\" is missing")
  }

  /// The result of the closure for every element of an array.
  func map<Element>(
    _ read: (ConfigurationValue) throws(CommandError) -> Element
  ) throws(CommandError) -> [Element] {
    guard let elements = value.array else { throw mismatch("an array") }
    var result: [Element] = []
    for (index, element) in elements.enumerated() {
      result.append(
        try read(ConfigurationValue(value: element, place: "\(place)[\(index)]", file: file)))
    }
    return result
  }

  /// Text that is not empty.
  func text() throws(CommandError) -> String {
    guard let text = value.string else { throw mismatch("a string") }
    guard !text.isEmpty else { throw error("must not be empty") }
    return text
  }

  /// Text that a closure understands; its errors do not know where they happen.
  func text<Result>(
    understoodBy parse: (String) throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let text = try text()
    do throws(CommandError) {
      return try parse(text)
    } catch {
      throw self.error(error.message, hint: error.hint)
    }
  }

  /// A path; a relative one starts from the configuration's folder.
  func path() throws(CommandError) -> String {
    Path.tidied(Path.joined(Path.folder(of: file), try text()))
  }

  /// One of the words.
  func word(among words: [String]) throws(CommandError) -> String {
    let text = try text()
    if words.contains(text) { return text }
    let near = nearestName(to: text, among: words)
    throw error(
      "unknown value \"\(text)\""
        + (near.map { "; did you mean \"\($0)\"?" } ?? ", only \(listed(words, "and"))"))
  }

  /// `true` or `false`.
  func boolean() throws(CommandError) -> Bool {
    guard let truth = value.boolean else { throw mismatch("a boolean") }
    return truth
  }

  /// A whole number within limits.
  func integer(_ limits: ClosedRange<Int>) throws(CommandError) -> Int {
    guard let number = value.integer else { throw mismatch("a whole number") }
    guard let number = Int(exactly: number), limits.contains(number) else {
      throw error("must be from \(limits.lowerBound) to \(limits.upperBound)")
    }
    return number
  }

  /// A number within limits.
  func number(_ limits: ClosedRange<Int>) throws(CommandError) -> Double {
    guard let number = value.number else { throw mismatch("a number") }
    guard (Double(limits.lowerBound)...Double(limits.upperBound)).contains(number) else {
      throw error("must be from \(limits.lowerBound) to \(limits.upperBound)")
    }
    return number
  }

  private func mismatch(_ expected: String) -> CommandError {
    error("expected \(expected), found \(value.kindInWords)")
  }
}
