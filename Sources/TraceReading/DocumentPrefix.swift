/// Finds the list of events in the beginning of a trace document.
enum DocumentPrefix {
  /// The offset of the bracket that opens the list of the given member; nil when there is none in the bytes.
  /// - Parameter start: the offset of the brace that opens the document.
  static func listOfEvents(
    named member: String = "events", from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var place = start + 1
    while true {
      place = ElementCutter.skipSpace(place, in: bytes)
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
        let afterName = ElementCutter.endOfString(place, in: bytes)
      else { return nil }
      let name = UnsafeRawBufferPointer(rebasing: bytes[(place + 1)..<(afterName - 1)])
      let colon = ElementCutter.skipSpace(afterName, in: bytes)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
      let value = ElementCutter.skipSpace(colon + 1, in: bytes)
      guard value < bytes.count else { return nil }
      if name.isText(member) { return bytes[value] == UInt8(ascii: "[") ? value : nil }
      guard let end = ElementCutter.end(of: value, in: bytes) else { return nil }
      place = ElementCutter.skipSpace(end, in: bytes)
      guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { return nil }
      place += 1
    }
  }
}
