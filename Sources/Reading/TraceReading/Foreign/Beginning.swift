internal import TraceJSON

/// The beginning of a recording, as formats see it.
enum Beginning {
  /// A recording that does not begin with JSON; `isWhole` if nothing follows the bytes.
  case text(ByteView, isWhole: Bool)
  /// The first element of a list, or of a recording with one element per line.
  case element(JSONNode)
  /// A complete object with nothing after it.
  case document(JSONNode)
}

/// A recognized recording, and how to read it.
enum Recognition {
  /// The element is the first of its kind. Elements come one per line, unless this one is in a list.
  case elements(any ForeignFormat)
  /// The recording is a list of elements.
  case list(any ForeignFormat)
  /// A document that must be read as a whole, and the path to its list of elements.
  case document(any ForeignFormat, list: [DocumentStep])
  /// A line of text ends at the index, and elements follow.
  case textLine(any ForeignFormat, end: Int)
  /// Only what follows can decide.
  case unclear
}

extension ByteView {
  /// The closure's result for the object in the bytes; nil if they are not an object.
  func asObject<Result>(_ body: (JSONNode) -> Result?) -> Result? {
    do throws(JSONError) {
      return try JSONDocument(parsing: self, isForeign: true).withRoot {
        $0.isObject ? body($0) : nil
      }
    } catch {
      return nil
    }
  }
}
