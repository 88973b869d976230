/// Something that a reader noticed about a recording as a whole.
package struct ReadingNote: Sendable, Equatable {
  /// The kind of note, in kebab-case.
  package var id: String
  /// The line that it is about, counted from 1; nil if it is about all of them.
  package var line: Int?
  /// How many elements of the recording it concerns.
  package var count: Int
  /// One sentence without a full stop.
  package var message: String
}
