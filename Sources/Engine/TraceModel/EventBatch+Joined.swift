extension EventBatch {
  /// Gives the events the identities that several of their members make together. An event that lacks one of the members
  /// has no such identity.
  ///
  /// The values are joined by `/`. Within a value, `/` and `\` get a `\` before them, so that different values make
  /// different identities.
  /// - Complexity: O(events × members), with the bytes of the values; O(1) if there are no such identities.
  package mutating func joinIdentities(_ joined: [EventMembers.Joined]) {
    if joined.isEmpty { return }
    var bytes: [UInt8] = []
    for index in 0..<events.count {
      let event = events[index]
      for identity in joined where identity.place < Int(event.valueCount) {
        setValue(identity.place, of: event, to: join(identity.parts, of: event, in: &bytes))
      }
    }
  }

  private mutating func join(
    _ parts: [Int], of event: EventRecord, in bytes: inout [UInt8]
  ) -> NameID {
    bytes.removeAll(keepingCapacity: true)
    for (number, part) in parts.enumerated() {
      let name = value(part, of: event)
      if name.isNone { return .none }
      if number > 0 { bytes.append(UInt8(ascii: "/")) }
      for byte in names.bytes(name) {
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    return bytes.withUnsafeBytes { names.intern($0) }
  }
}
