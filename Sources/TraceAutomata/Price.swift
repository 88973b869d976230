/// What a repair costs: edits first, then faults, then how far it is from what a person would say.
///
/// Edits with no recorded symbol between them, and two neighbours in the wrong order, are one fault. Of repairs
/// with as many edits and faults, the one is preferred that takes a repeated call as the fault, then the one that
/// inserts a missing call over deleting a recorded one.
struct Price: Comparable {
  private static let edit: Int64 = 1 << 40
  private static let fault: Int64 = 1 << 20

  /// Nothing.
  static let free = Price(value: 0)
  /// One more fault, apart from its edits.
  static let newFault = Price(value: fault)
  static let insertion = Price(value: edit + 2)
  /// An insertion that is better left to another automaton.
  static let discouragedInsertion = Price(value: edit + 4)
  static let deletion = Price(value: edit + 3)
  static let deletionOfRepeat = Price(value: edit + 1)
  /// Two neighbours in the wrong order, as a fault of its own.
  static let exchange = Price(value: 2 * edit + fault + 1)
  static let unreachable = Price(value: 1 << 62)

  private var value: Int64

  /// The number of edits.
  var edits: Int { Int(value / Self.edit) }

  static func < (left: Price, right: Price) -> Bool { left.value < right.value }

  static func + (left: Price, right: Price) -> Price {
    left >= unreachable || right >= unreachable
      ? unreachable : Price(value: left.value + right.value)
  }
}
