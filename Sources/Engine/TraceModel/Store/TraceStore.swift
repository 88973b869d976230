/// A whole trace in columns, as it was read: without regard to what a grammar makes of it.
///
/// Each name is there once. What an event says is in two rows that it shares with others: *who* it is about, and *how* it came.
/// So all that depends on members alone can be known once for each row.
@usableFromInline
package struct TraceStore: Sendable {
  /// The members of events that are kept. Those that identify subjects are in rows of who, the others in rows of how.
  @usableFromInline package let members: EventMembers
  /// The events in order. Texts count them from 1.
  @usableFromInline package var events: [StoredEvent] = []
  /// The names that rows refer to.
  @usableFromInline package private(set) var names = StoredNames()
  /// By identity its name, then the number of the sets of identities. The first row has none.
  @usableFromInline private(set) var whoRows: StoredRows
  /// By other member its value, then the callback's spelling, then kind and phase.
  @usableFromInline private(set) var howRows: StoredRows
  /// Sets of identities as they came together. The first has none.
  private var sets: [[[NameID]]]
  private var setNumbers: [[[NameID]]: UInt32] = [:]
  /// Which events have durations, ascending, and these in seconds.
  @usableFromInline var timedEvents: [UInt32] = []
  @usableFromInline var durations: [Double] = []
  private let identityCount: Int

  /// Creates a store without events.
  package init(members: EventMembers) {
    self.members = members
    identityCount = members.identityCount
    whoRows = StoredRows(width: identityCount + 1)
    howRows = StoredRows(width: members.single.count - identityCount + 2)
    sets = [members.sets.map { _ in [] }]
    _ = whoRows.add(Array(repeating: 0, count: identityCount + 1), hash: 0)
  }

  /// How many bytes the trace takes in memory, without spare room.
  package var memorySize: Int {
    events.count * MemoryLayout<StoredEvent>.stride + names.memorySize + whoRows.memorySize
      + howRows.memorySize + sets.count * 64 + durations.count * 12
  }

  // MARK: - Looking

  /// How many different rows of identities there are.
  package var whoCount: Int { whoRows.count }
  /// How many different rows of other values there are.
  package var howCount: Int { howRows.count }

  /// The value of a member of an event; none if it has none.
  /// - Parameter member: the place of its name in `members.single`.
  package func value(_ member: Int, of event: StoredEvent) -> NameID {
    member < identityCount ? value(member, in: event.who) : value(member, in: event.how)
  }

  /// The value of a member that identifies subjects.
  package func value(_ member: Int, in who: WhoID) -> NameID {
    precondition(member < identityCount, "the member identifies nothing")
    return NameID(rawValue: whoRows[who.index, member])
  }

  /// The value of a member that does not identify subjects.
  package func value(_ member: Int, in how: HowID) -> NameID {
    NameID(rawValue: howRows[how.index, member - identityCount])
  }

  /// The identities that a row names as a set.
  /// - Parameter set: the place of its name in `members.sets`.
  package func identities(inSet set: Int, of who: WhoID) -> [NameID] {
    sets[Int(whoRows[who.index, identityCount])][set]
  }

  /// The spelling of the callback; none for a gap that names none.
  package func callback(of how: HowID) -> NameID {
    NameID(rawValue: howRows[how.index, howRows.width - 2])
  }

  /// The kind of events.
  package func kind(of how: HowID) -> EventKind {
    EventKind(rawValue: UInt8(truncatingIfNeeded: howRows[how.index, howRows.width - 1] & 3))
      ?? .gap
  }

  /// Which part of a call they are.
  package func phase(of how: HowID) -> CallPhase {
    CallPhase(rawValue: UInt8(truncatingIfNeeded: howRows[how.index, howRows.width - 1] >> 2))
      ?? .whole
  }

  /// Whether the duration of any call was recorded.
  package var hasDurations: Bool { !durations.isEmpty }

  /// How long the call of an event took, in seconds; NaN if that was not recorded.
  /// - Parameter event: its place in `events`.
  /// - Complexity: O(log events with durations).
  package func duration(of event: Int) -> Double {
    var range = 0..<timedEvents.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if timedEvents[middle] == UInt32(event) { return durations[middle] }
      range =
        timedEvents[middle] < UInt32(event)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return .nan
  }

  // MARK: - Adding

  // SAFETY: bytes of names are copied during the call, and rows are lent only for it.

  /// The number of a name, which is added if it was not known.
  package mutating func intern(_ name: UnsafeRawBufferPointer) -> NameID { names.intern(name) }

  /// The number of a name, which is added if it was not known.
  /// - Parameter hash: what `NameHasher` makes of it.
  package mutating func intern(_ name: UnsafeRawBufferPointer, hash: UInt64) -> NameID {
    names.intern(name, hash: hash)
  }

  /// The number of a name, which is added if it was not known.
  package mutating func intern(_ name: String) -> NameID { names.intern(name) }

  /// Adds an event at the end.
  package mutating func append(_ draft: EventDraft) {
    let who = who(draft)
    let how = how(draft)
    append(
      StoredEvent(time: draft.time, line: draft.line, who: who, how: how), duration: draft.duration)
  }

  /// Adds an event with known rows at the end.
  @inlinable package mutating func append(_ event: StoredEvent, duration: Double) {
    if !duration.isNaN {
      timedEvents.append(UInt32(truncatingIfNeeded: events.count))
      durations.append(duration)
    }
    events.append(event)
  }

  /// Puts the last event first.
  package mutating func reverse() {
    events.reverse()
    timedEvents = timedEvents.reversed().map { UInt32(events.count - 1) - $0 }
    durations.reverse()
  }

  /// The row of an event's identities.
  private mutating func who(_ draft: EventDraft) -> WhoID {
    var row = draft.values[..<identityCount].map(\.rawValue)
    for joined in members.joined { row[joined.place] = 0 }
    row.append(number(of: draft.sets))
    let hash = hash(row.dropLast(), from: 0) &+ share(ofSets: row[identityCount])
    for joined in members.joined { row[joined.place] = join(joined.parts, of: row).rawValue }
    return WhoID(whoRows.intern(row, hash: hash))
  }

  /// The row of how an event came.
  private mutating func how(_ draft: EventDraft) -> HowID {
    var row = draft.values[identityCount...].map(\.rawValue)
    row.append(draft.callback.rawValue)
    let way = way(draft.kind, draft.phase)
    let hash = hash(row[...], from: identityCount) &+ share(ofWay: way)
    row.append(way)
    return HowID(howRows.intern(row, hash: hash))
  }

  // MARK: - Rows

  /// The sum of what names in columns add to the hash of a row.
  private func hash(_ row: ArraySlice<UInt32>, from first: Int) -> UInt64 {
    row.enumerated().reduce(0) { sum, column in
      if column.element == 0 { return sum }
      let hash = names.hash(NameID(rawValue: column.element))
      return sum &+ NameHasher.share(hash, inColumn: first + column.offset)
    }
  }

  /// What sets add to the hash of a row.
  @inlinable package func share(ofSets number: UInt32) -> UInt64 {
    number == 0 ? 0 : NameHasher.share(UInt64(number), inColumn: members.single.count)
  }

  /// What a kind and a phase add to the hash of a row.
  @inlinable package func share(ofWay way: UInt32) -> UInt64 {
    NameHasher.share(UInt64(way), inColumn: members.single.count + 1)
  }

  /// A kind and a phase as one number.
  @inlinable package func way(_ kind: EventKind, _ phase: CallPhase) -> UInt32 {
    UInt32(kind.rawValue) | UInt32(phase.rawValue) << 2
  }

  /// The row of identities with a hash for which the closure returns true; nil if there is none.
  /// - Parameter isIt: gets the names of identities, then the number of the sets.
  @inlinable @inline(__always)
  package func findWho(
    _ hash: UInt64, _ isIt: (UnsafeBufferPointer<UInt32>) -> Bool
  ) -> WhoID? {
    whoRows.find(hash, isIt).map { WhoID($0) }
  }

  /// The row of how events came with a hash for which the closure returns true; nil if there is none.
  /// - Parameter isIt: gets the names of values and the callback, then kind and phase.
  @inlinable @inline(__always)
  package func findHow(
    _ hash: UInt64, _ isIt: (UnsafeBufferPointer<UInt32>) -> Bool
  ) -> HowID? {
    howRows.find(hash, isIt).map { HowID($0) }
  }

  /// Adds a row of identities that is not there yet. It gets the identities that follow from others.
  package mutating func addWho(_ row: [UInt32], hash: UInt64) -> WhoID {
    var row = row
    for joined in members.joined { row[joined.place] = join(joined.parts, of: row).rawValue }
    return WhoID(whoRows.add(row, hash: hash))
  }

  /// Adds a row of how events came that is not there yet.
  package mutating func addHow(_ row: [UInt32], hash: UInt64) -> HowID {
    HowID(howRows.add(row, hash: hash))
  }

  /// The number of sets of identities that came together; 0 for none.
  package mutating func number(of sets: [[NameID]]) -> UInt32 {
    if sets.allSatisfy(\.isEmpty) { return 0 }
    if let known = setNumbers[sets] { return known }
    let number = UInt32(self.sets.count)
    self.sets.append(sets)
    setNumbers[sets] = number
    return number
  }

  /// The identity that several members make together; none if the event lacks one of them.
  ///
  /// The values are joined by `/`. Within a value, `/` and `\` get a `\` before them, so that different values make
  /// different identities.
  private mutating func join(_ parts: [Int], of row: [UInt32]) -> NameID {
    var bytes: [UInt8] = []
    for (number, part) in parts.enumerated() {
      let name = NameID(rawValue: row[part])
      if name.isNone { return .none }
      if number > 0 { bytes.append(UInt8(ascii: "/")) }
      for byte in names[name] {
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    return bytes.withUnsafeBytes { names.intern($0) }
  }
}

/// An event of a stored trace.
@usableFromInline
package struct StoredEvent: Sendable, BitwiseCopyable {
  /// In seconds, with the trace's own origin; NaN if absent.
  @usableFromInline package var time: Double
  /// The line on which it begins, counted from 1.
  @usableFromInline package var line: UInt32
  /// What identifies its subjects.
  @usableFromInline package var who: WhoID
  /// Its callback, kind and phase, and the values of other members.
  @usableFromInline package var how: HowID

  /// Creates an event as it was read.
  @inlinable package init(time: Double, line: UInt32, who: WhoID, how: HowID) {
    (self.time, self.line, self.who, self.how) = (time, line, who, how)
  }
}

/// The number of a row of identities in a store, counted from 0. The first row has none.
@usableFromInline
package struct WhoID: TypedID {
  @usableFromInline let number: UInt32

  /// Creates the id of a row, counted from 0.
  @inlinable package init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

  /// The number, counted from 0.
  @inlinable package var index: Int { Int(number) }
}

/// The number of a row of how events came in a store, counted from 0.
@usableFromInline
package struct HowID: TypedID {
  @usableFromInline let number: UInt32

  /// Creates the id of a row, counted from 0.
  @inlinable package init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

  /// The number, counted from 0.
  @inlinable package var index: Int { Int(number) }
}

/// An event that is put together for a store, whose names it uses. It can be used again for the next one.
package struct EventDraft: Sendable {
  /// The callback as spelled; none for a gap that names none.
  package var callback = NameID.none
  package var kind = EventKind.delegate
  package var phase = CallPhase.whole
  /// In seconds, with the trace's own origin; NaN if absent.
  package var time = Double.nan
  /// How long the callback took, in seconds; NaN if absent.
  package var duration = Double.nan
  /// The line on which it begins, counted from 1.
  package var line: UInt32 = 0
  /// The values of members, by their places; none for absent ones.
  package var values: [NameID]
  /// The identities of members that hold several, by their places.
  package var sets: [[NameID]]

  /// Creates an event without members and times.
  package init(_ members: EventMembers) {
    values = Array(repeating: .none, count: members.single.count)
    sets = members.sets.map { _ in [] }
  }
}
