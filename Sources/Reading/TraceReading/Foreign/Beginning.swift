internal import TraceJSON

/// The beginning of a recording, as formats see it.
enum Beginning {
  /// A recording that does not begin with JSON; `isWhole` if nothing follows the bytes.
  case text(ByteView, isWhole: Bool)
  /// The first element of a list, or of a recording with one element per line.
  case element(JSONNode)
  /// An object that may not have arrived completely.
  case openDocument(OpenDocument)
  /// A complete object with nothing after it.
  case document(JSONNode)
}

/// A recognized recording, and how to read it.
enum Recognition {
  /// The element is the first of its kind. Elements come one per line, unless this one is in a list.
  case elements(any ForeignFormat)
  /// A document whose list of elements opens at the bracket with the index, and is read as it arrives.
  case list(any ForeignFormat, bracket: Int)
  /// A document that must be read as a whole, and the path to its list of elements.
  case document(any ForeignFormat, list: [DocumentStep])
  /// A line of text ends at the index, and elements follow.
  case textLine(any ForeignFormat, end: Int)
  /// Only what follows can decide.
  case unclear
}

/// An object at the beginning of a recording, as far as it has arrived.
struct OpenDocument {
  private let bytes: ByteView

  /// - Parameter bytes: the bytes that have arrived, from the object's brace on.
  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The index of the bracket that opens the list of the given name; nil if there is none yet.
  func list(_ name: StaticString) -> Int? {
    ElementCutter.list(ofMember: name, of: bytes.startIndex, in: bytes)
  }

  /// Whether the first element of a list is an object for which the closure returns true.
  func beginsList(_ name: StaticString, with isIt: (JSONNode) -> Bool) -> Bool {
    guard let bracket = list(name) else { return false }
    let first = bytes.skipSpace(from: bracket + 1)
    guard let end = ElementCutter.end(of: first, in: bytes) else { return false }
    return bytes[first..<end].asObject { isIt($0) ? true : nil } ?? false
  }
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
