/// What a repair costs: edits first, then faults, then how far it is from what a person would say.
///
/// Edits with no recorded symbol between them, and two neighbours in the wrong order, are one fault. Of repairs
/// with as many edits and faults, the one is preferred that takes a repeated call as the fault, then the one that
/// inserts a missing call over deleting a recorded one, then the one that relies on fewer silent calls, and at last the
/// one whose edits come later: of two calls that contradict each other the one that shows it is the fault.
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
  /// A call that goes unrecorded, or a step that no symbol tells of.
  static let silent = Price(value: 1)
  static let unreachable = Price(value: 1 << 62)

  private var value: Int64
  /// The sum of the places of its edits.
  private var lateness = 0

  private init(value: Int64, lateness: Int = 0) { (self.value, self.lateness) = (value, lateness) }

  /// The number of edits.
  var edits: Int { Int(value / Self.edit) }

  /// The same wherever its edits are.
  var anywhere: Price { Price(value: value) }

  /// The price of edits ahead of the symbol at a position.
  func ahead(of position: Int) -> Price { Price(value: value, lateness: edits * position * 2) }

  /// The price of an edit of the symbol at a position.
  func of(_ position: Int) -> Price { Price(value: value, lateness: edits * (position * 2 + 1)) }

  /// Two neighbors in the wrong order, as a fault of its own: the symbol at the position comes before the one ahead.
  static func exchange(at position: Int) -> Price {
    Price(value: 2 * edit + fault + preference, lateness: position * 4 - 1)
  }

  /// Whether nothing is edited on the way.
  var isFreeOfEdits: Bool { value < Self.fault }

  static func < (left: Price, right: Price) -> Bool {
    left.value == right.value ? left.lateness > right.lateness : left.value < right.value
  }

  static func + (left: Price, right: Price) -> Price {
    left.value >= unreachable.value || right.value >= unreachable.value
      ? unreachable
      : Price(value: left.value + right.value, lateness: left.lateness + right.lateness)
  }
}
