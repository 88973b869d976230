internal import TraceJSON

/// One step of the path to a value inside a document.
enum DocumentStep: Sendable {
  /// Into the member of an object.
  case member(StaticString)
  /// Into the first element of an array.
  case first

  /// The index of a value in the bytes of a valid document; nil if a name on the path is spelled with escapes.
  /// - Parameter start: the index of the document's first byte.
  static func offset(of way: [DocumentStep], in bytes: ByteView, from start: Int) -> Int? {
    var offset = start
    for step in way {
      switch step {
      case .member(let name):
        guard
          let value = ElementCutter.value(ofMember: ByteView(name), of: offset, in: bytes)
        else { return nil }
        offset = value
      case .first: offset = bytes.skipSpace(from: offset + 1)
      }
    }
    return offset
  }
}

extension JSONNode {
  /// The value at the end of a path; nil if there is none.
  func node(at way: [DocumentStep]) -> JSONNode? {
    var node = self
    for step in way {
      let next: JSONNode? =
        switch step {
        case .member(let name): node[name]
        case .first: node[0]
        }
      guard let next else { return nil }
      node = next
    }
    return node
  }
}
