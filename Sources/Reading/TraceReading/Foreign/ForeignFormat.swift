internal import TraceJSON
internal import TraceModel

/// A format in which other tools record lifecycle events. A value reads one recording.
///
/// A format only decides which recordings are its own, and what one of their elements means. The reader finds
/// where elements begin and end; `ForeignElements` turns them into events.
protocol ForeignFormat: Sendable {
  /// How to read a recording with this beginning; nil if it is not of this format.
  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition?
  /// The format's name in reports.
  var name: String { get }
  /// The name of its elements in notes, in the singular and the plural.
  var elementName: (one: String, many: String) { get }
  /// The metadata that the recording has about itself, as far as it is known by now.
  var metadata: [TraceHeader.Member] { get }
  /// Whether a list of its elements may lack its end, as after an interrupted program.
  var allowsOpenList: Bool { get }
  /// Whether its lines are to be read from the end.
  var isReversed: Bool { get }
  /// Other notes on the recording so far.
  var notes: [ReadingNote] { get }
  /// Why a recording without events is not one of this format; nil if it may have none.
  var faultWithoutEvents: String? { get }
  /// The content of a line, in a recording with one element per line.
  /// - Parameters:
  ///   - number: the number of the line, counted from 1.
  ///   - isLast: whether the recording ends with the line, without a line end.
  mutating func content(of line: ByteView, number: Int, isLast: Bool) -> LineContent
  /// The meaning of one element, which is an object.
  mutating func read(_ element: JSONNode) -> ForeignElement
}

extension ForeignFormat {
  var metadata: [TraceHeader.Member] { [] }
  var allowsOpenList: Bool { false }
  var isReversed: Bool { false }
  var notes: [ReadingNote] { [] }
  var faultWithoutEvents: String? { nil }
  mutating func content(of line: ByteView, number: Int, isLast: Bool) -> LineContent {
    .object(line.startIndex)
  }
}

/// The content of a line of a recording.
enum LineContent {
  /// A JSON object that begins at the index.
  case object(Int)
  /// Not an object; the meaning of the line itself.
  case element(ForeignElement)
}

/// The meaning of an element of a recording.
enum ForeignElement: Sendable, Equatable {
  /// Events, in order; more than one if a gap comes with a call.
  case events([ForeignEvent])
  /// Not a lifecycle call. It is counted, so that a recording without any call can be recognized.
  case other
  /// Something that nobody would expect to be an event, such as the trailer of a log.
  case nothing
}

/// An event as another format describes it.
package struct ForeignEvent: Sendable, Equatable {
  /// The callback in a spelling of the grammar; nil for a gap.
  var callback: String?
  /// Whether nobody can tell that the callback was called, so that this is a gap for what it may have changed.
  var isUnclear = false
  /// The kind; nil if only the spelling says it.
  var kind: EventKind?
  /// Whether it is a whole call, or the beginning or end of one.
  var phase = CallPhase.whole
  /// Seconds, with the recording's own origin.
  var time: Double?
  /// How long the callback took, in seconds.
  var duration: Double?
  /// The values of members by name. Those that the grammar does not ask for are ignored.
  var members: [String: String] = [:]

  /// A call or notification.
  init(_ callback: String, kind: EventKind? = nil, time: Double? = nil) {
    (self.callback, self.kind, self.time) = (callback, kind, time)
  }

  /// A gap.
  static func gap(time: Double?) -> ForeignEvent {
    var event = ForeignEvent()
    event.time = time
    return event
  }

  private init() {}
}

/// How to read formats of other tools.
package struct ForeignOptions: Sendable {
  /// Which texts name a callback.
  package var vocabulary: CallbackVocabulary
  /// How the user's own messages name callbacks and scenes.
  package var messagePatterns: [MessagePattern]
  /// Words of the user's messages, with the spellings of the callbacks that they stand for.
  package var messageWords: [(words: String, callback: String)] = []
  /// Whether the newest lines of a log come first.
  package var readsFromEnd = false
  /// The event members that the grammar asks for; set by the reader.
  var members = EventMembers(single: [], set: nil)

  package init(vocabulary: CallbackVocabulary = .none, messagePatterns: [MessagePattern] = []) {
    (self.vocabulary, self.messagePatterns) = (vocabulary, messagePatterns)
  }
}
