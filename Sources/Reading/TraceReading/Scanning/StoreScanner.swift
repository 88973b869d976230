internal import TraceJSON
internal import TraceModel

/// Reads events of our own format directly from their bytes into a store: by comparison if they look like an earlier one,
/// otherwise member by member.
///
/// It reads what jansson accepts as jansson would. It does not handle a few things, such as values nested very deeply, nor
/// anything that is invalid; those events go to jansson.
struct StoreScanner: ~Copyable {
  // SAFETY: addresses are in a text that is followed by zeros, and at most at the first of them: what agrees or is read has no
  // zero. Texts that are remembered are used only until their event is taken, and the text stays in place until then.
  let members: EventMembers
  let limits: ReadingLimits
  /// Whether an event may span lines. It stays the same once events are read.
  var allowsLineEnds = false
  let table: MemberTable
  let decoder: EventDecoder

  // MARK: What was learned

  private var shapes: [EventShape] = []
  private var parts: [EventShape.Part] = []
  /// The bytes that do not change, of all shapes.
  private var bytes: [UInt8] = []
  /// The rows of events with these shapes: who, then how. Values that change are `changing`.
  private var rows: [UInt32] = []
  private static let changing = UInt32.max
  /// A value that follows from others.
  private static let following = UInt32.max - 1
  /// When more is to be learned, all is forgotten.
  private static let shapeLimit = 8
  private static let byteLimit = 1 << 16
  /// By member with a meaning: the hash of the bytes that came last, and how often other ones came.
  private var lastHashes: [UInt64]
  private var changes: [UInt8]
  /// A value that changed more often is expected to change.
  private static let steadyChanges: UInt8 = 3

  // MARK: The event that is being read

  var event = ScannedEvent()
  /// By place, the names of values that may change. The callback comes after the members.
  var names: [ScannedName]
  var sets: [[NameID]]
  var namesSeen = NamesSeen()
  /// Where its rows begin in `rows`.
  private var eventRows = 0
  private var setNumber: UInt32 = 0

  private var whoWidth: Int { members.identityCount + 1 }

  init(members: EventMembers, limits: ReadingLimits) {
    (self.members, self.limits) = (members, limits)
    table = MemberTable(members)
    decoder = EventDecoder(members: members, limits: limits)
    lastHashes = Array(repeating: 0, count: table.count)
    changes = Array(repeating: 0, count: table.count)
    names = Array(repeating: .name(.none), count: members.single.count + 1)
    sets = members.sets.map { _ in [] }
  }

  /// Reads the event at an address. Nothing but names is added to the store before `take`.
  /// - Returns: the address after the event; nil if it is left to jansson.
  @inline(__always)
  mutating func scan(
    _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    namesSeen.beginEvent()
    for number in shapes.indices {
      if let end = scan(start, like: shapes[number], &store) {
        if number > 0 { shapes.swapAt(0, number) }
        return end - start > limits.eventSizeInBytes ? nil : end
      }
    }
    guard let end = scanMembers(start, &store) else { return nil }
    return end - start > limits.eventSizeInBytes ? nil : end
  }

  // MARK: - By comparison

  @inline(__always)
  private mutating func scan(
    _ start: UnsafeRawPointer, like shape: EventShape, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    begin(shape.known)
    eventRows = shape.rows
    var address = start
    for number in shape.parts {
      let part = parts[number]
      if !agrees(address, part.run, part.runCount) { return nil }
      guard let end = read(part.meaning, address + part.runCount, &store) else { return nil }
      address = end
    }
    if !agrees(address, shape.tail, shape.tailCount) { return nil }
    return finish(&store) ? address + shape.tailCount : nil
  }

  /// Whether the bytes at an address are some that are remembered.
  @inline(__always)
  private func agrees(_ address: UnsafeRawPointer, _ run: Int, _ count: Int) -> Bool {
    bytes.withUnsafeBytes { remembered in
      guard let base = remembered.baseAddress else { return false }
      return bytesAgree(base + run, address, count)
    }
  }

  @inline(__always)
  private mutating func begin(_ known: ScannedEvent) {
    if event.hasSets { for set in sets.indices { sets[set].removeAll(keepingCapacity: true) } }
    event = known
  }

  /// Ends the event. Returns false if it has a callback and a count of lost events, or neither.
  @inline(__always)
  private mutating func finish(_ store: inout TraceStore) -> Bool {
    if event.isGap { event.kind = .gap }
    setNumber = 0
    if event.hasSets {
      setNumber = store.number(of: sets)
      event.whoHash &+= store.share(ofSets: setNumber)
    }
    return event.isGap != event.hasCallback
  }

  // MARK: - Member by member

  /// Reads the object at an address in full, and learns how it looks.
  private mutating func scanMembers(
    _ start: UnsafeRawPointer, _ store: inout TraceStore
  ) -> UnsafeRawPointer? {
    if start.byte != UInt8(ascii: "{") { return nil }
    if shapes.count == Self.shapeLimit || bytes.count > Self.byteLimit { forget() }
    begin(ScannedEvent())
    let object = namesSeen.beginObject()
    var known = ScannedEvent()
    var changingLineEnds = 0
    let firstPart = parts.count
    let firstByte = bytes.count
    eventRows = rows.count
    rows += repeatElement(0, count: members.single.count + 3)
    for joined in members.joined { rows[eventRows + joined.place] = Self.following }
    var isDone = false
    // What does not become a shape is forgotten.
    defer {
      if !isDone {
        parts.removeLast(parts.count - firstPart)
        bytes.removeLast(bytes.count - firstByte)
        rows.removeLast(rows.count - eventRows)
      }
    }
    var seen: UInt64 = 0
    var run = start
    var address = skipSpace(start + 1)
    while true {
      guard let (entry, colon) = readName(address, in: object, &seen) else { return nil }
      address = skipSpace(colon + 1)
      var meaning = ValueMeaning(role: entry.role, member: entry.index)
      meaning.opensText = address.byte == UInt8(ascii: "\"")
      let value = meaning.opensText ? address + 1 : address
      let before = event
      guard let end = read(meaning, value, &store) else { return nil }
      if isSteady(entry, meaning, value, end) {
        keep(entry, before, &known, &store)
      } else {
        expectChange(entry)
        changingLineEnds += event.lineEnds - before.lineEnds
        let before = remember(run, to: value)
        parts.append(
          .init(run: before.lowerBound, runCount: before.count, meaning: meaning))
        run = end
      }
      address = skipSpace(end)
      if address.byte == UInt8(ascii: "}") { break }
      if address.byte != UInt8(ascii: ",") { return nil }
      address = skipSpace(address + 1)
    }
    let end = address + 1
    let tail = remember(run, to: end)
    if !finish(&store) { return nil }
    known.lineEnds = event.lineEnds - changingLineEnds
    shapes.append(
      EventShape(
        parts: firstPart..<parts.count, tail: tail.lowerBound, tailCount: tail.count,
        rows: eventRows, known: known))
    isDone = true
    return end
  }

  /// Reads the name of a member, which the object must not have yet.
  /// - Parameters:
  ///   - object: the number of the object, for names without a meaning.
  ///   - seen: the bits of the names with a meaning.
  /// - Returns: its meaning and the address of the colon after it; nil if it is left to jansson.
  private mutating func readName(
    _ start: UnsafeRawPointer, in object: UInt64, _ seen: inout UInt64
  ) -> (MemberTable.Entry, colon: UnsafeRawPointer)? {
    guard start.byte == UInt8(ascii: "\""), let name = ScannedText(start + 1) else { return nil }
    let colon = skipSpace(name.end)
    if colon.byte != UInt8(ascii: ":") { return nil }
    let (entry, hash) = name.withText { (table.find(ByteView($0)), NameHasher.hash($0)) }
    guard let entry else {
      return namesSeen.insert(hash, in: object) ? (MemberTable.Entry(role: .unknown), colon) : nil
    }
    if seen & entry.bit != 0 { return nil }
    seen |= entry.bit
    // No event says itself what follows from several of its members.
    let isJoined = entry.role == .value && members.joined.contains { $0.place == Int(entry.index) }
    return isJoined ? nil : (entry, colon)
  }

  /// Whether a value with these bytes is expected to stay the same.
  private mutating func isSteady(
    _ entry: MemberTable.Entry, _ meaning: ValueMeaning, _ start: UnsafeRawPointer,
    _ end: UnsafeRawPointer
  ) -> Bool {
    switch entry.role {
    case .unknown: return false
    // What is absent says nothing.
    case .callback, .time, .duration, .lost, .set:
      return !meaning.opensText && start.byte == UInt8(ascii: "n")
    case .kind, .phase, .value, .object: break
    }
    let member = entry.bit.trailingZeroBitCount - 1
    let hash = NameHasher.hash(UnsafeRawBufferPointer(start: start, count: end - start))
    if lastHashes[member] != 0, lastHashes[member] != hash, changes[member] <= Self.steadyChanges {
      changes[member] += 1
    }
    lastHashes[member] = hash
    return changes[member] <= Self.steadyChanges
  }

  /// Keeps what a steady value says for all events with the shape.
  private mutating func keep(
    _ entry: MemberTable.Entry, _ before: ScannedEvent, _ known: inout ScannedEvent,
    _ store: inout TraceStore
  ) {
    known.whoHash &+= event.whoHash &- before.whoHash
    known.howHash &+= event.howHash &- before.howHash
    if entry.role == .kind { known.kind = event.kind }
    if entry.role == .phase { known.phase = event.phase }
    for place in table.places(of: entry.role, entry.index)
    where rows[eventRows + row(of: place)] != Self.following {
      rows[eventRows + row(of: place)] = id(of: place, &store).rawValue
    }
  }

  /// Expects other values of a member.
  private mutating func expectChange(_ entry: MemberTable.Entry) {
    for place in table.places(of: entry.role, entry.index)
    where rows[eventRows + row(of: place)] != Self.following {
      rows[eventRows + row(of: place)] = Self.changing
    }
    if entry.role == .callback { rows[eventRows + row(of: members.single.count)] = Self.changing }
  }

  /// Remembers bytes that do not change.
  /// - Returns: their place.
  private mutating func remember(
    _ start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> Range<Int> {
    let first = bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: end - start))
    return first..<bytes.count
  }

  @inline(__always)
  mutating func skipSpace(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    if start.byte > 0x20 { return start }
    var space = SpaceSkipper(allowsLineEnds: allowsLineEnds)
    defer { event.lineEnds += space.lineEnds }
    return space.skip(start)
  }

  private mutating func forget() {
    shapes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  // MARK: - Rows

  /// Adds the event that was read last.
  @inline(__always)
  mutating func take(_ store: inout TraceStore, line: Int) {
    let way = store.way(event.kind, event.phase)
    let howHash = event.howHash &+ store.share(ofWay: way)
    let who =
      store.findWho(event.whoHash) { isRow($0, number: setNumber, from: 0, store) }
      ?? addWho(&store)
    let how =
      store.findHow(howHash) { isRow($0, number: way, from: whoWidth, store) }
      ?? addHow(howHash, way, &store)
    store.append(
      StoredEvent(
        time: event.time, line: UInt32(truncatingIfNeeded: line), who: who, how: how),
      duration: event.duration)
  }

  /// Where the column of a place is in the rows of an event: the number of the sets is between the identities and the others.
  private func row(of place: Int) -> Int { place < members.identityCount ? place : place + 1 }

  /// Whether a row has the values of the event, and at last the number.
  @inline(__always)
  private func isRow(
    _ row: UnsafeBufferPointer<UInt32>, number: UInt32, from first: Int,
    _ store: borrowing TraceStore
  ) -> Bool {
    let last = row.count - 1
    for column in 0..<last {
      let expected = rows[eventRows &+ first &+ column]
      if expected == row[column] || expected == Self.following { continue }
      if expected != Self.changing { return false }
      // The sets are before the second row.
      switch names[first == 0 ? column : first &- 1 &+ column] {
      case .name(let name): if name.rawValue != row[column] { return false }
      case .text(let text):
        if !store.names.isName(NameID(rawValue: row[column]), text.bytes) { return false }
      }
    }
    return row[last] == number
  }

  @inline(never)
  private mutating func addWho(_ store: inout TraceStore) -> WhoID {
    var row = (0..<members.identityCount).map { value(of: $0, &store) }
    row.append(setNumber)
    return store.addWho(row, hash: event.whoHash)
  }

  @inline(never)
  private mutating func addHow(
    _ hash: UInt64, _ way: UInt32, _ store: inout TraceStore
  ) -> HowID {
    var row = (members.identityCount...members.single.count).map { value(of: $0, &store) }
    row.append(way)
    return store.addHow(row, hash: hash)
  }

  /// The number of the value at a place of the event.
  private mutating func value(of place: Int, _ store: inout TraceStore) -> UInt32 {
    let expected = rows[eventRows + row(of: place)]
    if expected == Self.following { return 0 }
    return expected == Self.changing ? id(of: place, &store).rawValue : expected
  }

  /// The name that was read for a place.
  private mutating func id(of place: Int, _ store: inout TraceStore) -> NameID {
    switch names[place] {
    case .name(let name): name
    case .text(let text): store.intern(text.bytes, hash: text.hash)
    }
  }
}
