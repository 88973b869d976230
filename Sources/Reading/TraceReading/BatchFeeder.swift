internal import TraceJSON
package import TraceModel

/// Where a recording in our own format may be cut, so that its batches can be decoded independently.
enum BatchBorder: Sendable {
  /// After a line end.
  case line
  /// Before an event of a list that follows another one, as far as a few bytes show.
  case listedEvent

  /// The offset of the last border; nil if there is none.
  func last(in bytes: ByteView) -> Int? {
    switch self {
    case .line: bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
    case .listedEvent: Self.lastListedEvent(in: bytes)
    }
  }

  /// The offset of the last brace that seems to open an event after another one.
  private static func lastListedEvent(in bytes: ByteView) -> Int? {
    var rest = bytes
    while let brace = rest.lastIndex(of: UInt8(ascii: "{")) {
      rest = bytes[..<brace]
      if let comma = rest.lastIndex(where: { !$0.isSpace }), bytes[comma] == UInt8(ascii: ","),
        let end = bytes[..<comma].lastIndex(where: { !$0.isSpace }), bytes[end] == UInt8(ascii: "}")
      {
        return brace
      }
    }
    return nil
  }
}

/// Fills batches with whole events, which can then be decoded in any order and on any thread.
///
/// A batch of a list is cut where one event seems to end and another to begin. Whether it does can only be known after
/// everything before it was read: the bytes may be part of a string, or of a list within an event. `BatchLedger` finds
/// out.
package final class BatchFeeder {
  private(set) var unread: UnreadBytes
  private let border: BatchBorder
  private let batchSize: Int
  private let limits: ReadingLimits

  init(_ unread: UnreadBytes, at border: BatchBorder, batchSize: Int, limits: ReadingLimits) {
    self.unread = unread
    self.border = border
    self.batchSize = batchSize
    self.limits = limits
    // jansson hashes with a seed that must be set before several threads parse.
    prepareForParallelParsing()
  }

  /// Puts the next events into the batch, which is not decoded yet.
  /// - Returns: false if there is no further border. The reader then has to continue, whatever the reason is.
  package func fill(_ batch: inout EventBatch) -> Bool {
    var wanted = unread.begin(&batch, batchSize: batchSize)
    while true {
      unread.read(upTo: wanted, into: &batch)
      if let cut = border.last(in: batch.view) {
        unread.keep(batch, from: cut)
        batch.byteCount = cut
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
}
