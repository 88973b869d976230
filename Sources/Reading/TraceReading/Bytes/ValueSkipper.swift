internal import TraceModel

/// Skips values that nothing asks for, but only those that jansson would accept.
extension SpaceSkipper {
  // SAFETY: addresses are as in `StoreScanner`. A literal is compared as a word of 4 bytes, which the slack has room
  // for.

  /// How deep a value may be nested here. Deeper ones are legal but rare.
  static var depthLimit: Int { 128 }

  /// The address after the value at an address; nil if it is left to jansson.
  /// - Parameter depth: how many values it is nested in.
  mutating func skipValue(
    _ start: UnsafeRawPointer, depth: Int = 0, _ names: inout NamesSeen
  ) -> UnsafeRawPointer? {
    if depth == Self.depthLimit { return nil }
    switch start.byte {
    case UInt8(ascii: "\""): return ScannedText(start + 1)?.end
    case UInt8(ascii: "{"): return skipObject(start, depth: depth, &names)
    case UInt8(ascii: "["): return skipArray(start, depth: depth, &names)
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): return Self.endOfLiteral(start)
    default: return PlainNumber(start)?.end
    }
  }

  /// The address after the literal at an address; nil if there is none.
  static func endOfLiteral(_ start: UnsafeRawPointer) -> UnsafeRawPointer? {
    switch UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)) {
    case 0x6C6C_756E: start + 4  // null
    case 0x6575_7274: start + 4  // true
    case 0x736C_6166: (start + 4).byte == UInt8(ascii: "e") ? start + 5 : nil  // false
    default: nil
    }
  }

  private mutating func skipObject(
    _ start: UnsafeRawPointer, depth: Int, _ names: inout NamesSeen
  ) -> UnsafeRawPointer? {
    let object = names.beginObject()
    var address = skip(start + 1)
    if address.byte == UInt8(ascii: "}") { return address + 1 }
    while true {
      guard address.byte == UInt8(ascii: "\""), let name = ScannedText(address + 1) else {
        return nil
      }
      let hash = name.withText { NameHasher.hash($0) }
      if !names.insert(hash, in: object) { return nil }
      address = skip(name.end)
      if address.byte != UInt8(ascii: ":") { return nil }
      guard let end = skipValue(skip(address + 1), depth: depth + 1, &names) else { return nil }
      address = skip(end)
      if address.byte == UInt8(ascii: "}") { return address + 1 }
      if address.byte != UInt8(ascii: ",") { return nil }
      address = skip(address + 1)
    }
  }

  private mutating func skipArray(
    _ start: UnsafeRawPointer, depth: Int, _ names: inout NamesSeen
  ) -> UnsafeRawPointer? {
    var address = skip(start + 1)
    if address.byte == UInt8(ascii: "]") { return address + 1 }
    while true {
      guard let end = skipValue(address, depth: depth + 1, &names) else { return nil }
      address = skip(end)
      if address.byte == UInt8(ascii: "]") { return address + 1 }
      if address.byte != UInt8(ascii: ",") { return nil }
      address = skip(address + 1)
    }
  }
}
