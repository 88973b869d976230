internal import TraceJSON

/// The beginning of a recording, as formats are shown it.
enum Beginning {
  /// A recording that does not begin with JSON; `isWhole` when nothing follows the bytes.
  case text(ByteView, isWhole: Bool)
  /// The first element of a list, or of one that is a line each.
  case element(JSONNode)
  /// An object of which there may be more to come.
  case openDocument(OpenDocument)
  /// An object, and nothing but.
  case document(JSONNode)
}

/// What a recording turned out to be.
enum Recognition {
  /// The element is the first of its kind; what is around it tells between lines and a list.
  case elements(any ForeignFormat)
  /// A document whose list of elements is opened by the bracket at the index, and read while it arrives.
  case list(any ForeignFormat, bracket: Int)
  /// A document that has to be read as a whole, and the way to its list of elements.
  case document(any ForeignFormat, list: [DocumentStep])
  /// A line of text ends at the index, and elements follow.
  case textLine(any ForeignFormat, end: Int)
  /// Only what follows will tell.
  case unclear
  /// It is of this format, and why it is not read.
  case unreadable(String)
}

/// An object at the beginning of a recording, as far as it has arrived.
struct OpenDocument {
  private let bytes: ByteView

  /// - Parameter bytes: what there is, from the object's brace on.
  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The index of the bracket that opens the list of the given name; nil when there is none yet.
  func list(_ name: StaticString) -> Int? {
    ElementCutter.list(ofMember: name, of: bytes.startIndex, in: bytes)
  }

  /// Whether the first element of a list is an object of which the closure says so.
  func beginsList(_ name: StaticString, with isIt: (JSONNode) -> Bool) -> Bool {
    guard let bracket = list(name) else { return false }
    let first = bytes.skipSpace(from: bracket + 1)
    guard let end = ElementCutter.end(of: first, in: bytes) else { return false }
    return bytes[first..<end].asObject { isIt($0) ? true : nil } ?? false
  }
}

extension ByteView {
  /// What the closure says of the object that the bytes are; nil where they are none.
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
