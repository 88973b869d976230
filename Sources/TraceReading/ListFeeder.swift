internal import TraceJSON
package import TraceModel

/// Fills batches with events of a list, which can then be tried in any order, on any thread.
///
/// A batch is cut where one event seems to end and another to begin. Only who has read everything before knows
/// whether it does: the bytes may be part of a string, or of a list within an event. The ledger finds out.
package final class ListFeeder {
  private(set) var unread: UnreadBytes
  private let batchSize: Int
  private let limits: ReadingLimits

  init(_ unread: UnreadBytes, batchSize: Int, limits: ReadingLimits) {
    self.unread = unread
    self.batchSize = batchSize
    self.limits = limits
    // jansson hashes with a seed that has to be there before several threads parse.
    prepareForParallelParsing()
  }

  /// Puts the next events into the batch, which is not decoded yet.
  /// - Returns: false where it finds no more events that others follow; the reader has to go on, whatever the
  ///   reason is.
  package func fill(_ batch: inout EventBatch) -> Bool {
    var wanted = unread.begin(&batch, batchSize: batchSize)
    while true {
      unread.read(upTo: wanted, into: &batch)
      let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<batch.byteCount])
      if let border = Self.lastBorder(in: bytes) {
        unread.keep(batch, from: border)
        batch.byteCount = border
        batch.terminate()
        return true
      }
      if unread.isAtEnd || unread.failure != nil || batch.byteCount > limits.eventSizeInBytes {
        unread.keep(batch, from: 0)
        return false
      }
      wanted *= 2
    }
  }

  /// The offset of the last brace that seems to open an event after another one; nil when there is none.
  static func lastBorder(in bytes: UnsafeRawBufferPointer) -> Int? {
    var brace = bytes.count
    while brace > 0 {
      brace -= 1
      if bytes[brace] != UInt8(ascii: "{") { continue }
      guard let comma = lastSign(before: brace, in: bytes), bytes[comma] == UInt8(ascii: ","),
        let end = lastSign(before: comma, in: bytes), bytes[end] == UInt8(ascii: "}")
      else { continue }
      return brace
    }
    return nil
  }

  private static func lastSign(before offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = offset - 1
    while place >= 0, ElementCutter.isSpace(bytes[place]) { place -= 1 }
    return place >= 0 ? place : nil
  }
}
