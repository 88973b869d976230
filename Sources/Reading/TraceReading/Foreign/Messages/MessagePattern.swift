/// How the messages of an app's log name a callback and its subjects.
///
/// A pattern is text with placeholders, such as `{callback} scene={scene} session={session}`. It must match from the
/// start of a message; the rest of the message does not matter.
/// * Text matches itself, a blank matches any number of blanks, and `{{` and `}}` match a brace.
/// * `{callback}`, and a member such as `{scene}`, match everything up to the text that follows in the pattern, or up
///   to a blank. `{callback}` also matches a whole `-[Class selector]`.
/// * `{phase}` matches a word such as `begin` or `finished`, which marks the beginning or the end of a call.
/// * `{*}` matches anything, including blanks.
public struct MessagePattern: Sendable, Equatable {
  /// The members that the built-in grammar and its quirks ask for.
  public static let builtInMembers = ["scene", "session", "process", "role"]

  /// How many characters a pattern may have, which bounds what a message costs.
  package static let lengthLimit = 1_000
  /// How many patterns there may be.
  package static let countLimit = 100

  /// The placeholder for a word that marks the beginning or the end of a call.
  static let phase = "phase"

  enum Part: Sendable, Equatable {
    /// Text that matches itself.
    case text([UInt8])
    /// At least one blank, or any number of them at the start.
    case blanks
    /// The value of the placeholder with this name.
    case value(String)
    /// Anything.
    case anything
  }

  /// The pattern as it was written.
  public let text: String
  let parts: [Part]

  /// Parses a pattern.
  /// - Parameters:
  ///   - text: the pattern as written.
  ///   - members: the members that a message may name: those of the grammar to check against.
  /// - Throws: `MessagePatternError` for the first mistake.
  public init(
    _ text: String, members: [String] = Self.builtInMembers
  ) throws(MessagePatternError) {
    self.text = text
    var parser = MessagePatternParser(text, members: members)
    parts = try parser.parse()
  }

  /// Parses a pattern whose members are checked later, when the grammar is known.
  /// - Throws: `MessagePatternError` for the first other mistake.
  package init(withAnyMembers text: String) throws(MessagePatternError) {
    self.text = text
    var parser = MessagePatternParser(text, members: nil)
    parts = try parser.parse()
  }

  /// Whether it has text besides placeholders, so that a message that matches is meant to be a lifecycle call.
  var isSpecific: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }
}

/// Why a text is not a message pattern.
public struct MessagePatternError: Error, Sendable, Equatable {
  /// One sentence without a full stop.
  public var message: String
  /// The column of the mistake, counted from 1 in Unicode scalars.
  public var column: Int

  init(_ message: String, at column: Int) {
    (self.message, self.column) = (message, column)
  }
}
