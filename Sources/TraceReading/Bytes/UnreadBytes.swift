internal import TraceDiagnostics
internal import TraceModel

/// What of a trace is still to be read: bytes that came and were not understood, then those still to come.
struct UnreadBytes {
  private let source: any ByteSource
  /// Whether a batch is filled before it is read; else what is there is read at once, as from what is watched.
  private let fillsBatches: Bool
  /// Whether what was kept may be understood now, without more of it; only where batches are not filled.
  private var mayGoOn = false
  /// Bytes that came from the source and are not understood yet.
  private(set) var carry: [UInt8] = []
  /// Bytes that were handed on and came back; they come before what the source has.
  private var returned: ArraySlice<UInt8> = []
  private var sourceIsAtEnd = false
  private var sourceFailure: TraceError?

  init(_ source: any ByteSource, fillsBatches: Bool = true) {
    self.source = source
    self.fillsBatches = fillsBatches
  }

  /// Whether nothing comes after what was taken.
  var isAtEnd: Bool { sourceIsAtEnd && returned.isEmpty }

  /// Why nothing comes after what was taken, without a position; nil where something does, and at the end.
  ///
  /// To be told only when what came before is read: which fault a trace is rejected for must not depend on where
  /// batches end.
  var failure: TraceError? { returned.isEmpty ? sourceFailure : nil }

  /// Stops the program where what is kept is not sound; for tests.
  func checkInvariants() {
    precondition(sourceFailure == nil || !sourceIsAtEnd, "what fails has no end")
  }

  /// Keeps the rest of a batch for the next one.
  mutating func keep(_ batch: borrowing EventBatch, from offset: Int) {
    carry += batch.bytes[offset..<batch.byteCount]
    mayGoOn = !fillsBatches && offset > 0 && !carry.isEmpty
  }

  /// Puts bytes before those still to come.
  mutating func giveBack(_ bytes: [UInt8]) {
    returned = bytes + carry + returned
    carry = []
  }

  /// Begins a batch with what was kept.
  /// - Returns: up to how many bytes it is to be filled, so that an event that did not fit is not tried too often.
  mutating func begin(_ batch: inout EventBatch, batchSize: Int) -> Int {
    let wanted = max(batchSize, carry.count * 2)
    batch.removeEvents()
    batch.byteCount = 0
    batch.reserveBytes(wanted)
    carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
    batch.byteCount = carry.count
    carry.removeAll(keepingCapacity: true)
    return wanted
  }

  /// Fills the batch with what comes next, up to so many bytes; fewer only at the end and before a failure.
  mutating func read(upTo wanted: Int, into batch: inout EventBatch) {
    batch.reserveBytes(wanted)
    if mayGoOn { return }
    while batch.byteCount < wanted && !isAtEnd && failure == nil {
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
        let count = try source.read(into: room)
        batch.byteCount += count
        sourceIsAtEnd = count == 0
        if !fillsBatches { return }
      } catch {
        sourceFailure = TraceError(error.message)
      }
    }
  }
}
