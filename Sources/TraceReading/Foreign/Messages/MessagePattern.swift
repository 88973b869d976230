/// How the messages of an app's log name a callback and what it is about.
///
/// A pattern is text with placeholders, such as `{callback} scene={scene} session={session}`. It is matched from the
/// start of a message; what follows it does not matter.
/// * Text stands for itself; blanks stand for any number of blanks, `{{` and `}}` for a brace.
/// * `{callback}`, and a member such as `{scene}`, take what stands there up to the text that follows in the pattern,
///   or up to a blank; `{callback}` also takes `-[Class selector]` as a whole.
/// * `{phase}` takes a word such as `begin` or `finished`, which marks the beginning or the end of a call.
/// * `{*}` passes over anything, blanks too.
public struct MessagePattern: Sendable, Equatable {
  /// The members that the built-in grammar and its quirks ask for.
  public static let builtInMembers = ["scene", "session", "process", "role"]

  /// The placeholder of a word that marks the beginning or the end of a call.
  static let phase = "phase"

  enum Part: Sendable, Equatable {
    /// Text that stands for itself.
    case text([UInt8])
    /// At least one blank, or any number of them at the start.
    case blanks
    /// What a placeholder of the name takes.
    case value(String)
    /// Anything.
    case anything
  }

  /// The pattern as it was written.
  public let text: String
  let parts: [Part]

  /// Reads a pattern.
  /// - Parameters:
  ///   - text: the pattern as written.
  ///   - members: the members that a message may name, those of the grammar that it is checked against.
  /// - Throws: `MessagePatternError` for the first mistake.
  public init(
    _ text: String, members: [String] = Self.builtInMembers
  ) throws(MessagePatternError) {
    self.text = text
    var parser = MessagePatternParser(text, members: members)
    parts = try parser.parse()
  }

  /// Reads a pattern whose members are to be looked at later, when the grammar is known.
  /// - Throws: `MessagePatternError` for the first other mistake.
  package init(withAnyMembers text: String) throws(MessagePatternError) {
    self.text = text
    var parser = MessagePatternParser(text, members: nil)
    parts = try parser.parse()
  }

  /// Whether it names anything but placeholders, so that what it matches is meant to be a lifecycle call.
  var isSpecific: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }
}

/// Why a text is no message pattern.
public struct MessagePatternError: Error, Sendable, Equatable {
  /// One sentence without a full stop.
  public var message: String
  /// The column of the fault, counted from 1 in Unicode scalars.
  public var column: Int

  init(_ message: String, at column: Int) {
    (self.message, self.column) = (message, column)
  }
}
