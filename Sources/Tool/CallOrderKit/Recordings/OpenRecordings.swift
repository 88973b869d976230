internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// The open recordings of a stream, and those that have ended but have not been taken yet.
struct OpenRecordings {
  /// What is known about the ended recordings with the same key values.
  struct Earlier {
    /// How many have ended.
    var number: Int
    /// The value of `losses` when the last one ended.
    var losses: Int
  }

  /// A slot that was found for the names of a batch; valid while it holds the same recording.
  private struct Known {
    var slot: Int
    var serial: Int
  }

  private static let lost = Array(#"{"lost":0}"#.utf8)

  private let plan: RecordingPlan
  private let file = BlockFile()
  private var slots: [(serial: Int, recording: OpenRecording?)] = []
  private var free: [Int] = []
  private var places: [KeyValues: Int] = [:]
  private var earlier: [KeyValues: Earlier] = [:]
  private var ended: [OpenRecording] = []
  private var taken = 0
  /// How often events were lost that may have belonged to any recording.
  private var losses = 0
  private var known: [[UInt32]: Known] = [:]

  init(_ plan: RecordingPlan, after state: SavedState?) throws(SystemError) {
    self.plan = plan
    guard let saved = state?.recordings else { return }
    losses = saved.hasLosses ? 1 : 0
    for past in saved.ended {
      earlier[past.values] = Earlier(number: past.number, losses: past.wasLost ? 0 : losses)
    }
    for past in saved.open {
      let text = RecordingText(in: file)
      try text.append(past.text)
      insert(
        OpenRecording(
          values: past.values, number: past.number, header: past.header, text: text,
          time: past.time, losses: past.wasLost ? 0 : losses, firstLine: past.firstLine,
          lastLine: past.lastLine))
    }
  }

  /// How many are open, or have ended and were not taken yet.
  var count: Int { places.count + ended.count - taken }

  /// Whether there is an open recording with these key values.
  func has(_ values: KeyValues) -> Bool { places[values] != nil }

  // MARK: - Slots

  /// Forgets the names of the previous batch.
  mutating func begin() { known.removeAll(keepingCapacity: true) }

  /// The slot of the recording with these key values; opens the recording if there is none.
  /// - Parameter names: the names of the values in the batch, which `slot(named:)` takes.
  mutating func slot(of values: KeyValues, named names: [UInt32]) -> Int {
    let slot = places[values] ?? insertNew(values)
    known[names] = Known(slot: slot, serial: slots[slot].serial)
    return slot
  }

  /// The slot that was found earlier for these names of the batch; nil if there is none.
  func slot(named names: [UInt32]) -> Int? {
    guard let known = known[names], slots[known.slot].serial == known.serial,
      slots[known.slot].recording != nil
    else { return nil }
    return known.slot
  }

  private mutating func insertNew(_ values: KeyValues) -> Int {
    let before = earlier[values]
    return insert(
      OpenRecording(
        values: values, number: (before?.number ?? 0) + 1, text: RecordingText(in: file),
        losses: before?.losses ?? 0))
  }

  @discardableResult
  private mutating func insert(_ recording: OpenRecording) -> Int {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append((0, nil)) }
    slots[slot] = (slots[slot].serial + 1, recording)
    places[recording.values] = slot
    return slot
  }

  // MARK: - Events

  /// Notes that events were lost that may have belonged to any recording.
  mutating func loseEvents() { losses += 1 }

  /// Adds an event.
  /// - Parameters:
  ///   - time: NaN if it has none.
  ///   - line: its line in the stream.
  mutating func add(
    _ event: UnsafeRawBufferPointer, at time: Double, line: Int, to slot: Int
  ) throws(SystemError) {
    var slot = slot
    if slots[slot].recording?.comes(at: time, after: plan.pause) ?? false,
      let values = slots[slot].recording?.values
    {
      try end(slot)
      slot = insertNew(values)
      _ = slots[slot].recording?.comes(at: time, after: nil)
    }
    try tellLosses(slot)
    if plan.key.isEmpty {
      try beginEvent(slot, at: line)
      slots[slot].recording?.lastLine += event.count { $0 == UInt8(ascii: "\n") }
      try slots[slot].recording?.text.append(event)
    } else {
      try beginEvent(slot)
      if event.contains(UInt8(ascii: "\n")) {
        // Line ends within an event are only white space.
        try slots[slot].recording?.text.append(
          event.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
      } else {
        try slots[slot].recording?.text.append(event)
      }
    }
  }

  /// Writes the separator before an event.
  /// - Parameter line: its line in the stream; nil for the next line of its recording.
  private mutating func beginEvent(_ slot: Int, at line: Int? = nil) throws(SystemError) {
    guard let recording = slots[slot].recording else { return }
    if recording.text.count == 0 {
      slots[slot].recording?.firstLine = line ?? 1
      slots[slot].recording?.lastLine = line ?? 1
      return
    }
    let lines = line.map { max(0, $0 - recording.lastLine) } ?? 1
    slots[slot].recording?.lastLine += lines
    try recording.text.append(CollectionOfOne(UInt8(ascii: ",")))
    try recording.text.append(repeatElement(UInt8(ascii: "\n"), count: lines))
  }

  /// Adds a gap if events may have been lost since the last event.
  private mutating func tellLosses(_ slot: Int) throws(SystemError) {
    guard let recording = slots[slot].recording, recording.losses < losses else { return }
    slots[slot].recording?.losses = losses
    try beginEvent(slot, at: plan.key.isEmpty ? recording.lastLine : nil)
    try recording.text.append(Self.lost)
  }

  // MARK: - Ends

  /// Ends a recording.
  mutating func end(_ slot: Int, wasCut: Bool = false) throws(SystemError) {
    try tellLosses(slot)
    guard var recording = slots[slot].recording else { return }
    slots[slot].recording = nil
    free.append(slot)
    places[recording.values] = nil
    // An end marker alone is no recording.
    if recording.text.count == 0 { return }
    earlier[recording.values] = Earlier(number: recording.number, losses: losses)
    recording.isCut = wasCut
    ended.append(recording)
  }

  /// Ends all recordings.
  mutating func endAll(wereCut: Bool = false) throws(SystemError) {
    for slot in sortedSlots { try end(slot, wasCut: wereCut) }
  }

  /// Takes the next recording that has ended.
  mutating func popEnded() -> OpenRecording? {
    if taken == ended.count { return nil }
    defer {
      taken += 1
      if taken == ended.count { (ended, taken) = ([], 0) }
    }
    return ended[taken]
  }

  /// The slots of the open recordings, in an order that does not depend on their events.
  private var sortedSlots: [Int] {
    places.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The recordings that continue in the next part of the stream.
  /// - Parameter header: the header of the current part.
  func saved(_ header: TraceHeader) throws(SystemError) -> SavedRecordings {
    var saved = SavedRecordings(hasLosses: losses > 0)
    saved.ended = earlier.filter { places[$0.key] == nil }.map { values, past in
      .init(values: values, number: past.number, wasLost: past.losses < losses)
    }
    .sorted { $0.values < $1.values }
    for slot in sortedSlots {
      guard let recording = slots[slot].recording else { continue }
      saved.open.append(
        .init(
          values: recording.values, number: recording.number,
          wasLost: recording.losses < losses, header: recording.header ?? header,
          text: try recording.text.bytes(), time: recording.time, firstLine: recording.firstLine,
          lastLine: recording.lastLine))
    }
    return saved
  }
}
