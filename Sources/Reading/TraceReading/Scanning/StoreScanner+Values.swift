internal import TraceJSON
internal import TraceModel

/// Reading the values of members.
extension StoreScanner {
  // SAFETY: addresses are as in the scanner: within the text, or at the zero behind it.

  /// Reads the value at an address, after the opening quote of a text.
  /// - Returns: the address after it; nil if it is left to jansson.
  @inline(__always)
  mutating func read(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    if meaning.opensText, meaning.isName, let text = HashedText(start) {
      return take(text, meaning) ? start + (text.count &+ 1) : nil
    }
    if meaning.role == .time, !meaning.opensText, let number = PlainNumber(start) {
      event.time = number.value
      return number.end
    }
    return readOther(meaning, start, &store)
  }

  /// Where the name of a value belongs.
  @inline(__always)
  private func place(_ meaning: ValueMeaning) -> Int {
    meaning.role == .callback ? members.single.count : Int(meaning.member)
  }

  @inline(__always)
  private mutating func take(_ text: HashedText, _ meaning: ValueMeaning) -> Bool {
    if text.count > limits.nameLengthInBytes { return false }
    if meaning.role == .callback {
      if text.count == 0 { return false }
      event.hasCallback = true
    }
    set(place(meaning), to: .text(text), hash: text.hash)
    return true
  }

  /// Gives the event a value.
  @inline(__always)
  private mutating func set(_ place: Int, to name: ScannedName, hash: UInt64) {
    names[place] = name
    let share = NameHasher.share(hash, inColumn: place)
    if place < members.identityCount {
      event.whoHash &+= share
    } else {
      event.howHash &+= share
    }
  }

  private mutating func set(
    _ place: Int, to text: UnsafeRawBufferPointer, _ store: inout TraceStore
  ) {
    let hash = NameHasher.hash(text)
    set(place, to: .name(store.intern(text, hash: hash)), hash: hash)
  }

  private mutating func set(_ place: Int, to text: String, _ store: inout TraceStore) {
    var text = text
    text.withUTF8 { set(place, to: UnsafeRawBufferPointer($0), &store) }
  }

  // MARK: - Other values

  @inline(never)
  private mutating func readOther(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    if meaning.opensText { return readText(meaning, start, &store) }
    if meaning.role == .unknown { return skipValue(start) }
    // `null` counts as an absent member.
    if start.byte == UInt8(ascii: "n") {
      if meaning.role == .callback { return nil }
      forgetNames(meaning)
      return SpaceSkipper.endOfLiteral(start)
    }
    switch meaning.role {
    case .set: return readSet(start, Int(meaning.member), &store)
    case .value, .object: return readValue(meaning, start, &store)
    case .duration:
      guard let number = PlainNumber(start), number.value >= 0 else { return nil }
      event.duration = number.value
      return number.end
    case .lost:
      guard let number = PlainNumber(start), number.isWhole, number.value >= 0 else { return nil }
      event.isGap = true
      return number.end
    default: return nil
    }
  }

  private mutating func readText(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    guard let text = ScannedText(start) else { return nil }
    if meaning.role == .unknown { return text.end }
    return text.withText { take($0, meaning, &store) } ? text.end : nil
  }

  /// Handles a text that is not plain, or that is not a name. Returns false if it is not allowed there.
  private mutating func take(
    _ text: UnsafeRawBufferPointer, _ meaning: ValueMeaning, _ store: inout TraceStore
  ) -> Bool {
    switch meaning.role {
    case .callback, .value:
      if text.count > limits.nameLengthInBytes { return false }
      if meaning.role == .callback {
        if text.isEmpty { return false }
        event.hasCallback = true
      }
      set(place(meaning), to: text, &store)
    case .kind:
      for kind in [EventKind.delegate, .notification, .action]
      where ByteView(text).isText(kind.name) {
        event.kind = kind
        return true
      }
      return false
    case .phase:
      guard let phase = CallPhase(name: ByteView(text)) else { return false }
      event.phase = phase
    case .time:
      guard let seconds = secondsSince1970(ByteView(text)) else { return false }
      event.time = seconds
    case .object: forgetNames(meaning)
    default: return false
    }
    return true
  }

  /// Makes the values absent that a member may have.
  private mutating func forgetNames(_ meaning: ValueMeaning) {
    for place in table.places(of: meaning.role, meaning.member) { names[place] = .name(.none) }
  }

  /// Reads a value of a member that is neither a text nor `null`.
  private mutating func readValue(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    if meaning.role == .value, let number = PlainNumber(start), number.isWhole {
      let digits = number.isNegativeZero ? start + 1 : start
      set(
        Int(meaning.member), to: UnsafeRawBufferPointer(start: digits, count: number.end - digits),
        &store)
      return number.end
    }
    guard let end = skipValue(start) else { return nil }
    let value = ByteView(UnsafeRawBufferPointer(start: start, count: end - start))
    guard let document = try? JSONDocument(parsing: value) else { return nil }
    return document.withRoot { take($0, meaning, &store) } ? end : nil
  }

  /// Handles a value that jansson has read. Returns false if it is not allowed there.
  private mutating func take(
    _ value: JSONNode, _ meaning: ValueMeaning, _ store: inout TraceStore
  ) -> Bool {
    forgetNames(meaning)
    if meaning.role == .object {
      for place in table.places(of: meaning.role, meaning.member) {
        if let text = decoder.text(ofMember: place, in: value) { set(place, to: text, &store) }
      }
      return true
    }
    let place = Int(meaning.member)
    if place >= members.firstLoose, let text = value.looseText {
      set(place, to: text, &store)
      return true
    }
    return place >= members.firstLenient
  }

  private mutating func readSet(
    _ start: UnsafeRawPointer, _ set: Int, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    if start.byte != UInt8(ascii: "[") { return nil }
    event.hasSets = true
    var address = skipSpace(start + 1)
    if address.byte == UInt8(ascii: "]") { return address + 1 }
    while true {
      guard address.byte == UInt8(ascii: "\""), let text = ScannedText(address + 1) else {
        return nil
      }
      let name = text.withText {
        $0.count > limits.nameLengthInBytes ? NameID.none : store.intern($0)
      }
      if name.isNone { return nil }
      sets[set].append(name)
      address = skipSpace(text.end)
      if address.byte != UInt8(ascii: ",") { break }
      address = skipSpace(address + 1)
    }
    return address.byte == UInt8(ascii: "]") ? address + 1 : nil
  }

  private mutating func skipValue(_ start: UnsafeRawPointer) -> UnsafeRawPointer? {
    var space = SpaceSkipper(allowsLineEnds: allowsLineEnds)
    defer { event.lineEnds += space.lineEnds }
    return space.skipValue(start, depth: 1, &namesSeen)
  }
}
