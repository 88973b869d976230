/// The price of a repair: edits first, then faults, then how far it is from what a person would say.
///
/// Edits with no recorded symbol between them, or an exchange of two neighbors of which the first is no repetition, are one
/// fault. Among repairs with
/// equally many edits and faults, the order of preference is: taking a repeated call as the fault; inserting a missing
/// call rather than deleting a recorded one; relying on fewer silent calls; and editing later. So of two calls that
/// contradict each other, the one that reveals the contradiction is the fault.
struct Price: Comparable {
  private static let edit: Int64 = 1 << 42
  private static let fault: Int64 = 1 << 22
  /// One step of preference among edits. The prices of silent calls are smaller.
  private static let preference: Int64 = 16

  /// Nothing.
  static let free = Price(value: 0)
  /// One more fault, without its edits.
  static let newFault = Price(value: fault)
  static let insertion = Price(value: edit + 2 * preference)
  /// An insertion that is better left to another automaton.
  static let discouragedInsertion = Price(value: edit + 4 * preference)
  static let deletion = Price(value: edit + 3 * preference)
  static let deletionOfRepeat = Price(value: edit + preference)
  /// A call that goes unrecorded, or a step without a symbol.
  static let silent = Price(value: 1)
  static let unreachable = Price(value: 1 << 62)

  private var value: Int64
  /// The sum of the positions of its edits.
  private var lateness = 0

  private init(value: Int64, lateness: Int = 0) { (self.value, self.lateness) = (value, lateness) }

  /// The number of edits.
  var edits: Int { Int(value / Self.edit) }

  /// The price without the positions of its edits.
  var anywhere: Price { Price(value: value) }

  /// The price of edits before the symbol at a position.
  func ahead(of position: Int) -> Price { Price(value: value, lateness: edits * position * 2) }

  /// The price of an edit of the symbol at a position.
  func of(_ position: Int) -> Price { Price(value: value, lateness: edits * (position * 2 + 1)) }

  /// Two neighbors in the wrong order, as one fault: the symbol at the position belongs before the one ahead of it.
  static func exchange(at position: Int) -> Price {
    Price(value: 2 * edit + fault + preference, lateness: position * 4 - 1)
  }

  /// Whether it contains no edit.
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
