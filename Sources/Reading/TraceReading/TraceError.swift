package import TraceModel

/// Why a text is not a trace.
package struct TraceError: Error, Sendable, Equatable {
  /// Where the fault is; nil if it is not in the text, as with a failing disk.
  package var position: SourcePosition?
  /// One sentence without a full stop.
  package var message: String

  /// The message for a file without content.
  package static let emptyFile = "the file is empty"

  /// Creates an error.
  package init(_ message: String, at position: SourcePosition? = nil) {
    self.position = position
    self.message = message
  }
}

/// A fault within the bytes of one batch, before it is known where the batch begins.
struct BatchFault: Error {
  /// The offset in bytes from the start of the batch.
  var offset: Int
  var message: String
  /// Whether a JSON text ends too early.
  var isTruncation = false
  /// Whether the recording ends in the middle of an otherwise correct element.
  var isCutOff = false

  init(_ message: String, at offset: Int, isTruncation: Bool = false, isCutOff: Bool = false) {
    (self.offset, self.message) = (offset, message)
    (self.isTruncation, self.isCutOff) = (isTruncation, isCutOff)
  }

  /// The fault with an offset that is counted from elsewhere.
  func moved(by distance: Int) -> BatchFault {
    BatchFault(
      message, at: max(0, offset + distance), isTruncation: isTruncation, isCutOff: isCutOff)
  }
}

/// Limits for a trace. Exceeding one has its own error.
package struct ReadingLimits: Sendable {
  /// The size of one event, or of the header, in bytes.
  package var eventSizeInBytes = 8 << 20
  /// The length of a callback's spelling or an identity, in bytes.
  package var nameLengthInBytes = 64 << 10
  /// The number of events in one trace, including gap markers.
  package var eventCount = Int(UInt32.max) - 1

  /// The default limits. The nesting depth of values, 2,048 levels, is jansson's own limit.
  package init() {}
}

extension ReadingLimits {
  /// The message for bytes that are too many for one event or header.
  var sizeFault: String {
    "an event or a header is larger than the limit of \(eventSizeInBytes) bytes"
  }

  /// The error for a batch with more events than may still follow; nil if there are few enough.
  /// - Parameters:
  ///   - count: the number of events before the batch.
  ///   - position: the position of the batch's first byte.
  func countFault(
    _ batch: borrowing EventBatch, after count: Int, at position: SourcePosition
  ) -> TraceError? {
    if count + batch.events.count <= eventCount { return nil }
    let first = Int(batch.events[eventCount - count].offset)
    return TraceError(
      "a trace may have at most \(eventCount) events", at: position.moved(to: first, in: batch))
  }
}
