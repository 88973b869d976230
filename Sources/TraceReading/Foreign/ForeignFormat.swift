internal import TraceJSON
internal import TraceModel

/// One of the formats in which others record lifecycle events, reading one recording of it.
///
/// A format says which recordings are its own and what one element of them means, and nothing else: where elements
/// begin and end is the `BatchDecoder`'s, what becomes of their events that of `ForeignElements`.
protocol ForeignFormat: Sendable {
  /// Whether its elements say which format they are of, so that they are told before those of our own.
  static var namesItself: Bool { get }
  /// What a recording is that begins like this; nil when it is not of this format.
  static func recognize(_ beginning: Beginning, _ options: ForeignOptions) -> Recognition?
  /// What reports call it.
  var name: String { get }
  /// What its elements are called, in the singular and the plural.
  var elementName: (one: String, many: String) { get }
  /// What the recording says about itself, as far as it is known.
  var metadata: [TraceHeader.Member] { get }
  /// Whether a list of its elements may lack its end, as programs that are interrupted leave it.
  var allowsOpenList: Bool { get }
  /// What else was noticed up to here.
  var notes: [ReadingNote] { get }
  /// Why a recording without any event is none; nil where it is one.
  var faultWithoutEvents: String? { get }
  /// What a line of a recording holds that has one element a line.
  mutating func content(of line: ByteView) -> LineContent
  /// Takes what a document says of itself around its list of elements; called before them with what precedes
  /// them, and after them.
  mutating func readDocument(_ document: JSONValue)
  /// What one element means, which is an object.
  mutating func read(_ element: JSONNode) -> ForeignElement
}

extension ForeignFormat {
  static var namesItself: Bool { false }
  var metadata: [TraceHeader.Member] { [] }
  var allowsOpenList: Bool { false }
  var notes: [ReadingNote] { [] }
  var faultWithoutEvents: String? { nil }
  mutating func content(of line: ByteView) -> LineContent { .object(line.startIndex) }
  mutating func readDocument(_ document: JSONValue) {}
}

/// What a line of a recording holds.
enum LineContent {
  /// A JSON object that begins at the index.
  case object(Int)
  /// No object; what the line means by itself.
  case element(ForeignElement)
}

/// What an element of a recording means.
enum ForeignElement: Sendable, Equatable {
  /// Events, in order; more than one where a gap comes with a call.
  case events([ForeignEvent])
  /// No lifecycle call; counted, so that a recording of nothing else can be told.
  case other
  /// Nothing that anybody would take for one, such as the trailer of a log.
  case nothing
}

/// An event as another format tells it.
struct ForeignEvent: Sendable, Equatable {
  /// The callback in a spelling of the grammar; nil for a gap.
  var callback: String?
  /// The kind; nil where only the spelling tells.
  var kind: EventKind?
  /// Whether it is a whole call, or the beginning or end of one.
  var phase = CallPhase.whole
  /// Seconds, with the recording's own origin.
  var time: Double?
  /// Seconds the callback took.
  var duration: Double?
  /// The values of members by name; those that the grammar does not ask for are passed over.
  var members: [String: String] = [:]
  /// The identities of members that carry several, by name.
  var sets: [String: [String]] = [:]

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

/// What the formats of others are read with.
package struct ForeignOptions: Sendable {
  /// Which texts name a callback.
  package var vocabulary: CallbackVocabulary
  /// How the user's own messages name callbacks and scenes.
  package var messagePatterns: [MessagePattern]
  /// What the grammar asks of an event; the reader's own.
  var members = EventMembers(single: [], set: nil)

  package init(vocabulary: CallbackVocabulary = .none, messagePatterns: [MessagePattern] = []) {
    (self.vocabulary, self.messagePatterns) = (vocabulary, messagePatterns)
  }
}
