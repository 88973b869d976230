/// What a repair costs: edits first, then faults, then how far it is from what a person would say.
///
/// Edits with no recorded symbol between them, and two neighbours in the wrong order, are one fault. Of repairs
/// with as many edits and faults, the one is preferred that takes a repeated call as the fault, then the one that
/// inserts a missing call over deleting a recorded one, then the one that relies on fewer silent calls.
struct Price: Comparable {
  private static let edit: Int64 = 1 << 42
  private static let fault: Int64 = 1 << 22
  /// One step of preference among edits; silent calls are below it.
  private static let preference: Int64 = 16

  /// Nothing.
  static let free = Price(value: 0)
  /// One more fault, apart from its edits.
  static let newFault = Price(value: fault)
  static let insertion = Price(value: edit + 2 * preference)
  /// An insertion that is better left to another automaton.
  static let discouragedInsertion = Price(value: edit + 4 * preference)
  static let deletion = Price(value: edit + 3 * preference)
  static let deletionOfRepeat = Price(value: edit + preference)
  /// Two neighbours in the wrong order, as a fault of its own.
  static let exchange = Price(value: 2 * edit + fault + preference)
  /// A call that goes unrecorded, or a step that no symbol tells of.
  static let silent = Price(value: 1)
  static let unreachable = Price(value: 1 << 62)

  private var value: Int64

  /// The number of edits.
  var edits: Int { Int(value / Self.edit) }

  /// Whether nothing is edited on the way.
  var isFreeOfEdits: Bool { value < Self.fault }

  static func < (left: Price, right: Price) -> Bool { left.value < right.value }

  static func + (left: Price, right: Price) -> Price {
    left >= unreachable || right >= unreachable
      ? unreachable : Price(value: left.value + right.value)
  }
}
