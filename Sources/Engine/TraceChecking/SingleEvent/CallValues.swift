/// What the members of a call say besides the identities of its subjects: who recorded it, and whether a rule on values
/// is broken.
struct CallValues: BitwiseCopyable {
  /// The role and the delegate that it names, as `RecordedValues` numbers them; -1 for none.
  var role: Int32 = -1
  var delegate: Int32 = -1
  /// Whether a rule on values has something to say about it.
  var isTelling = false
}
