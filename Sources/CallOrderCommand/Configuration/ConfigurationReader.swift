internal import TraceDiagnostics
internal import TraceJSON
internal import TraceReading
internal import TraceSystem
internal import TraceWriting

/// Turns the text of a configuration into a `Configuration`, or says what is wrong with it and where.
struct ConfigurationReader {
  /// The file's path, as it leads from the current folder.
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
      if let value = try root.optional(member.name) { try member.read(&configuration, value) }
    }
    return configuration
  }
}

/// A value in a configuration, with the way to it for messages.
struct ConfigurationValue: Sendable {
  /// The value itself.
  var value: JSONValue
  /// The way to it, such as `suppressions[2].rule`; empty for the whole file.
  var place: String
  /// The file's path, as it leads from the current folder.
  var file: String

  /// An error about this value.
  func error(_ message: String, hint: String? = nil) -> CommandError {
    let way = place.isEmpty ? "" : "\(place): "
    return .usage(terminalSafe("\(file): \(way)\(message)"), hint: hint)
  }

  /// Runs a closure whose errors do not know where they happen.
  func explaining<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    do throws(CommandError) {
      return try body()
    } catch {
      throw self.error(error.message, hint: error.hint)
    }
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
        + (near.map { "; did you mean \"\($0)\"?" } ?? ", only \(inWords(words))"))
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

  /// An element of `messagePatterns`.
  func messagePattern() throws(CommandError) -> MessagePattern {
    let text = try text()
    do throws(MessagePatternError) {
      return try MessagePattern(text)
    } catch {
      throw self.error("\"\(text)\", column \(error.column): \(error.message)")
    }
  }

  /// An element of `suppressions`.
  func suppression() throws(CommandError) -> SuppressionRule {
    try refuseMembers(otherThan: ["rule", "path", "reason", "expires"])
    guard let reason = try optional("reason")?.text() else {
      throw error("a suppression needs a \"reason\"")
    }
    var suppression = SuppressionRule(
      rule: try optional("rule")?.text(),
      path: try optional("path")?.text().asPathPattern, reason: reason)
    guard suppression.rule != nil || suppression.path != nil else {
      throw error("a suppression needs a \"rule\" or a \"path\"")
    }
    if let expiry = try optional("expires") {
      guard let date = CalendarDate(try expiry.text()) else {
        throw expiry.error("is not a date such as 2027-03-31")
      }
      suppression.expiry = date
    }
    return suppression
  }

  private func mismatch(_ expected: String) -> CommandError {
    error("expected \(expected), found \(value.kindInWords)")
  }
}

extension String {
  fileprivate var asPathPattern: PathPattern { PathPattern(self) }
}
