internal import TraceJSON

/// One step of the way to a value inside a document.
enum DocumentStep: Sendable, Equatable {
  /// Into the member of an object.
  case member(StaticString)
  /// Into the first element of an array.
  case first

  static func == (left: DocumentStep, right: DocumentStep) -> Bool {
    switch (left, right) {
    case (.member(let left), .member(let right)): left.description == right.description
    case (.first, .first): true
    default: false
    }
  }

  /// The offset of a value in the bytes of a document that is known to be valid; nil when a name on the way is
  /// spelled with escapes.
  static func offset(
    of way: [DocumentStep], in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var place = start
    for step in way {
      switch step {
      case .member(let name):
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        let key = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let offset = MemberLocator.valueOffset(of: key, in: rest) else { return nil }
        place += offset
      case .first: place = ElementCutter.skipSpace(place + 1, in: bytes)
      }
    }
    return place
  }
}

extension JSONNode {
  /// The value at the end of a way; nil when there is none.
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
