internal import TraceModel

/// The bytes of a trace that are still to be read: those that have arrived but were not decoded, then those still to
/// come.
struct UnreadBytes {
  private let source: any ByteSource
  /// Whether a batch is filled before it is read. Otherwise what has arrived is read at once, as when watching a file.
  private let fillsBatches: Bool
  /// Whether what was kept may be decoded now, without more bytes; only if batches are not filled.
  private var mayGoOn = false
  /// Bytes that came from the source and are not decoded yet.
  private(set) var carry: [UInt8] = []
  /// Bytes that were handed out and given back; they come before those of the source.
  private var returned: ArraySlice<UInt8> = []
  private var sourceIsAtEnd = false
  private var sourceFailure: TraceError?

  init(_ source: any ByteSource, fillsBatches: Bool = true) {
    self.source = source
    self.fillsBatches = fillsBatches
  }

  /// Whether nothing comes after the bytes that were taken.
  var isAtEnd: Bool { sourceIsAtEnd && returned.isEmpty }

  /// Why nothing comes after the bytes that were taken, without a position; nil if something does, and at the end.
  ///
  /// Report it only once everything before it is read: the fault for which a trace is rejected must not depend on where
  /// batches end.
  var failure: TraceError? { returned.isEmpty ? sourceFailure : nil }

  /// Traps if what is kept is inconsistent; for tests.
  func checkInvariants() {
    precondition(sourceFailure == nil || !sourceIsAtEnd, "what fails has no end")
  }

  /// Keeps the rest of a batch for the next one.
  /// - Parameter decodingMore: whether it is worth decoding without more bytes.
  mutating func keep(
    _ batch: borrowing EventBatch, from offset: Int, decodingMore: Bool = false
  ) {
    carry += batch.bytes[offset..<batch.byteCount]
    mayGoOn = !fillsBatches && decodingMore && !carry.isEmpty
  }

  /// Inserts bytes before those still to come.
  mutating func giveBack(_ bytes: [UInt8]) {
    returned = bytes + carry + returned
    carry = []
  }

  /// Skips bytes that were kept, and others of the source.
  /// - Returns: false, with nothing skipped, if the source cannot skip.
  mutating func skip(_ count: Int) -> Bool {
    if count <= carry.count {
      carry.removeFirst(count)
      return true
    }
    guard returned.isEmpty, sourceFailure == nil, let source = source as? any SkippingSource,
      source.skip(count - carry.count)
    else { return false }
    carry.removeAll(keepingCapacity: true)
    return true
  }

  /// Begins a batch with what was kept.
  /// - Parameter keepingNames: whether the batch keeps the names that it has.
  /// - Returns: up to how many bytes to fill it, so that an event that did not fit is not tried too often.
  mutating func begin(
    _ batch: inout EventBatch, batchSize: Int, keepingNames: Bool = false
  ) -> Int {
    let wanted = max(batchSize, carry.count * 2)
    batch.removeEvents(keepingNames: keepingNames)
    batch.byteCount = 0
    batch.reserveBytes(wanted)
    carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
    batch.byteCount = carry.count
    carry.removeAll(keepingCapacity: true)
    return wanted
  }

  /// Fills the batch with the next bytes, up to `wanted`; with fewer only at the end and before a failure.
  mutating func read(upTo wanted: Int, into batch: inout EventBatch) {
    batch.reserveBytes(wanted)
    if mayGoOn { return }
    while batch.byteCount < wanted && !isAtEnd && failure == nil {
      // SAFETY: the batch has reserved `wanted` bytes, and its bytes do not move during the read. No more are read
      // than there is room for.
      let room = UnsafeMutableRawBufferPointer(rebasing: batch.bytes[batch.byteCount..<wanted])
      if !returned.isEmpty {
        let part = returned.prefix(room.count)
        part.withUnsafeBytes { room.copyMemory(from: $0) }
        returned = returned.dropFirst(part.count)
        batch.byteCount += part.count
        if returned.isEmpty { returned = [] }
        continue
      }
      do throws(ByteSourceError) {
        let count = try source.readChecked(into: room)
        batch.byteCount += count
        sourceIsAtEnd = count == 0
        if !fillsBatches { return }
      } catch {
        sourceFailure = TraceError(error.message)
      }
    }
  }
}
