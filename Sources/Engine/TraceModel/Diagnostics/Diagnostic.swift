/// A finding about a text that the user wrote: a grammar, a configuration.
public struct Diagnostic: Sendable, Equatable {
  /// A further part of the text that explains the finding.
  public struct Note: Sendable, Equatable {
    /// Where to look; nil when the note is not about a part of the text.
    public var range: SourceRange?
    /// One sentence without a full stop.
    public var message: String

    /// Makes a note.
    public init(_ message: String, at range: SourceRange? = nil) {
      self.range = range
      self.message = message
    }
  }

  /// The stable identity of this kind of finding, in kebab case.
  public var code: String
  /// Only an `error` makes the text unusable.
  public var severity: Severity
  /// One sentence without a full stop.
  public var message: String
  /// The part of the text that the finding is about.
  public var range: SourceRange
  /// The name to write instead, if a similar name is probably meant; nil for none.
  public var suggestion: String?
  /// Further parts of the text, in the order they should be read.
  public var notes: [Note]

  /// Makes a diagnostic.
  public init(
    _ code: String, _ severity: Severity, _ message: String, at range: SourceRange,
    suggestion: String? = nil, notes: [Note] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.range = range
    self.suggestion = suggestion
    self.notes = notes
  }
}
