/// Finds where in an event a member stands, for messages; jansson does not tell.
enum MemberLocator {
  /// The offset of a member's value from the start of an object known to be valid; nil when the member is
  /// spelled with escapes.
  static func valueOffset(
    of name: UnsafeRawBufferPointer, in object: UnsafeRawBufferPointer
  ) -> Int? {
    var place = ElementCutter.skipSpace(0, in: object) + 1
    while place < object.count {
      place = ElementCutter.skipSpace(place, in: object)
      guard place < object.count, object[place] == UInt8(ascii: "\""),
        let afterName = ElementCutter.endOfString(place, in: object)
      else { return nil }
      let key = UnsafeRawBufferPointer(rebasing: object[(place + 1)..<(afterName - 1)])
      let colon = ElementCutter.skipSpace(afterName, in: object)
      let value = ElementCutter.skipSpace(colon + 1, in: object)
      if key.elementsEqual(name) { return value }
      guard let end = ElementCutter.end(of: value, in: object) else { return nil }
      place = ElementCutter.skipSpace(end, in: object) + 1
    }
    return nil
  }
}
